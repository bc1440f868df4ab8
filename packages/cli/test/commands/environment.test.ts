import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
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
    timeout: 20_000,
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
  expect(stderr).toMatch(
    /^mulligan: TMPDIR: must be a folder in which files can be made, got [^\n]+: [^\n]+\n$/,
  );
  expect([code, stdout]).toEqual([2, ""]);
  expect(existsSync("/nonexistent-mulligan")).toBe(false);
});

test("a refused TMPDIR leaves no journal", () => {
  const state = join(newFolder(), "journal");
  expect(startMulligan(["run", "--state", state, "--", "true"], "", { TMPDIR: "/proc" }).code).toBe(2);
  expect(existsSync(state)).toBe(false);
});

test.for([
  ["run", ["run", "-j", "20", "--", "echo", "{input}", ":::", "a", "b"]],
  ["sat", ["sat", "."]],
  ["simulate", ["simulate", "--law", "exponential(mean=1)"]],
  ["serve", ["serve", "--port", "0"]],
  ["worker", ["worker", "--redis", "redis://localhost:1"]],
] as const)("%s needs more than 20 open files, and says so in one line", ([, words]) => {
  const { code, stderr } = startAfter("ulimit -n 20", words);
  expect([code, stderr]).toEqual([
    2,
    "mulligan: at least 160 open files must be allowed, got 20; `ulimit -n 160` allows them\n",
  ]);
});

test("run has fewer jobs where more would need more open files than are allowed", () => {
  const inputs = Array.from({ length: 40 }, (_, i) => String(i));
  const words = ["run", "-j", "40", "--json", "--", "sh", "-c", "sleep 0.1; echo {input}", ":::", ...inputs];
  const { code, stdout, stderr } = startAfter("ulimit -n 160", words);
  expect(stderr).toBe(
    "mulligan: --jobs: 8 at a time instead of 40, since 160 open files are allowed (ulimit -n)\n",
  );
  expect(JSON.parse(stdout.trim().split("\n").at(-1)!)).toMatchObject({ tasks: 40, solved: 40 });
  expect(code).toBe(0);
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
  expect(stderr).toMatch(/^mulligan: [^\n]+: must hold a URL, got more\n$/);
  expect(status).toBe(2);
});
