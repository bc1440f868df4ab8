import { readFileSync, rmSync } from "node:fs";
import { createInterface } from "node:readline";
import { allProcesses, kill } from "./process-group.ts";

/*
 * The watchdog's program: `node watchdog-main.js NAME=VALUE FOLDER…`. It reads lines of the run that started it
 * (watchdog.ts): `+GROUP` and `-GROUP` of a process group, and `~NAME=VALUE` of the mark of a program that
 * ended. End of input means that the run is gone.
 */

const [mark, ...folders] = process.argv.slice(2);
const groups = new Set<number>();
/** Marks of programs that have ended: a process that carries one was left behind. */
let ended = new Set<string>();
let sweeping = false;
/** The time between two sweeps. A sweep takes some milliseconds, and tries may end a hundred times a second. */
const SWEEP_EVERY_MS = 500;
/** A program may be between fork and exec when its run dies, without its mark yet: look again. */
const SWEEPS_AFTER_MS = [0, 50, 150, 400];

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});

const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => {
  if (line.startsWith("~")) return sweepSoon(line.slice(1));
  const group = Number(line.slice(1));
  // 0 would be this group, 1 would be all processes.
  if (!(Number.isInteger(group) && group > 1)) return;
  if (line.startsWith("+")) groups.add(group);
  else groups.delete(group);
});
lines.on("close", () => {
  for (const group of groups) kill(-group);
  removeFolders();
  for (const delay of SWEEPS_AFTER_MS) setTimeout(sweep, delay);
  // Again, since a program may have written there until now.
  process.on("exit", removeFolders);
});

function sweepSoon(mark: string): void {
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
}

/** Kills all processes that carry such a mark. Where there is no /proc, the groups must do. */
function killCarriersOf(isMark: (variable: string) => boolean): void {
  for (const pid of allProcesses() ?? []) {
    if (pid !== process.pid && carries(pid, isMark)) kill(pid);
  }
}

function carries(pid: number, isMark: (variable: string) => boolean): boolean {
  try {
    const text = readFileSync(`/proc/${pid}/environ`, "latin1");
    // Most processes have no mark, and to split the text takes longer than to read it.
    return text.includes("MULLIGAN_") && text.split("\0").some(isMark);
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
