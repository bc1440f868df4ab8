import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newFolder } from "../new-folder.ts";
import { main } from "../start-command.ts";
import { run } from "./command.ts";

test("an input that looks like a shell command is one argument, and nothing more", async () => {
  const folder = newFolder();
  const evil = `a; touch ${join(folder, "pwned")} $(touch ${join(folder, "pwned")})`;
  const results = join(folder, "results");
  const { code, lines } = await run([
    "--json",
    "--policy",
    "never",
    "--results",
    results,
    "--",
    "printf",
    "%s",
    "{input}",
    ":::",
    evil,
  ]);
  expect(code).toBe(0);
  expect(lines[0]).toMatchObject({ type: "task", input: evil, solved: true, tries: 1, arm: "printf" });
  expect(lines[1]).toMatchObject({ type: "summary", tasks: 1, solved: 1, tries: 1 });
  expect(readFileSync(join(results, lines[0].result), "utf8")).toBe(evil);
  expect(existsSync(join(folder, "pwned"))).toBe(false);
});

test("an input that is a path does not choose where its result is written", async () => {
  const folder = newFolder();
  const results = join(folder, "results");
  await run(["--json", "--results", results, "--", "echo", "{input}", ":::", "../../outside", "/etc/passwd"]);
  expect(readdirSync(folder)).toEqual(["results"]);
  expect(readdirSync(results)).toHaveLength(2);
});

test("options after the command are the command's own, inputs after ::: are inputs whatever they look like", async () => {
  const { lines } = await run([
    "--json",
    "--policy",
    "never",
    "--",
    "printf",
    "%s",
    "--json",
    "{input}",
    ":::",
    "--help",
    "-x",
  ]);
  expect(lines.slice(0, -1).map((line) => line.input)).toEqual(["--help", "-x"]);
});

test("echo without a place for its input gets it appended: it echoes a, b, c, and says nothing else", async () => {
  const { code, stdout, stderr } = await run(["-k", "--seed", "1", "echo", ":::", "a", "b", "c"]);
  expect([code, stdout]).toEqual([0, "a\nb\nc\n"]);
  expect(stderr).not.toContain("mulligan:");
  const arms = ["--arm", "x=echo {}", "--arm", "y=echo {seed}", "--policy", "luby:arm=1,base=5s"];
  expect((await run([...arms, "--dry-run", "--seed", "1", ":::", "a b"])).stdout).toMatch(
    /^echo 'a b'\necho \d+ 'a b'\n$/,
  );
});

test("several ::: give all combinations, the last varying fastest, with {1} and {2} for their parts", async () => {
  const words = ["-k", "--policy", "never"];
  const lists = [":::", "a.x", "b c", ":::", "1", "2"];
  const { stdout } = await run([...words, "--", "echo", "{2}-{1.}", ...lists]);
  expect(stdout).toBe("1-a\n2-a\n1-b c\n2-b c\n");
  // As two words, like GNU parallel.
  expect((await run([...words, "--", "printf", "[%s]", ...lists])).stdout).toBe(
    "[a.x][1][a.x][2][b c][1][b c][2]",
  );
});

test("a journal knows a combination again by all its parts, whatever else is combined", async () => {
  const state = join(newFolder(), "state");
  const words = ["--json", "--policy", "never", "--state", state, "--", "true", "{1}", "{2}", ":::"];
  await run([...words, "a b", "a", ":::", "c"]);
  const { lines } = await run([...words, "a", "a b", ":::", "b c", "c"]);
  const reported = lines.slice(0, -1).map(({ input }) => input);
  expect(reported).toEqual(["a 'b c'", "'a b' 'b c'"]);
  expect(lines.at(-1)).toMatchObject({ tasks: 4, solved: 4, earlier: { tasks: 2, tries: 2 } });
});

