import type { FormulaEnd, SeededContestant } from "./messages.ts";

/** The progress of a contestant. */
export interface Played {
  readonly contestant: SeededContestant;
  /** The formulas that it solved or gave up, in their order. */
  readonly ends: readonly FormulaEnd[];
  /** The flips so far; what restarts cost is in them. */
  readonly clock: number;
  readonly restarts: number;
  readonly over: boolean;
}

/** The contestants as they are compared, in the order of the lines. Each is played with every seed. */
export const ENTRY_NAMES = ["learned", "luby", "tuned", "never"] as const;

export type EntryName = (typeof ENTRY_NAMES)[number];

export type Entries = Readonly<Record<EntryName, readonly Played[]>>;

/** The bases of Luby's sequence among which the best is found afterwards, in flips for each clause. */
export const TRIED_BASES = [0.125, 0.25, 0.5, 0.75, 1, 1.5, 2.5, 5, 10] as const;

/**
 * Sorts what was played. Luby's base is tuned once every base was played with every seed: it is the one that took the
 * fewest flips for each solved formula. It is known only afterwards, so no contestant could have played it.
 */
export function entriesOf(played: readonly Played[], base: number, jobs: number): Entries {
  const named = (name: SeededContestant["name"]) =>
    played.filter(({ contestant }) => contestant.name === name);
  const ofBase = (wanted: number) => named("luby").filter(({ contestant }) => contestant.base === wanted);
  const isComplete = played.length === jobs && played.every(({ over }) => over);
  const mean = (wanted: number) => seedInterval(ofBase(wanted).map(flipsPerSolved)).mean;
  const best = TRIED_BASES.reduce((a, b) => (mean(b) < mean(a) ? b : a), base);
  return {
    learned: named("learned"),
    luby: ofBase(base),
    tuned: isComplete ? ofBase(best) : [],
    never: named("never"),
  };
}

export function solvedCount({ ends }: Played): number {
  return ends.reduce((count, { solved }) => count + Number(solved), 0);
}

/** All flips, those at formulas that were given up and those that restarts cost included, for each solved formula. */
export function flipsPerSolved(played: Played): number {
  const solved = solvedCount(played);
  return solved === 0 ? Infinity : played.clock / solved;
}

/** A mean over seeds with its 95% interval. One seed gives none. */
export interface MeanInterval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** The 97.5% quantiles of Student's t with 1 to 19 degrees of freedom. */
const STUDENT = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131,
  2.12, 2.11, 2.101, 2.093,
];

export function seedInterval(values: readonly number[]): MeanInterval {
  const count = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  if (count < 2 || !Number.isFinite(mean)) return { mean, low: Number.NaN, high: Number.NaN };
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const reach = STUDENT[count - 2] * Math.sqrt(squares / (count - 1) / count);
  return { mean, low: mean - reach, high: mean + reach };
}

/**
 * How many times as many flips `one` takes for each solved formula as `other`: the geometric mean over the seeds that
 * both have played. The first walk at a formula is the same for both, so that luck favours neither. Undefined if either
 * solved nothing with some seed.
 */
export function ratioInterval(one: readonly Played[], other: readonly Played[]): MeanInterval | undefined {
  const logs = one.flatMap((played) => {
    const pair = other.find(({ contestant }) => contestant.seed === played.contestant.seed);
    if (pair === undefined || !pair.over || !played.over) return [];
    return [Math.log(flipsPerSolved(played) / flipsPerSolved(pair))];
  });
  if (logs.length === 0 || !logs.every(Number.isFinite)) return undefined;
  const { mean, low, high } = seedInterval(logs);
  return { mean: Math.exp(mean), low: Math.exp(low), high: Math.exp(high) };
}

/** Places on the axis of the chart of formulas solved against flips. */
const PLACES = 240;

/**
 * The formulas that were solved by then, at evenly spaced places up to `until`: for each entry the median over its seeds,
 * the most and the fewest. A seed counts as far as it was played. A line ends where its last seed ends, or where fewer
 * than half of the seeds have come so far.
 */
export function solvedLines(
  entries: readonly (readonly Played[])[],
  until: number,
): { readonly places: number[]; readonly rows: (number | null)[][][] } {
  const places = Array.from({ length: PLACES + 1 }, (_, i) => (Math.max(1, until) * i) / PLACES);
  return { places, rows: entries.map((entry) => medianAndRange(entry, places)) };
}

function medianAndRange(entry: readonly Played[], places: readonly number[]): (number | null)[][] {
  const rows: (number | null)[][] = [[], [], []];
  const last = Math.max(0, ...entry.map(({ clock }) => clock));
  const step = places[1];
  const solvedAt = entry.map(({ ends }) => ends.filter(({ solved }) => solved).map(({ clock }) => clock));
  const counts = entry.map(() => 0);
  for (const place of places) {
    const reached: number[] = [];
    for (const [at, { clock, over }] of entry.entries()) {
      while (counts[at] < solvedAt[at].length && solvedAt[at][counts[at]] <= place) counts[at] += 1;
      if (over || clock >= place) reached.push(counts[at]);
    }
    const isOut = reached.length === 0 || 2 * reached.length < entry.length || place >= last + step;
    reached.sort((a, b) => a - b);
    const values = isOut ? [null, null, null] : [medianOf(reached), reached.at(-1)!, reached[0]];
    for (const [row, value] of values.entries()) rows[row].push(value);
  }
  return rows;
}

function medianOf(sorted: readonly number[]): number {
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
