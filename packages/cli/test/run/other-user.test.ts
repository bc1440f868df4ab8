import { execFileSync, spawn } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { newFolder } from "../new-folder.ts";
import { main } from "../start-command.ts";
import { hasProc } from "./command.ts";

const NOBODY = 65534;
const SETPRIV = "/usr/bin/setpriv";
const asNobody = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"];

/** A setpriv with the setuid bit, which stands for sudo: it starts a program as root. Undefined where that cannot be. */
function sudoLike(): { readonly folder: string; readonly sudo: string } | undefined {
  if (!hasProc || process.getuid?.() !== 0 || !existsSync(SETPRIV)) return undefined;
  const folder = newFolder();
  chmodSync(folder, 0o755);
  const sudo = join(folder, "sudo-like");
  copyFileSync(SETPRIV, sudo);
  chmodSync(sudo, 0o4755);
  mkdirSync(join(folder, "tmp"));
  chmodSync(join(folder, "tmp"), 0o1777);
  try {
    const words = [...asNobody, sudo, "--reuid=0", "id", "-ru"];
    const user = execFileSync(SETPRIV, words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    execFileSync(SETPRIV, [...asNobody, process.execPath, main, "--version"], { stdio: "ignore" });
    return user.trim() === "0" ? { folder, sudo } : undefined;
  } catch {
    return undefined;
  }
}

const setting = sudoLike();
const WHY = "needs /proc, root, setpriv, setuid programs, and a node that other users can start";

function runAsNobody(words: readonly string[]) {
  const { folder } = setting!;
  const child = spawn(SETPRIV, [...asNobody, process.execPath, main, "run", ...words], {
    cwd: folder,
    env: { ...process.env, TMPDIR: join(folder, "tmp"), HOME: folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) =>
    child.on("close", (code) => resolve({ code, stdout, stderr })),
  );
}

const cutAt = (ms: number) => [
  "--policy",
  "never",
  "--timeout",
  `${ms}ms`,
  "--retries",
  "1",
  "--grace",
  "100ms",
];

test.skipIf(setting === undefined)(
  `a program of another user is named, its place stays taken, and the others go on (${WHY})`,
  async () => {
    const { sudo } = setting!;
    const { code, stdout, stderr } = await runAsNobody([
      ...["--json", "--jobs", "2", ...cutAt(500), "--"],
      ...["bash", "-c", `case $0 in root) exec ${sudo} --reuid=0 sleep 4;; *) sleep 0.1;; esac`, "{}"],
      ...[":::", "root", "a", "b", "c", "d"],
    ]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/process \d+ \(sleep 4\) cannot be ended: .*\(EPERM\)/);
    expect(stderr.match(/EPERM/g)?.length).toBe(1);
    const lines = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    // The others are done first, in one place; this one when its program has ended by itself.
    expect(lines.map(({ input }) => input).slice(0, 5)).toEqual(["a", "b", "c", "d", "root"]);
    expect(lines[4]).toMatchObject({ solved: false, tries: 1 });
    expect(lines[4].time).toBeGreaterThan(3_000);
  },
);

test.skipIf(setting === undefined)(
  `a child of another user in the group is named too, and the end of the budget ends the run beside it (${WHY})`,
  async () => {
    const { sudo } = setting!;
    const began = performance.now();
    const { code, stderr } = await runAsNobody([
      ...["--budget", "1s", ...cutAt(300), "--"],
      ...["bash", "-c", `${sudo} --reuid=0 sleep 20 & wait`, "{}", ":::", "a", "b"],
    ]);
    expect(code).toBe(124);
    expect(stderr).toMatch(/process \d+ \(sleep 20\) cannot be ended/);
    // One place, which stays taken: the second input is never started.
    expect(stderr.match(/cannot be ended/g)?.length).toBe(1);
    expect(performance.now() - began).toBeLessThan(18_000);
  },
);
