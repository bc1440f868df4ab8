import { createHash, randomBytes } from "node:crypto";
import { existsSync, linkSync, readFileSync, renameSync, unlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { UsageError } from "../shell/usage-error.ts";
import { parseObject } from "./lines.ts";
import { ownStart, stillRuns } from "./running-process.ts";
import { readSession, type Session } from "./session.ts";

/** Locks a file until the returned function is called or the process ends. `session` is kept in the lock. */
export function holdLock(path: string, session?: Session): () => void {
  const { release } = lockFile(path, session);
  process.once("exit", release);
  return () => {
    process.off("exit", release);
    release();
  };
}

/**
 * Locks a file, so that it has one writer at a time: `FILE.lock` names it, by process number, start and host. Node has no flock, so a lock
 * outlives a crash; the next writer sees that its owner is gone, and takes it over. The file appears by link(2), whole or not at all, and
 * only if there is none.
 *
 * Two processes may find the same dead owner at the same moment. To take over, a process must first hold a second lock, which is named
 * after the dead owner, and then look again. Only its holder may replace the dead lock, by rename(2), so the lock cannot change in between.
 * If a holder dies too, the same rule applies to its lock. Moving the dead lock aside does not work: a late process moves a living one, and
 * while it puts it back a third process finds none.
 *
 * A lock from another host or user cannot be checked, and stays until a user deletes it.
 */
export function lockFile(path: string, session?: Session): { release(): void } {
  const lock = `${path}.lock`;
  const own = `${lock}.${process.pid}.${randomBytes(4).toString("hex")}`;
  const owner = { pid: process.pid, start: ownStart(), host: hostname() };
  const text = `${JSON.stringify({ ...owner, session })}\n`;
  const release = (place: string) => {
    if (readIfThere(place) === text) unlinkSync(place);
  };

  /** Makes `place` ours; returns its living owner if it has one. */
  function acquire(place: string): string | undefined {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      if (linked(own, place)) return undefined;
      const found = readIfThere(place);
      if (found === undefined) continue;
      const owner = livingOwner(found) ?? succeed(place, found);
      if (owner !== LATE) return owner;
    }
    throw new UsageError(`${path}: cannot be locked: other processes keep taking ${lock}`);
  }

  /** Takes over from a dead owner; returns the living process that is about to, or LATE if one has done it. */
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

  // The session has the command line.
  writeFileSync(own, text, { flag: "wx", mode: 0o600 });
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

/** The lock of a file, as another process finds it. */
export interface FoundLock {
  /** False if the process that holds it is gone: it was killed, or the machine stopped. */
  readonly isAlive: boolean;
  readonly session: Session | undefined;
}

/** Returns the lock of a file; undefined if no process is writing it, or if the last one ended in order. */
export function findLock(path: string): FoundLock | undefined {
  const lock = `${path}.lock`;
  const found = existsSync(lock) ? readIfThere(lock) : undefined;
  if (found === undefined) return undefined;
  return { isAlive: livingOwner(found) !== undefined, session: readSession(parseObject(found)?.session) };
}

const MAX_ROUNDS = 100;
const LATE = "late";

/** Stands for the lock of another user: only its owner may read it. */
const UNREADABLE = "unreadable";

function livingOwner(text: string): string | undefined {
  if (text === UNREADABLE) return "a process of another user";
  const { pid, start, host } = parseObject(text) ?? {};
  if (host !== hostname()) return `a process on ${typeof host === "string" ? host : "an unknown host"}`;
  const lives = typeof pid === "number" && stillRuns(pid, (known) => known === start);
  return lives ? `process ${pid}` : undefined;
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
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EACCES" ? UNREADABLE : undefined;
  }
}