test("::: followed by + or : is refused, and so is a number without a list", async () => {
  expect((await run(["--", "true", ":::", "a", ":::+", "b"])).stderr).toBe(
    "mulligan: run: inputs must follow :::, got :::+\n",
  );
  const { code, stderr } = await run(["--", "cp", "{1}", "{2}", ":::", "a", "b"]);
  expect(code).toBe(2);
  expect(stderr).toContain("run: {2} must have its own list of inputs after :::, got 1");
});

test("{%} is the number of a slot: from 1 to --jobs, and never two at a time", async () => {
  const folder = newFolder();
  const script = `mkdir ${folder}/$0 && sleep 0.05 && rmdir ${folder}/$0 && echo $0`;
  const inputs = Array.from({ length: 12 }, (_, i) => String(i));
  const words = ["-j", "3", "--policy", "never", "--retries", "1", "--", "sh", "-c", script, "{%}", "{}"];
  const { code, stdout } = await run([...words, ":::", ...inputs]);
  expect(code).toBe(0);
  expect([...new Set(stdout.trim().split("\n"))].sort()).toEqual(["1", "2", "3"]);
});

test("inputs come from a file, or from standard input", async () => {
  const folder = newFolder();
  const fromStdin = await run(
    ["--json", "--policy", "never", "--", "echo", "{input}"],
    "one\ntwo two\n\nthree",
  );
  expect(fromStdin.lines.slice(0, -1).map((line) => line.input)).toEqual(["one", "two two", "three"]);
  writeFileSync(join(folder, "inputs"), "a\nb\n");
  const fromFile = await run([
    "--json",
    "--policy",
    "never",
    "--inputs",
    join(folder, "inputs"),
    "--",
    "echo",
    "{input}",
  ]);
  expect(fromFile.lines.slice(0, -1).map((line) => line.input)).toEqual(["a", "b"]);
});

test("{sede} is a mistyped {seed}: passed on as it stands, with a notice", async () => {
  const { stderr, code } = await run(["--json", "--", "true", "{}", "{sede}", ":::", "a"]);
  expect(code).toBe(0);
  expect(stderr).toBe("mulligan: no command has {seed}; did you mean {seed} instead of {sede}?\n");
  expect((await run(["--json", "--", "true", "{input}", "{1}", ":::", "a"])).stderr).toBe("");
  expect((await run(["--", "true", "::::", "file"])).stderr).toContain("by --inputs FILE, got ::::");
});

test("several files of inputs are read one after the other", async () => {
  const files = ["a", "b"].map((name) => {
    const file = join(newFolder(), name);
    writeFileSync(file, `${name}1\r\n\n${name}2\n`);
    return file;
  });
  const { lines } = await run([
    "--json",
    "--inputs",
    files[0],
    "--inputs",
    files[1],
    "--policy",
    "never",
    "--",
    "true",
    "{input}",
  ]);
  expect(lines.slice(0, -1).map(({ input }) => input)).toEqual(["a1", "a2", "b1", "b2"]);
});

test("inputs whose turn did not come have a line of their own", async () => {
  const { code, lines } = await run([
    "--json",
    "--policy",
    "never",
    "--budget",
    "200ms",
    "--",
    "sleep",
    "9{#}",
    ":::",
    "a",
    "b",
    "c",
  ]);
  expect(code).toBe(124);
  expect(lines.map(({ input }) => input)).toEqual(["a", "b", "c", undefined]);
  expect(lines[2]).toMatchObject({ solved: false, tries: 0, arm: null, cutoff: null });
});

test("standard input that comes late is waited for", async () => {
  const script = `(sleep 0.5; echo a; sleep 0.3; echo b) | '${process.execPath}' '${main}' run --json -- echo {}`;
  const { stdout, stderr } = spawnSync("sh", ["-c", script], { encoding: "utf8" });
  expect(stderr).toBe("");
  const inputs = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).input);
  expect(inputs.slice(0, -1).sort()).toEqual(["a", "b"]);
});
