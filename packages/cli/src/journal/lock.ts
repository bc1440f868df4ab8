import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, renameSync, unlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { startOf } from "./process-identity.ts";
import { parseObject } from "./trial-line.ts";

/**
 * One writer at a time: `FILE.lock` says who, by process number, start and host. Node has no flock, so
 * a lock outlives a crash; the next writer sees that its owner is gone, and takes it over. The file
 * appears by link(2), whole or not at all; it is taken over by rename(2), which only one of several can
 * do. Who finds that he moved away the lock of a living owner, faster than he, puts it back.
 *
 * A lock from another host cannot be looked into, and is respected until somebody deletes it.
 */
export function lockFile(path: string): { release(): void } {
  const lock = `${path}.lock`;
  const own = `${lock}.${process.pid}.${randomBytes(4).toString("hex")}`;
  const text = `${JSON.stringify({ pid: process.pid, start: startOf(process.pid), host: hostname() })}\n`;
  writeFileSync(own, text, { flag: "wx" });
  try {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      if (linked(own, lock)) return { release: () => releaseIfOwn(lock, text) };
      const found = readIfThere(lock);
      if (found === undefined) continue;
      const owner = livingOwner(found);
      if (owner !== undefined) {
        throw new Error(
          `${path}: must have one writer at a time, got a second; it is in use by ${owner} (${lock})`,
        );
      }
      takeAway(lock, `${own}.gone`, found);
    }
    throw new Error(`${path}: cannot be locked: others take ${lock} again and again`);
  } finally {
    unlinkSync(own);
  }
}

const MOST_ROUNDS = 100;

function livingOwner(text: string): string | undefined {
  const { pid, start, host } = parseObject(text) ?? {};
  if (host !== hostname()) return `a process on ${typeof host === "string" ? host : "an unknown host"}`;
  const running = typeof pid === "number" ? startOf(pid) : undefined;
  return running !== undefined && running === start ? `process ${pid}` : undefined;
}

function takeAway(lock: string, aside: string, judged: string): void {
  try {
    renameSync(lock, aside);
  } catch {
    return; // somebody else was faster
  }
  if (readIfThere(aside) !== judged) linked(aside, lock);
  unlinkSync(aside);
}

function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function releaseIfOwn(lock: string, text: string): void {
  if (readIfThere(lock) === text) unlinkSync(lock);
}
