import { execFileSync } from "node:child_process";
import { existsSync, lstatSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mulligan } from "../call-command.ts";
import { newFolder } from "../new-folder.ts";
import { inShell } from "../start-command.ts";

test.for([
  ["/proc", "run"],
  ["/nonexistent-mulligan", "run"],
  ["/dev/null", "run"],
  ["/proc", "worker"],
] as const)(
  "TMPDIR=%s, where no file can be made, is refused by %s at the start, and leaves no journal",
  async ([place, command]) => {
    const state = join(newFolder(), "journal");
    const words = {
      run: ["run", "--state", state, "--", "echo", "{tmp}", ":::", "a"],
      worker: ["worker", "--allow", "echo", "--redis", "redis://localhost:1"],
    }[command];
    const { code, stdout, stderr } = await mulligan(words, "", { TMPDIR: place });
    expect(stderr).toMatch(/^mulligan: TMPDIR: must be a writable folder, got [^\n]+: [^\n]+\n$/);
    expect([code, stdout]).toEqual([2, ""]);
    expect([existsSync("/nonexistent-mulligan"), existsSync(state)]).toEqual([false, false]);
  },
);

test("run on one machine passes on the variables of worker and serve, since it does not use them", async () => {
  const secrets = { MULLIGAN_TOKEN: "0123456789abcdef", MULLIGAN_REDIS: "redis://localhost:1" };
  const script = "echo $MULLIGAN_TOKEN $MULLIGAN_REDIS";
  const { stdout } = await mulligan(["run", "--", "bash", "-c", script], "", secrets);
  expect(stdout).toBe("0123456789abcdef redis://localhost:1\n");
});

test("a run that may open too few files for a program says so in one line", () => {
  const { code, stderr } = inShell("ulimit -n 30; mulligan run -- true");
  expect([code, stderr]).toEqual([
    2,
    "mulligan: true: cannot be started: too many files are open; `ulimit -n` must allow more\n",
  ]);
});

test("--redis-file may be a pipe, and holds a URL and not more", () => {
  const file = join(newFolder(), "address");
  const start = () => inShell('mulligan cluster status --redis-file <(cat "$1")', [file]);
  writeFileSync(file, "redis://localhost:1\n");
  expect(start().stderr).toContain("redis://localhost:1: connect ECONNREFUSED");
  writeFileSync(file, "x".repeat(20_000));
  const { code, stderr } = start();
  expect(stderr).toMatch(/^mulligan: [^\n]+: must hold one URL, got more\n$/);
  expect(code).toBe(2);
});

test("--svg refuses a pipe without a reader at once", async () => {
  const figure = join(newFolder(), "figure.svg");
  execFileSync("mkfifo", [figure]);
  const { code, stderr } = await mulligan(["theory", "--law", "exponential(mean=1)", "--svg", figure]);
  expect([code, stderr]).toEqual([2, `mulligan: ${figure}: cannot be written: no such device or address\n`]);
});

/** A run that keeps a journal, what the program wrote, and a folder. */
const keeping =
  "mulligan run --state journal --results results --out out --quiet -- sh -c 'echo {input}; echo x > {tmp}/file' ::: a";

test.for([
  ["077", ["600", "700", "600", "700", "700", "600"]],
  ["000", ["600", "777", "666", "777", "777", "666"]],
] as const)(
  "with umask %s all that is kept has the modes that it asks for, but the journal is private",
  ([umask, modes]) => {
    const look = "stat -c %a journal results results/*.out out out/* out/*/*";
    const { code, stdout } = inShell(`umask ${umask}; ${keeping} && ${look}`, [], newFolder());
    expect([code, stdout.trim().split("\n")]).toEqual([0, modes]);
  },
);

test("links in --results are replaced, folders and --state behind links are written, and their targets stay", () => {
  const folder = newFolder();
  const before = [
    ...["mkdir kept elsewhere", "ln -s kept results", "ln -s kept out", "ln -s elsewhere/log journal"],
    ...["echo mine > elsewhere/mine", "ln -s ../elsewhere/mine kept/000001-a-4162fddd39.out"],
  ];
  expect(inShell([...before, keeping].join("; "), [], folder).code).toBe(0);
  expect(readFileSync(join(folder, "elsewhere/mine"), "utf8")).toBe("mine\n");
  expect(readFileSync(join(folder, "elsewhere/log"), "utf8")).toContain('"instance":"a"');
  const written = join(folder, "kept/000001-a-4162fddd39.out");
  expect([lstatSync(written).isFile(), readFileSync(written, "utf8")]).toEqual([true, "a\n"]);
  for (const link of ["results", "out", "journal"]) {
    expect(lstatSync(join(folder, link)).isSymbolicLink()).toBe(true);
  }
});

test.for(["/dev/null", "/dev/full", "pipe"])(
  "--state %s is no file that keeps anything, and is refused",
  async (name) => {
    const state = name === "pipe" ? join(newFolder(), name) : name;
    if (name === "pipe") execFileSync("mkfifo", [state]);
    const { code, stderr } = await mulligan(["run", "--state", state, "--", "true"]);
    expect([code, stderr]).toEqual([2, `mulligan: ${state}: must be a regular file\n`]);
  },
);

test("closed inputs and outputs change no exit code", () => {
  const folder = newFolder();
  writeFileSync(join(folder, "a.cnf"), "p cnf 2 1\n1 2 0\n");
  expect(inShell("mulligan sat a.cnf <&- >&- 2>&-", [], folder).code).toBe(10);
  expect(inShell("mulligan run --quiet -- true <&-", [], folder).code).toBe(0);
});

test("a name cannot move the cursor or end a line of the report on it", async () => {
  const folder = newFolder();
  writeFileSync(join(folder, "new\nline\u001b[31m.cnf"), "p cnf 2 1\n1 2 0\n");
  const { stdout } = await mulligan(["sat", folder]);
  expect(stdout).toContain("new\\nline\\u001b[31m.cnf: solved");
  expect(stdout).not.toContain("\u001b");
});
