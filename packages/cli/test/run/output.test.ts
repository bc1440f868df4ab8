import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newFolder } from "../new-folder.ts";
import { run, startRun } from "./command.ts";

const never = ["--policy", "never"];

test("what a program writes is printed, and nothing else is on standard output", async () => {
  const { stdout, stderr } = await run(["--until", "1", "--", "echo", "hi"]);
  expect(stdout).toBe("hi\n");
  expect(stderr).toContain("1 solved in ");
});

test("only the try that solved a task is printed, its complaints to standard error", async () => {
  const file = join(newFolder(), "tries");
  const script = `echo try >> ${file}; n=$(wc -l < ${file}); echo "out $n"; echo "err $n" >&2; test $n = 3`;
  const { stdout, stderr } = await run([...never, "--", "sh", "-c", script]);
  expect(stdout).toBe("out 3\n");
  // The first failure is a notice; the others are not told.
  expect(stderr).not.toContain("err 2");
  expect(stderr).toMatch(/^err 3$/m);
});

test("outputs of several jobs are whole and never mixed", async () => {
  const inputs = Array.from({ length: 12 }, (_, i) => String.fromCharCode(97 + i));
  const script =
    'for i in 1 2 3 4 5; do echo "$0 $i"; sleep 0.01; done; head -c 200000 /dev/zero | tr "\\0" "$0"; echo';
  const { stdout } = await run([
    ...never,
    "--jobs",
    "6",
    "--",
    "sh",
    "-c",
    script,
    "{input}",
    ":::",
    ...inputs,
  ]);
  const lines = stdout.trimEnd().split("\n");
  expect(lines).toHaveLength(6 * 12);
  const names = lines.map((line) => line[0]);
  expect(new Set(names.filter((_name, i) => i % 6 === 0))).toEqual(new Set(inputs));
  for (let from = 0; from < lines.length; from += 6) {
    const name = names[from];
    const block = lines.slice(from, from + 6);
    expect(block.slice(0, 5)).toEqual([1, 2, 3, 4, 5].map((i) => `${name} ${i}`));
    expect(block[5] === name.repeat(200_000)).toBe(true);
  }
});

test("--keep-order prints in the order of the inputs, with --json too", async () => {
  const words = [...never, "--jobs", "4", "--keep-order"];
  const program = [
    "--",
    "sh",
    "-c",
    "sleep $0; echo $0; test $0 != 0.2",
    "{input}",
    ":::",
    "0.4",
    "0.2",
    "0.3",
    "0",
  ];
  const { stdout } = await run([...words, "--retries", "1", ...program]);
  expect(stdout).toBe("0.4\n0.3\n0\n");
  const { lines } = await run(["--json", ...words, "--retries", "1", ...program]);
  expect(lines.slice(0, -1).map(({ input, solved, arm }) => [input, solved, arm])).toEqual([
    ["0.4", true, "sh"],
    ["0.2", false, "sh"],
    ["0.3", true, "sh"],
    ["0", true, "sh"],
  ]);
});

test("without --keep-order the first that ends is printed first", async () => {
  // A second apart, which a busy machine does not turn round.
  const { stdout } = await run([
    ...[...never, "--jobs", "2", "--retries", "1"],
    ...["--", "sh", "-c", "sleep $0; echo $0", "{input}", ":::", "1", "0"],
  ]);
  expect(stdout).toBe("0\n1\n");
});

test("--keep-order: what a journal knows keeps nobody waiting", async () => {
  const state = join(newFolder(), "state");
  const words = [...never, "--keep-order", "--state", state, "--", "echo", "{input}", ":::"];
  expect((await run([...words, "b"])).stdout).toBe("b\n");
  expect((await run([...words, "a", "b", "c"])).stdout).toBe("a\nc\n");
});

test("--quiet and --json print nothing of the programs", async () => {
  const program = ["--", "sh", "-c", "echo out; echo err >&2", ":::", "a"];
  const quiet = await run([...never, "--quiet", ...program]);
  expect(quiet.stdout).toBe("");
  expect(quiet.stderr).not.toContain("err");
  const json = await run([...never, "--json", ...program]);
  expect(
    json.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).type),
  ).toEqual(["task", "summary"]);
  expect(json.stderr).not.toContain("err");
});

test("--results keeps standard output and standard error apart, and whole", async () => {
  const folder = newFolder();
  const script = "seq 3000000; seq 2000000 >&2";
  const { lines, stderr } = await run([...never, "--json", "--results", folder, "--", "sh", "-c", script]);
  const { result } = lines[0];
  const whole = (most: number) => `${Array.from({ length: most }, (_, i) => i + 1).join("\n")}\n`;
  expect(readFileSync(join(folder, result), "utf8") === whole(3_000_000)).toBe(true);
  expect(readFileSync(join(folder, result.replace(/out$/, "err")), "utf8") === whole(2_000_000)).toBe(true);
  expect(stderr).toBe("");
});

test("an output above the old limit of 16 MiB is printed whole, and leaves nothing behind", async () => {
  const { ended } = startRun([...never, "--", "sh", "-c", "seq 3000000"]);
  const { stdout, code } = await ended;
  expect(code).toBe(0);
  expect(stdout.length).toBe(22_888_896);
  expect(stdout.endsWith("2999999\n3000000\n")).toBe(true);
}, 30_000);

test("--output-limit keeps the end, and each file that misses something is named", async () => {
  const folder = newFolder();
  const words = [...never, "--json", "--results", folder, "--output-limit", "1K"];
  const { lines, stderr } = await run([...words, "--", "seq", "{input}", ":::", "10", "1000"]);
  const [short, long] = lines.slice(0, 2).map(({ result }) => result);
  expect(readFileSync(join(folder, short), "utf8")).toBe("1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n");
  const kept = readFileSync(join(folder, long), "utf8");
  expect([kept.length, kept.endsWith("999\n1000\n")]).toEqual([1_024, true]);
  expect(stderr).toBe(
    `mulligan: ${join(folder, long)}: only the last 1 KiB of 3.8 KiB were kept: --output-limit\n`,
  );
  expect(readdirSync(folder)).toHaveLength(2);
  expect((await run(["--output-limit", "2T", "--", "true"])).stderr).toContain("must be a size from 1 to 1G");
});

test("nothing is left in the folder for temporary files", async () => {
  const folder = newFolder();
  const { child, ended } = startRun([...never, "--", "sh", "-c", "seq 1000000 | tail -c 3000000"], "", {
    TMPDIR: folder,
  });
  await ended;
  expect(child.exitCode).toBe(0);
  expect(existsSync(folder)).toBe(true);
  expect(readdirSync(folder)).toEqual([]);
});
