import { readdirSync, readFileSync, rmSync } from "node:fs";
import { createInterface } from "node:readline";
import { goAbove, killCgroup, removeCgroup } from "./cgroup.ts";

/*
 * The guardian's program: `node guardian-main.js NAME=VALUE FOLDER…`, told `+GROUP` and `-GROUP` on stdin by the run
 * that started it (guardian.ts), `=FOLDER` of its cgroup, and `~NAME=VALUE` of the mark of a program that ended.
 * End of input means that the run is gone.
 */

const [mark, ...folders] = process.argv.slice(2);
const groups = new Set<number>();
let cgroup: string | undefined;
/** Marks of programs that have ended: who carries one was left behind. */
let ended = new Set<string>();
let sweeping = false;
/** Between two looks for them. A look takes some milliseconds, and tries may end a hundred times a second. */
const SWEEP_EVERY_MS = 500;
/** A program may be between fork and exec when its run dies, without its mark yet: look again. */
const SWEEPS_AFTER_MS = [0, 50, 150, 400];

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});

const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => {
  if (line.startsWith("=")) {
    cgroup = line.length === 1 ? undefined : line.slice(1);
    // One that was started later was started inside.
    if (cgroup !== undefined) goAbove(cgroup);
    return;
  }
  if (line.startsWith("~")) return sweepSoon(line.slice(1));
  const group = Number(line.slice(1));
  // 0 would be this group, 1 would be everybody.
  if (!(Number.isInteger(group) && group > 1)) return;
  if (line.startsWith("+")) groups.add(group);
  else groups.delete(group);
});
lines.on("close", () => {
  for (const group of groups) kill(-group);
  if (cgroup !== undefined) killCgroup(cgroup);
  removeFolders();
  for (const delay of SWEEPS_AFTER_MS) setTimeout(sweep, delay);
  process.on("exit", () => cgroup !== undefined && removeCgroup(cgroup));
  // Again, since somebody may have written there until now.
  process.on("exit", removeFolders);
});

/** Where there is a cgroup, the run itself ends them. */
function sweepSoon(mark: string): void {
  if (cgroup !== undefined) return;
  ended.add(mark);
  if (sweeping) return;
  sweeping = true;
  setTimeout(() => {
    const marks = ended;
    ended = new Set();
    sweeping = false;
    killCarriersOf((name) => marks.has(name));
  }, SWEEP_EVERY_MS).unref();
}

function sweep(): void {
  killCarriersOf((name) => name === mark);
  if (cgroup !== undefined) killCgroup(cgroup);
}

/** Kills whoever carries such a mark. Where there is no /proc, the groups must do. */
function killCarriersOf(isMark: (variable: string) => boolean): void {
  let names: string[];
  try {
    names = readdirSync("/proc");
  } catch {
    return;
  }
  for (const name of names) {
    if (/^\d+$/.test(name) && Number(name) !== process.pid && carries(name, isMark)) kill(Number(name));
  }
}

function carries(pid: string, isMark: (variable: string) => boolean): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1").split("\0").some(isMark);
  } catch {
    return false; // another user's, or gone
  }
}

function removeFolders(): void {
  for (const folder of folders) {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // what may not be removed stays
    }
  }
}

function kill(target: number): void {
  try {
    process.kill(target, "SIGKILL");
  } catch {
    // gone already
  }
}
