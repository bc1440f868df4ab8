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
    ":::",
  ]);
  expect(lines.slice(0, -1).map((line) => line.input)).toEqual(["--help", "-x", ":::"]);
});

test("a second ::: is an input, and a notice says so", async () => {
  const { lines, stderr } = await run(["--json", "--", "true", "{}", ":::", "a", ":::", "b"]);
  expect(lines.at(-1)).toMatchObject({ tasks: 3, solved: 3 });
  expect(stderr).toBe("mulligan: there is one list of inputs; the second ::: is an input like the others\n");
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

test("{1} and {sede} are what others write, or mistype: passed on as they stand, with a notice", async () => {
  const { stderr, code } = await run(["--json", "--", "true", "{1}", "{sede}", ":::", "a"]);
  expect(code).toBe(0);
  expect(stderr).toBe(
    "mulligan: no command has {input}; did you mean it by {1}? no command has {seed}; did you mean it by {sede}?\n",
  );
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
    "9",
    ":::",
    "a",
    "b",
    "c",
  ]);
  expect(code).toBe(124);
  expect(lines.map(({ input }) => input)).toEqual(["a", "b", "c", undefined]);
  expect(lines[2]).toMatchObject({ solved: false, tries: 0, arm: null, cutoff: null });
});

test("inputs without a place in the command give a notice, arm by arm", async () => {
  const { code, stderr } = await run(["--json", "--", "true", ":::", "a", "b"]);
  expect(code).toBe(0);
  expect(stderr).toBe("mulligan: the command has no place for its input: put {} where it belongs\n");
  const arms = ["--arm", "x=true {/}", "--arm", "y=true"];
  expect((await run(["--json", ...arms, ":::", "a"])).stderr).toBe(
    "mulligan: arm y has no place for its input: put {} where it belongs\n",
  );
  expect((await run(["--json", "--until", "1", "--", "true"])).stderr).toBe("");
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
