import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import type { Trial } from "@mulligan/core/problem";
import { type Header, headerProblem, parseTrial, sessionOn } from "../../journal/journal-format.ts";
import { isIntact, parseObject } from "../../journal/lines.ts";
import { findLock } from "../../journal/lock.ts";
import type { WithoutCutoff } from "../../tasks/without-cutoff.ts";
import type { ArmStatistics } from "../problem/arm-statistics.ts";
import type { ProblemSummary, ServedRun } from "../problem/problem-state.ts";
import type { RecentTrials } from "../problem/recent-trials.ts";
import { countTrials, type JournalEntry } from "./trial-counts.ts";

/** The journal of a `mulligan run` or `sat`, read as it grows, and never written. */
export interface RunFile {
  readonly name: string;
  readonly statistics: readonly ArmStatistics[];
  readonly recentTrials: RecentTrials;
  /** Whether its command still ran when it was read last, and otherwise how it ended. */
  readonly state: ServedRun["state"];
  /** The estimated cost of the successes of each arm without cutoffs. */
  costs(): readonly (WithoutCutoff | null)[];
  /** Whether its end was reached once. */
  readonly whole: boolean;
  summary(): ProblemSummary;
  /**
   * Reads on, one part at a time, so that a long journal does not hold up requests. Returns the trials that were added
   * after its end was reached once; undefined if the file was replaced or deleted.
   */
  more(): readonly Trial[] | undefined;
}

/** Bytes that are read at a time, and the longest line that a journal may have. */
const PART_BYTES = 2 ** 20;
const NEWLINE = 10;

/** Opens the run of this file; returns undefined if it is not a journal. */
export function openRunFile(path: string, name: string): RunFile | undefined {
  const first = readAt(path, 0);
  const length = first?.bytes.indexOf(NEWLINE) ?? -1;
  if (first === undefined || length < 0) return undefined;
  const line = first.bytes.toString("utf8", 0, length);
  if (headerProblem(line) !== undefined) return undefined;
  const header = parseObject(line) as unknown as Header;
  const arms = header.arms.map((arm) => arm.name);
  const counted = countTrials(header);
  const { tries } = counted;
  let position = length + 1;
  /** True after a damaged line: the rest cannot be trusted. */
  let damaged = false;
  let whole = false;
  let { changed, size } = first;
  let lock = findLock(path);
  const stateNow = (): ServedRun["state"] => {
    if (lock === undefined) return counted.end();
    return lock.isAlive ? "running" : "gone";
  };

  return {
    name,
    statistics: counted.statistics,
    recentTrials: tries,
    get state() {
      return stateNow();
    },
    costs: counted.costs,
    get whole() {
      return whole;
    },
    summary: () => ({
      name,
      readOnly: true,
      live: stateNow() === "running",
      run: { ...counted.session(lock?.session), state: stateNow() },
      withoutCutoff: counted.cost(),
      lastActive: changed,
      ...(whole ? {} : { readShare: position / size }),
      unit: header.unit,
      policy: header.policy,
      cutoffs: header.cutoffs,
      mode: header.mode as "retry" | "abandon",
      sequence: tries.last,
      decisions: tries.last,
      observations: tries.last,
      outstanding: 0,
      arms: counted.arms(),
    }),
    more() {
      const next = readAt(path, position);
      if (next === undefined || next.file !== first.file || next.size < position) return undefined;
      const isLast = position + next.bytes.length >= next.size;
      const read = damaged ? undefined : entriesIn(next.bytes, arms);
      for (const entry of read?.entries ?? []) counted.enter(entry);
      position += read?.length ?? 0;
      damaged ||= read?.damaged === true;
      ({ changed, size } = next);
      lock = findLock(path);
      const wasWhole = whole;
      whole ||= damaged || isLast;
      return wasWhole ? (read?.entries ?? []).map(({ trial }) => trial) : [];
    },
  };
}

/** The trials on the whole lines of a part, and their length in bytes. It ends at a damaged line. */
function entriesIn(bytes: Buffer, arms: readonly string[]) {
  const entries: JournalEntry[] = [];
  let [length, damaged] = [0, false];
  for (let newline = bytes.indexOf(NEWLINE); newline >= 0; newline = bytes.indexOf(NEWLINE, length)) {
    const text = bytes.toString("utf8", length, newline);
    const trial = isIntact(text) === false ? undefined : parseTrial(text, arms);
    damaged = trial === undefined;
    if (trial === undefined) break;
    length = newline + 1;
    entries.push({ trial, session: sessionOn(text) });
  }
  return { entries, length, damaged };
}

interface Part {
  readonly bytes: Buffer;
  readonly size: number;
  /** Device and inode. */
  readonly file: string;
  /** When the file was written last. */
  readonly changed: number;
}

/** A part of a file from this position on. */
function readAt(path: string, from: number): Part | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, "r");
    const { size, ino, dev, mtimeMs } = fstatSync(descriptor);
    const bytes = Buffer.alloc(Math.max(0, Math.min(PART_BYTES, size - from)));
    const length = bytes.length === 0 ? 0 : readSync(descriptor, bytes, 0, bytes.length, from);
    return { bytes: bytes.subarray(0, length), size, file: `${dev}:${ino}`, changed: Math.round(mtimeMs) };
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
