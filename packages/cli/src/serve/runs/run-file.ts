import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { elapsed, type Trial } from "@mulligan/core/problem";
import { type Header, headerProblem, parseTrial, sessionOn } from "../../journal/journal-format.ts";
import { isIntact, parseObject } from "../../journal/lines.ts";
import { findLock } from "../../journal/lock.ts";
import type { Session } from "../../journal/session.ts";
import { placesIn } from "../../run/programs.ts";
import { isSuccess, taskName } from "../../tasks/task.ts";
import { UncutCost, type WithoutCutoff } from "../../tasks/without-cutoff.ts";
import { type ArmStatistics, addOutcome, newArmStatistics } from "../problem/arm-statistics.ts";
import { type ProblemSummary, type ServedRun, servedArmCounts } from "../problem/problem-state.ts";
import { RecentTrials } from "../problem/recent-trials.ts";

/** The journal of a `mulligan run` or `sat`, read as it grows, and never written. */
export interface RunFile {
  readonly name: string;
  readonly statistics: readonly ArmStatistics[];
  readonly recentTrials: RecentTrials;
  /** Whether its command still ran when it was read last, and otherwise how it ended. */
  readonly state: ServedRun["state"];
  /** What the successes of each arm would have cost without cutoffs. */
  costs(): (WithoutCutoff | null)[];
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
  const { seen, tries, counts, costs, enter, session, end } = countTrials(header);
  let position = length + 1;
  /** True after a damaged line: the rest cannot be trusted. */
  let damaged = false;
  let whole = false;
  let { changed, size } = first;
  let lock = findLock(path);
  const stateNow = (): ServedRun["state"] => {
    if (lock === undefined) return end();
    return lock.isAlive ? "running" : "gone";
  };

  function* trialsIn(bytes: Buffer): Generator<Pick<Entry, "trial" | "session">> {
    for (let newline = bytes.indexOf(NEWLINE); newline >= 0 && !damaged; ) {
      const text = bytes.toString("utf8", 0, newline);
      const trial = isIntact(text) === false ? undefined : parseTrial(text, arms);
      if (trial === undefined) damaged = true;
      else {
        position += newline + 1;
        bytes = bytes.subarray(newline + 1);
        newline = bytes.indexOf(NEWLINE);
        yield { trial, session: sessionOn(text) };
      }
    }
  }

  return {
    name,
    statistics: seen,
    recentTrials: tries,
    get state() {
      return stateNow();
    },
    costs: () => costs.map((cost) => cost.estimate() ?? null),
    get whole() {
      return whole;
    },
    summary: () => ({
      name,
      readOnly: true,
      live: stateNow() === "running",
      run: { ...session(lock?.session), state: stateNow() },
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
      for (const entry of trialsIn(next.bytes)) {
        enter(entry);
        added.push(entry.trial);
      }
      ({ changed, size } = next);
      lock = findLock(path);
      const wasWhole = whole;
      whole ||= damaged || isLast;
      return wasWhole ? added : [];
    },
  };
}

/** A trial, and the session that began with it. */
interface Entry {
  readonly trial: Trial;
  readonly session: Session | undefined;
}

/** Counts the trials of the arms, follows the sessions, and estimates costs. */
function countTrials(header: Header) {
  const seen = header.arms.map(newArmStatistics);
  const counts = header.arms.map(() => 0);
  const tries = new RecentTrials();
  const abandons = header.mode === "abandon";
  const commands = header.arms.map(({ command }) => command);
  // Walks of `sat` have no command, and each has a seed of its own.
  const repeats = commands.every((words) => words !== undefined && !placesIn(words).has("seed"));
  const costs = header.arms.map(() => new UncutCost({ repeats, abandons }));
  let latest: Session | undefined;
  let [done, doneBefore, wasStopped] = [0, 0, false];

  function enter({ trial, session }: Entry): void {
    const { arm, cutoff, attempt, input, outcome, stopped = false } = trial;
    if (session !== undefined) [latest, doneBefore] = [session, done];
    wasStopped = stopped;
    if (abandons ? !stopped : isSuccess(trial)) done += 1;
    counts[arm] += 1;
    addOutcome(seen[arm], outcome);
    costs[arm].add(taskName(trial), outcome, elapsed(outcome, 0));
    tries.add({ at: null, arm, cutoff, attempt, task: input ?? undefined, outcome, stopped: trial.stopped });
  }

  /** The latest session. Until its first trial, only its lock tells of it. */
  function session(locked: Session | undefined): Omit<ServedRun, "state"> {
    const isNew = locked !== undefined && locked.began !== latest?.began;
    return { ...(locked ?? latest), done, doneBefore: isNew ? done : doneBefore };
  }

  /** How it ended, if its lock is gone. */
  const end = () => (wasStopped ? "stopped" : "finished");
  return { seen, tries, counts, costs, enter, session, end };
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
