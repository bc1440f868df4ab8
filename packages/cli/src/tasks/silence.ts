import { MAX_GAPS, type OutputGaps, type Trial } from "@mulligan/core/problem";
import { MAX_TAIL, tailFactor } from "@mulligan/core/statistics";
import type { SilenceWatch } from "../processes/cuts.ts";
import { parseDuration, roundToMicroseconds } from "../shell/duration.ts";
import { taskName } from "./task.ts";

/*
 * How long a program may print nothing (`--idle auto`). A gap between two outputs is a trial on a clock of its own: the
 * next output, or the end of the program, completes it. What is wanted is not the cutoff with the most outputs per second,
 * which `makePolicy` would learn: a cut costs the whole try, not one gap. So a silence is cut only where it is far beyond
 * all silences that ended. How far depends on how heavy the tail of these is: of bounded gaps 2.5 times the longest, of
 * heavy ones more. As tries are added the factor falls, since the longest gap of many tries is longer.
 */

/**
 * Outputs within this time count as one, in ms: a burst of a thousand lines says no more of long silences than one line.
 * Shorter silences are taken as this long.
 */
const STRETCH_MS = 1_000;
/** Shorter silences are never cut: a busy machine, a slow disk or a paused container can cause them. */
const LEAST_MS = 5_000;
const LEAST_FACTOR = 2.5;
/** The share of healthy tries that may be cut, as far as the tail of the gaps shows it. */
const FALSE_CUTS = 0.001;
/** A tail of index 1, which has no mean, counts as a quarter of a gap. */
const PRIOR_WEIGHT = 0.25;
/** Tries of an arm that are remembered: a silence that came once in more tries is forgotten. */
const REMEMBERED = 200;
/** The factor by which the limit grows while there are only cuts. */
const GROWTH = 3;
/** A task that was cut for silence so often in a row may have longer silences than others: its limit grows. */
const CUTS_IN_ROW = 3;
/** One in this many silences gets much longer: otherwise a rare silence that ends by itself would always be cut. */
const LOOK_EVERY = 40;
const LOOK_FACTOR = 30;

/** Watches the output of one try, and records its gaps. */
interface GapWatch extends SilenceWatch {
  gaps(): OutputGaps | undefined;
}

/** How long programs may be silent. */
export interface SilenceRule {
  /** Watches a try of this arm that begins now. */
  watch(arm: number, task: Pick<Trial, "input" | "occurrence">, now: number): GapWatch;
  /** Learns from a trial, of this run or of an earlier one. */
  learn(trial: Trial): void;
}

/** Reads `--idle`: a time, `auto`, or `LOW..`, which learns as `auto` does. */
export function readSilenceRule(text: string): SilenceRule {
  if (text === "auto") return learnedSilence();
  const low = /^(.+)\.\.$/.exec(text)?.[1];
  if (low === undefined) return fixedSilence(parseDuration(text, "--idle"));
  return learnedSilence({ leastMs: parseDuration(low, "--idle"), cutsInRow: 1, growthPerCut: 4 });
}

/** Returns whether a rule learns from the tries of this machine. */
export function learnsSilence(text: string): boolean {
  return text === "auto" || text.endsWith("..");
}

/** Returns a rule that cuts silences of `limitMs`, also before the first output. */
export function fixedSilence(limitMs: number): SilenceRule {
  return {
    watch(_arm, _task, began) {
      const gaps = recordGaps();
      let last = began;
      return {
        wrote(now) {
          gaps.wrote(now);
          last = now;
        },
        deadline: () => last + limitMs,
        gaps: gaps.seen,
      };
    },
    learn() {},
  };
}

interface LearnedSilence {
  /** The shortest silence that is cut. */
  readonly leastMs: number;
  /** After how many cuts in a row the limit of a task grows, and by how much with each. */
  readonly cutsInRow: number;
  readonly growthPerCut: number;
}

