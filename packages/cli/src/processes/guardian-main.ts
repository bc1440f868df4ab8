import { readdirSync, readFileSync, rmSync } from "node:fs";
import { createInterface } from "node:readline";

/*
 * The guardian's program: `node guardian-main.js NAME=VALUE FOLDER…`, told `+GROUP` and `-GROUP` on stdin by the run
 * that started it (guardian.ts). End of input means that the run is gone.
 */

const [mark, ...folders] = process.argv.slice(2);
const groups = new Set<number>();
/** A program may be between fork and exec when its run dies, without its mark yet: look again. */
const SWEEPS_AFTER_MS = [0, 50, 150, 400];

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});

const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const group = Number(line.slice(1));
  // 0 would be this group, 1 would be everybody.
  if (!(Number.isInteger(group) && group > 1)) return;
  if (line.startsWith("+")) groups.add(group);
  else groups.delete(group);
});
lines.on("close", () => {
  for (const group of groups) kill(-group);
  removeFolders();
  for (const delay of SWEEPS_AFTER_MS) setTimeout(sweep, delay);
  // Again, since somebody may have written there until now.
  process.on("exit", removeFolders);
});

/** Kills whoever carries the mark of the run. Where there is no /proc, the groups must do. */
function sweep(): void {
  let names: string[];
  try {
    names = readdirSync("/proc");
  } catch {
    return;
  }
  for (const name of names) {
    if (/^\d+$/.test(name) && Number(name) !== process.pid && carriesMark(name)) kill(Number(name));
  }
}

function carriesMark(pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1").split("\0").includes(mark);
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
