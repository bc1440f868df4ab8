import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, lstatSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { newFolder } from "../new-folder.ts";
import { main, startMulligan } from "../start-command.ts";
import { catches } from "./catches.ts";

/** Runs the command after some words of the shell, such as `ulimit -n 20`. */
function startAfter(first: string, words: readonly string[], cwd = newFolder()) {
  const script = `${first}; exec '${process.execPath}' '${main}' "$@"`;
  const { status, stdout, stderr } = spawnSync("bash", ["-c", script, "bash", ...words], {
    cwd,
    encoding: "utf8",
    timeout: 60_000,
  });
  return { code: status, stdout, stderr };
}

test.for([
  ["/proc", ["run", "--", "echo", "{tmp}", ":::", "a"]],
  ["/nonexistent-mulligan", ["run", "--", "echo", "{tmp}", ":::", "a"]],
  ["/dev/null", ["run", "--", "echo", "{tmp}", ":::", "a"]],
  ["/proc", ["worker", "--allow", "echo", "--redis", "redis://localhost:1"]],
] as const)("TMPDIR=%s, where no file can be made, is refused at the start", ([place, words]) => {
  const { code, stdout, stderr } = startMulligan(words, "", { TMPDIR: place });
  expect(stderr).toMatch(/^mulligan: TMPDIR: must be a writable folder, got [^\n]+: [^\n]+\n$/);
  expect([code, stdout]).toEqual([2, ""]);
  expect(existsSync("/nonexistent-mulligan")).toBe(false);
});

test("run on one machine passes on the variables of worker and serve, since it does not use them", () => {
  const secrets = { MULLIGAN_TOKEN: "0123456789abcdef", MULLIGAN_REDIS: "redis://localhost:1" };
  const script = "echo $MULLIGAN_TOKEN $MULLIGAN_REDIS";
  const { stdout } = startMulligan(["run", "--", "bash", "-c", script], "", secrets);
  expect(stdout).toBe("0123456789abcdef redis://localhost:1\n");
});

test("a refused TMPDIR leaves no journal", () => {
  const state = join(newFolder(), "journal");
  expect(startMulligan(["run", "--state", state, "--", "true"], "", { TMPDIR: "/proc" }).code).toBe(2);
  expect(existsSync(state)).toBe(false);
});

test("a run that may open too few files for a program says so in one line", () => {
  const { code, stderr } = startAfter("ulimit -n 30", ["run", "--", "true"]);
  expect([code, stderr]).toEqual([
    2,
    "mulligan: true: cannot be started: too many files are open; `ulimit -n` must allow more\n",
  ]);
});

test("a command that waits for --redis-file from a pipe hears a signal", async () => {
  const folder = newFolder();
  spawnSync("sh", ["-c", `mkfifo "$0"`, join(folder, "address")]);
  const child = spawn(process.execPath, [main, "cluster", "status", "--redis-file", "address"], {
    cwd: folder,
  });
  const exit = once(child, "exit");
  while (!catches(child.pid!, "SIGHUP")) await sleep(20);
  await sleep(300);
  const asked = performance.now();
  child.kill("SIGTERM");
  expect(await exit).toEqual([130, null]);
  expect(performance.now() - asked).toBeLessThan(2_000);
});

test("--redis-file may be a pipe, and holds a URL and not more", () => {
  const script = `exec '${process.execPath}' '${main}' cluster status --redis-file <(cat "$1")`;
  const start = (file: string) => spawnSync("bash", ["-c", script, "bash", file], { encoding: "utf8" });
  const file = join(newFolder(), "address");
  writeFileSync(file, "redis://localhost:1\n");
  expect(start(file).stderr).toContain("redis://localhost:1: connect ECONNREFUSED");
  writeFileSync(file, "x".repeat(20_000));
  const { status, stderr } = start(file);
  expect(stderr).toMatch(/^mulligan: [^\n]+: must hold one URL, got more\n$/);
  expect(status).toBe(2);
});

test("--svg at a pipe that nobody reads is refused, and not waited for", () => {
  const words = ["theory", "--law", "exponential(mean=1)", "--svg", "figure"];
  const { code, stderr } = startAfter("mkfifo figure", words);
  expect([code, stderr]).toEqual([2, "mulligan: figure: cannot be written: no such device or address\n"]);
});

/** A run that keeps a journal, what the program wrote, and a folder. */
const keeping = [
  ...["run", "--state", "journal", "--results", "results", "--out", "out", "--quiet"],
  ...["--", "sh", "-c", "echo {input}; echo x > {tmp}/file", ":::", "a"],
];

test.for([
  ["077", ["600", "700", "600", "700", "700", "600"]],
  ["000", ["600", "777", "666", "777", "777", "666"]],
] as const)(
  "with umask %s all that is kept has the modes that it asks for, but the journal is private",
  ([umask, modes]) => {
    const folder = newFolder();
    expect(startAfter(`umask ${umask}`, keeping, folder).code).toBe(0);
    const script = "stat -c %a journal results results/*.out out out/* out/*/*";
    const { stdout } = spawnSync("sh", ["-c", script], { cwd: folder, encoding: "utf8" });
    expect(stdout.trim().split("\n")).toEqual(modes);
  },
);

test("links in --results are replaced, folders and --state behind links are written, and their targets stay", () => {
  const folder = newFolder();
  const before = [
    ...["mkdir kept elsewhere", "ln -s kept results", "ln -s kept out", "ln -s elsewhere/log journal"],
    ...["echo mine > elsewhere/mine", "ln -s ../elsewhere/mine kept/000001-a-4162fddd39.out"],
  ];
  expect(startAfter(before.join("; "), keeping, folder).code).toBe(0);
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
  (state) => {
    const { code, stderr } = startAfter("mkfifo pipe", ["run", "--state", state, "--", "true"]);
    expect([code, stderr]).toEqual([2, `mulligan: ${state}: must be a regular file\n`]);
  },
);

test("closed inputs and outputs change no exit code", () => {
  const folder = newFolder();
  writeFileSync(join(folder, "a.cnf"), "p cnf 2 1\n1 2 0\n");
  expect(startAfter("exec <&- >&- 2>&-", ["sat", "a.cnf"], folder).code).toBe(10);
  expect(startAfter("exec <&-", ["run", "--quiet", "--", "true"], folder).code).toBe(0);
});

test("a name cannot move the cursor or end a line of the report on it", () => {
  const folder = newFolder();
  writeFileSync(join(folder, "new\nline\u001b[31m.cnf"), "p cnf 2 1\n1 2 0\n");
  const { stdout } = startAfter(":", ["sat", folder]);
  expect(stdout).toContain("new\\nline\\u001b[31m.cnf: solved");
  expect(stdout).not.toContain("\u001b");
});