/** Returns a rule that cuts silences far longer than all that ended by themselves, never before the first output of a try. */
export function learnedSilence({
  leastMs = LEAST_MS,
  cutsInRow = CUTS_IN_ROW,
  growthPerCut = GROWTH,
}: Partial<LearnedSilence> = {}): SilenceRule {
  const arms = new Map<number, ArmSilences>();
  /** How often tasks were cut for silence in a row. */
  const inRow = new Map<string, number>();
  const knownOf = (arm: number): ArmSilences => {
    const known = arms.get(arm) ?? { tries: [], count: 0, longest: [], ended: false, cuts: 0 };
    arms.set(arm, known);
    return known;
  };
  return {
    watch(arm, task) {
      const known = knownOf(arm);
      const gaps = recordGaps();
      const steps = extraSteps(known, inRow.get(taskName(task)) ?? 0, cutsInRow);
      const [growth, look] = [growthPerCut ** steps, isLook(known) ? LOOK_FACTOR : 1];
      let [own, others] = [gaps.seen(), known.longest];
      let limit = silenceLimit(known, own);
      return {
        wrote: gaps.wrote,
        deadline() {
          // Other tries may end, and show more, while this one is silent.
          const [seen, shown] = [gaps.seen(), known.longest];
          if (seen !== own || shown !== others) limit = silenceLimit(known, seen);
          [own, others] = [seen, shown];
          return gaps.last() + growth * Math.max(leastMs, look * limit);
        },
        gaps: gaps.seen,
      };
    },
    learn({ arm, cut, gaps, outcome, ...task }) {
      const [known, name] = [knownOf(arm), taskName(task)];
      if (gaps !== undefined) remember(known, gaps);
      if (cut === "idle") {
        known.cuts += 1;
        inRow.set(name, (inRow.get(name) ?? 0) + 1);
      } else if (outcome.kind === "completed") {
        known.ended ||= gaps !== undefined;
        inRow.delete(name);
      }
    },
  };
}

/** The silences of the last tries of an arm. */
interface ArmSilences {
  tries: OutputGaps[];
  /** Stretches that were watched in all of these tries. */
  count: number;
  /** The longest silences of all of these tries, the longest first. */
  longest: readonly number[];
  /** Whether a try that had written something ended by itself. */
  ended: boolean;
  /** Tries that were cut for silence. */
  cuts: number;
}

function remember(known: ArmSilences, gaps: OutputGaps): void {
  const forgotten = known.tries.length < REMEMBERED ? { count: 0, longest: [] } : known.tries[0];
  known.tries = [...known.tries.slice(1 - REMEMBERED), gaps];
  known.count += gaps.count - forgotten.count;
  const wasAmongLongest = Math.max(...forgotten.longest) >= known.longest.at(-1)!;
  known.longest = longestOf(
    wasAmongLongest ? known.tries.flatMap(({ longest }) => longest) : [...known.longest, ...gaps.longest],
  );
}

function longestOf(silences: readonly number[]): number[] {
  // A typed array of numbers is sorted many times faster than an array with a comparison function.
  const sorted = Float64Array.from(silences).sort();
  return Array.from(sorted.subarray(-(MAX_TAIL + 1)).reverse());
}

/**
 * How often the limit has grown where there is reason to look further: no try of its arm has ended by itself, so that all
 * may have a silence of this length, or its task was cut for silence again and again.
 */
function extraSteps({ ended, cuts }: ArmSilences, inRow: number, cutsInRow: number): number {
  return ended ? Math.max(0, inRow - cutsInRow + 1) : cuts;
}

function isLook({ cuts }: ArmSilences): boolean {
  return cuts % LOOK_EVERY === LOOK_EVERY - 1;
}

/** The longest silence that is waited for, in ms; Infinity before anything is known. A try is a round of the tail. */
function silenceLimit(known: ArmSilences, own: OutputGaps | undefined): number {
  const silences = own === undefined ? known.longest : longestOf([...known.longest, ...own.longest]);
  if (silences.length === 0) return Infinity;
  const longest = silences.map((silence) => Math.max(silence, STRETCH_MS));
  const rounds = Math.min(known.tries.length + 1, REMEMBERED);
  const count = known.count + (own?.count ?? 0);
  const factor = tailFactor(longest, { count, rounds, exceeded: FALSE_CUTS, prior: PRIOR_WEIGHT });
  return Math.max(LEAST_FACTOR, factor) * longest[0];
}

/** Records the gaps in the output of one try; any byte counts, with or without a newline. */
function recordGaps() {
  let last = Infinity;
  let [began, longestHere] = [0, 0];
  let seen: OutputGaps | undefined;
  return {
    wrote(now: number) {
      if (last === Infinity) began = now;
      else longestHere = Math.max(longestHere, now - last);
      last = now;
      if (now - began < STRETCH_MS) return;
      const longest = longestOf([...(seen?.longest ?? []), roundToMicroseconds(longestHere)]);
      seen = { count: (seen?.count ?? 0) + 1, longest: longest.slice(0, MAX_GAPS) };
      [began, longestHere] = [now, 0];
    },
    /** When it wrote last; Infinity before it wrote anything. */
    last: () => last,
    seen: () => seen,
  };
}
