import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newFolder } from "../new-folder.ts";
import { run, startRun } from "./command.ts";

const never = ["--policy", "never"];

test("only the try that solved a task is printed, its complaints to standard error, and nothing else on standard output", async () => {
  const file = join(newFolder(), "tries");
  const script = `echo try >> ${file}; n=$(wc -l < ${file}); echo "out $n"; echo "err $n" >&2; test $n = 3`;
  const { stdout, stderr } = await run([...never, "--", "sh", "-c", script]);
  expect(stdout).toBe("out 3\n");
  // The first failure is a notice; the others are not told.
  expect(stderr).not.toContain("err 2");
  expect(stderr).toMatch(/^err 3$/m);
  expect(stderr).toContain("1 of 1 solved in ");
});

test("outputs of several jobs are whole and never mixed", async () => {
  const inputs = Array.from({ length: 12 }, (_, i) => String.fromCharCode(97 + i));
  const script =
    'for i in 1 2 3 4 5; do echo "$0 $i"; sleep 0.01; done; head -c 200000 /dev/zero | tr "\\0" "$0"; echo';
  const program = ["--", "sh", "-c", script, "{input}", ":::", ...inputs];
  const { stdout } = await run([...never, "--jobs", "6", ...program]);
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
  const words = [...never, "--jobs", "4", "--keep-order", "--retries", "1", "--", "sh", "-c"];
  const program = ["sleep $0; echo $0; test $0 != 0.1", "{input}", ":::", "0.3", "0.1", "0.2", "0"];
  expect((await run([...words, ...program])).stdout).toBe("0.3\n0.2\n0\n");
  const { lines } = await run(["--json", ...words, ...program]);
  expect(lines.slice(0, -1).map(({ input, solved, arm }) => [input, solved, arm])).toEqual([
    ...[
      ["0.3", true, "sh"],
      ["0.1", false, "sh"],
      ["0.2", true, "sh"],
      ["0", true, "sh"],
    ],
  ]);
});

test("without --keep-order the first that ends is printed first", async () => {
  const over = join(newFolder(), "over");
  // The third begins when the second is printed, and the first ends after that.
  const script = `case $0 in a) until test -e ${over}; do sleep 0.02; done;; c) touch ${over};; esac; echo $0`;
  const { stdout } = await run([
    ...[...never, "--jobs", "2", "--", "sh", "-c", script, "{input}", ":::", "a", "b", "c"],
  ]);
  expect(stdout).toMatch(/^b\n/);
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
  expect(json.lines.map(({ type }) => type)).toEqual(["task", "summary"]);
  expect(json.stderr).not.toContain("err");
});

test("--results keeps standard output and standard error apart, and whole", async () => {
  const folder = newFolder();
  // More than the mebibyte that is kept in memory.
  const script = "seq 300000; seq 200000 >&2";
  const { lines, stderr } = await run([...never, "--json", "--results", folder, "--", "sh", "-c", script]);
  const { result } = lines[0];
  const whole = (most: number) => `${Array.from({ length: most }, (_, i) => i + 1).join("\n")}\n`;
  expect(readFileSync(join(folder, result), "utf8") === whole(300_000)).toBe(true);
  expect(readFileSync(join(folder, result.replace(/out$/, "err")), "utf8") === whole(200_000)).toBe(true);
  expect(stderr).toBe("");
});

test("an output above the 16 MiB that are searched for a reward is printed whole, and leaves nothing behind", async () => {
  const TMPDIR = newFolder();
  const { ended } = startRun([...never, "--", "sh", "-c", "seq 3000000"], "", { TMPDIR });
  const { stdout, code } = await ended;
  expect(code).toBe(0);
  expect(stdout.length).toBe(22_888_896);
  expect(stdout.endsWith("2999999\n3000000\n")).toBe(true);
  expect(readdirSync(TMPDIR)).toEqual([]);
});

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
