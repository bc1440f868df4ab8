import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newFolder } from "../new-folder.ts";
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
  const { lines, stderr } = await run(["--json", "--", "true", ":::", "a", ":::", "b"]);
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

test("{} for {input} is what others write: it is passed on as it stands, with a notice", async () => {
  const { stderr, code } = await run(["--", "true", "{}", "{sede}", ":::", "a"]);
  expect(code).toBe(0);
  expect(stderr).toBe(
    "mulligan: no command has {input}; did you mean it by {}? no command has {seed}; did you mean it by {sede}?\n",
  );
  expect((await run(["--", "true", "{input}", "{}", ":::", "a"])).stderr).toBe("");
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
