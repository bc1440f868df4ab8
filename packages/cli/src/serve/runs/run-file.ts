import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import type { Trial } from "@mulligan/core/problem";
import { type Header, headerProblem, parseTrial } from "../../journal/journal-format.ts";
import { isIntact, parseObject } from "../../journal/lines.ts";
import { isLocked } from "../../journal/lock.ts";
import { type ArmStatistics, addOutcome, newArmStatistics } from "../problem/arm-statistics.ts";
import { type ProblemSummary, servedArmCounts } from "../problem/problem-state.ts";
import { RecentTrials } from "../problem/recent-trials.ts";

/** The journal of a `mulligan run` or `sat`, read as it grows, and never written. */
export interface RunFile {
  readonly name: string;
  readonly statistics: readonly ArmStatistics[];
  readonly recentTrials: RecentTrials;
  /** Whether its command still ran when it was read last. */
  readonly live: boolean;
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
  const end = first?.bytes.indexOf(NEWLINE) ?? -1;
  if (first === undefined || end < 0) return undefined;
  const line = first.bytes.toString("utf8", 0, end);
  if (headerProblem(line) !== undefined) return undefined;
  const header = parseObject(line) as unknown as Header;
  const arms = header.arms.map((arm) => arm.name);
  const { seen, tries, counts, enter } = countTrials(arms);
  let position = end + 1;
  /** True after a damaged line: the rest cannot be trusted. */
  let damaged = false;
  let whole = false;
  let { changed, size } = first;
  let live = isLocked(path);

  function* trialsIn(bytes: Buffer): Generator<Trial> {
    for (let newline = bytes.indexOf(NEWLINE); newline >= 0 && !damaged; ) {
      const text = bytes.toString("utf8", 0, newline);
      const trial = isIntact(text) === false ? undefined : parseTrial(text, arms);
      if (trial === undefined) damaged = true;
      else {
        position += newline + 1;
        bytes = bytes.subarray(newline + 1);
        newline = bytes.indexOf(NEWLINE);
        yield trial;
      }
    }
  }

  return {
    name,
    statistics: seen,
    recentTrials: tries,
    get live() {
      return live;
    },
    get whole() {
      return whole;
    },
    summary: () => ({
      name,
      readOnly: true,
      live,
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
      arms: arms.map((arm, place) => servedArmCounts(arm, counts[place], seen[place])),
    }),
    more() {
      const next = readAt(path, position);
      if (next === undefined || next.file !== first.file || next.size < position) return undefined;
      const isLast = position + next.bytes.length >= next.size;
      const added: Trial[] = [];
      for (const trial of trialsIn(next.bytes)) {
        enter(trial);
        added.push(trial);
      }
      ({ changed, size } = next);
      live = isLocked(path);
      const wasWhole = whole;
      whole ||= damaged || isLast;
      return wasWhole ? added : [];
    },
  };
}

/** Counts the trials of these arms. */
function countTrials(arms: readonly string[]) {
  const seen = arms.map(newArmStatistics);
  const counts = arms.map(() => 0);
  const tries = new RecentTrials();
  const enter = ({ arm, cutoff, attempt, input, outcome, stopped }: Trial) => {
    counts[arm] += 1;
    addOutcome(seen[arm], outcome);
    tries.add({ at: null, arm, cutoff, attempt, task: input ?? undefined, outcome, stopped });
  };
  return { seen, tries, counts, enter };
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
