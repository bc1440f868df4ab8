import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newFolder } from "../new-folder.ts";
import { main } from "../start-command.ts";
import { run } from "./command.ts";

const never = ["--json", "--policy", "never"];

test("an input is one argument whatever it looks like, and does not choose where its result is written", async () => {
  const folder = newFolder();
  const [results, pwned] = [join(folder, "results"), join(folder, "pwned")];
  const inputs = [`a; touch ${pwned} $(touch ${pwned})`, "../../outside", "/etc/passwd"];
  const words = [...never, "--results", results, "--", "printf", "%s", "{input}", ":::", ...inputs];
  const { code, lines } = await run(words);
  expect(code).toBe(0);
  expect(lines[0]).toMatchObject({ type: "task", input: inputs[0], solved: true, tries: 1, arm: "printf" });
  expect(lines[3]).toMatchObject({ type: "summary", tasks: 3, solved: 3, tries: 3 });
  expect(readFileSync(join(results, lines[0].result), "utf8")).toBe(inputs[0]);
  expect(existsSync(pwned)).toBe(false);
  expect(readdirSync(folder)).toEqual(["results"]);
  expect(readdirSync(results)).toHaveLength(3);
});

test("options after the command are the command's own, inputs after ::: are inputs whatever they look like", async () => {
  const { stdout } = await run(["--dry-run", "--", "echo", "--quiet", "{input}", ":::", "--help", "-x"]);
  expect(stdout).toBe("echo --quiet --help\necho --quiet -x\n");
});

test("echo without a place for its input gets it appended: it echoes a, b, c, and says nothing else", async () => {
  const { code, stdout, stderr } = await run(["-k", "--seed", "1", "echo", ":::", "a", "b", "c"]);
  expect([code, stdout]).toEqual([0, "a\nb\nc\n"]);
  expect(stderr).not.toContain("mulligan:");
});

test("several ::: give all combinations, the last varying fastest, with {1} and {2} for their parts", async () => {
  const lists = [":::", "a.x", "b c", ":::", "1", "2"];
  const { stdout } = await run(["--dry-run", "--", "echo", "{2}-{1.}", ...lists]);
  expect(stdout).toBe("echo 1-a\necho 2-a\necho '1-b c'\necho '2-b c'\n");
  // As two words, like GNU parallel.
  const words = await run(["--dry-run", "--", "printf", "[%s]", ...lists]);
  expect(words.stdout.split("\n")[2]).toBe("printf '[%s]' 'b c' 1");
});

test("a journal knows a combination again by all its parts, whatever else is combined", async () => {
  const state = join(newFolder(), "state");
  const words = [...never, "--state", state, "--", "true", "{1}", "{2}", ":::"];
  await run([...words, "a b", "a", ":::", "c"]);
  const { lines } = await run([...words, "a", "a b", ":::", "b c", "c"]);
  const reported = lines.slice(0, -1).map(({ input }) => input);
  expect(reported).toEqual(["a 'b c'", "'a b' 'b c'"]);
  expect(lines.at(-1)).toMatchObject({ tasks: 4, solved: 4, earlier: { tasks: 2, tries: 2 } });
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

test("inputs come from standard input, or from several files, one after the other", async () => {
  const fromStdin = await run(["--dry-run", "--", "echo", "{input}"], "one\ntwo two\n\nthree");
  expect(fromStdin.stdout).toBe("echo one\necho 'two two'\necho three\n");
  const files = ["a", "b"].flatMap((name) => {
    const file = join(newFolder(), name);
    writeFileSync(file, `${name}1\r\n\n${name}2\n`);
    return ["--inputs", file];
  });
  const { stdout } = await run(["--dry-run", ...files, "--", "echo", "{input}"]);
  expect(stdout).toBe("echo a1\necho a2\necho b1\necho b2\n");
});

test("standard input that comes late is waited for", () => {
  const script = `(sleep 0.5; echo a; sleep 0.2; echo b) | '${process.execPath}' '${main}' run --dry-run -- echo {}`;
  const { stdout, stderr } = spawnSync("sh", ["-c", script], { encoding: "utf8" });
  expect([stdout, stderr]).toEqual(["echo a\necho b\n", ""]);
});

test("{sede} is a mistyped {seed}: passed on as it stands, with a notice", async () => {
  const { stderr, code } = await run(["--json", "--", "true", "{}", "{sede}", ":::", "a"]);
  expect(code).toBe(0);
  expect(stderr).toBe("mulligan: no command has {seed}; did you mean {seed} instead of {sede}?\n");
  expect((await run(["--json", "--", "true", "{input}", "{1}", ":::", "a"])).stderr).toBe("");
});

test("inputs whose turn did not come have a line of their own", async () => {
  const words = [...never, "--budget", "200ms", "--", "sleep", "9{#}", ":::", "a", "b", "c"];
  const { code, lines } = await run(words);
  expect(code).toBe(124);
  expect(lines.map(({ input }) => input)).toEqual(["a", "b", "c", undefined]);
  expect(lines[2]).toMatchObject({ solved: false, tries: 0, arm: null, cutoff: null });
});
