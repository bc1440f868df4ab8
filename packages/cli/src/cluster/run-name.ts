import { createHash, randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { resolve } from "node:path";
import type { Trial } from "@mulligan/core/problem";
import { UsageError } from "../shell/usage-error.ts";

const NAME = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * The name of a run in Redis. With a journal the same command line is the same run again, on this machine: its workers
 * may have gone on meanwhile. Without one it is a new run, unless it is given a name.
 */
export function runName(given: string | undefined, state: string | undefined, about: unknown): string {
  if (given !== undefined) {
    if (NAME.test(given)) return given;
    throw new UsageError(`--run-name: must have 1 to 64 letters, digits, - and _, got "${given}"`);
  }
  if (state === undefined) return `run-${randomBytes(8).toString("hex")}`;
  const text = JSON.stringify([hostname(), resolve(state), about]);
  return `journal-${createHash("sha256").update(text).digest("hex").slice(0, 24)}`;
}

/** Where a trial stands in the log of a run, as a journal keeps it. */
export function loggedAt(run: string, place: string): string {
  return `${run}@${place}`;
}

/** The last place of the run's log that is in a journal: what comes after it is read again. */
export function lastLogged(run: string, trials: readonly Trial[]): string | undefined {
  const start = `${run}@`;
  for (let place = trials.length - 1; place >= 0; place--) {
    const { logged } = trials[place];
    if (logged?.startsWith(start)) return logged.slice(start.length);
  }
  return undefined;
}
