import { createHash, randomBytes } from "node:crypto";
import { existsSync, linkSync, readFileSync, renameSync, unlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { UsageError } from "../shell/usage-error.ts";
import { parseObject } from "./lines.ts";
import { startOf } from "./process-identity.ts";

/**
 * One writer at a time: `FILE.lock` says who, by process number, start and host. Node has no flock, so
 * a lock outlives a crash; the next writer sees that its owner is gone, and takes it over. The file
 * appears by link(2), whole or not at all, and only if there is none.
 *
 * Two may find the same dead owner at the same moment. Who wants to take over from him must first hold a
 * lock of its own kind that is named after him, and then look again: only its holder may replace what he left,
 * so if that is still there, it is there until the holder replaces it by rename(2). A holder may die too, and
 * is succeeded in the same way. Tried and lost: to move the dead lock aside. Who is late moves a living one, and
 * while he puts it back a third finds none.
 *
 * A lock from another host cannot be looked into, and is respected until somebody deletes it.
 */
export function lockFile(path: string): { release(): void } {
  const lock = `${path}.lock`;
  const own = `${lock}.${process.pid}.${randomBytes(4).toString("hex")}`;
  const text = `${JSON.stringify({ pid: process.pid, start: startOf(process.pid), host: hostname() })}\n`;
  const release = (place: string) => {
    if (readIfThere(place) === text) unlinkSync(place);
  };

  /** Makes `place` ours; gives its living owner if it has one. */
  function acquire(place: string): string | undefined {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      if (linked(own, place)) return undefined;
      const found = readIfThere(place);
      if (found === undefined) continue;
      const owner = livingOwner(found) ?? succeed(place, found);
      if (owner !== LATE) return owner;
    }
    throw new UsageError(`${path}: cannot be locked: others take ${lock} again and again`);
  }

  /** Takes over from a dead owner; gives the living one who is about to, or LATE if it was done. */
  function succeed(place: string, dead: string): string | undefined {
    const succession = `${lock}.after-${createHash("sha256").update(dead).digest("hex").slice(0, 16)}`;
    const rival = acquire(succession);
    if (rival !== undefined) return rival;
    try {
      if (readIfThere(place) !== dead) return LATE;
      linkSync(own, `${own}.next`);
      renameSync(`${own}.next`, place);
      return undefined;
    } finally {
      release(succession);
    }
  }

  writeFileSync(own, text, { flag: "wx" });
  try {
    const owner = acquire(lock);
    if (owner === undefined) return { release: () => release(lock) };
    throw new UsageError(
      `${path}: must have one writer at a time, got a second; it is in use by ${owner} (${lock})`,
    );
  } finally {
    unlinkSync(own);
  }
}

/** Whether somebody writes the file at the moment. */
export function isLocked(path: string): boolean {
  const lock = `${path}.lock`;
  const found = existsSync(lock) ? readIfThere(lock) : undefined;
  return found !== undefined && livingOwner(found) !== undefined;
}

const MAX_ROUNDS = 100;
const LATE = "late";

function livingOwner(text: string): string | undefined {
  const { pid, start, host } = parseObject(text) ?? {};
  if (host !== hostname()) return `a process on ${typeof host === "string" ? host : "an unknown host"}`;
  const running = typeof pid === "number" ? startOf(pid) : undefined;
  return running !== undefined && running === start ? `process ${pid}` : undefined;
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
