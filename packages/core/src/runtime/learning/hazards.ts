import { latticeEdge } from "../../problem/lattice.ts";
import type { AttemptTimes } from "./attempt-times.ts";

/** The hazards of one arm's attempts, cell by cell of the lattice. */
export interface Hazards {
  first: number;
  cells: number;
  /** The chance that an attempt ends in this cell, if it has lasted until it. */
  readonly ends: number[];
  /** The share of those ends that are rejections. */
  readonly rejected: number[];
  /** When they end, on average. */
  readonly endsAt: number[];
  /** How many attempts, in newest ones, were seen to last until this cell; and, at the last place, past them all. */
  readonly evidence: number[];
  /** The same for each cell with all attempts of earlier ranks, which are the prior. */
  readonly support: number[];
}

export function noHazards(): Hazards {
  return { first: 0, cells: 0, ends: [], rejected: [], endsAt: [], evidence: [], support: [] };
}

/**
 * Computes the product-limit hazards of the attempts seen, shrunk towards a prior: the hazards of earlier attempts of an
 * execution, or the belief that an attempt that has lasted for t lasts for t again. `alike` says how far the earlier ones are a
 * guide, from 0 to 1.
 */
export function hazardsOf(
  times: AttemptTimes,
  unit: number,
  prior: Hazards | undefined,
  alike: number,
  into: Hazards,
): void {
  const known = times.cells > 0;
  const first = Math.min(known ? times.first : Infinity, prior?.cells ? prior.first : Infinity);
  const last = Math.max(
    known ? times.first + times.cells : -Infinity,
    prior?.cells ? prior.first + prior.cells : -Infinity,
  );
  into.first = first;
  into.cells = Math.max(0, last - first);
  for (let cell = 0; cell < into.cells; cell++) {
    const row = first + cell - times.first;
    const seen = known && row >= 0 && row < times.cells;
    const ended = seen ? times.ended(row) : 0;
    const before = first + cell - (prior?.first ?? 0);
    const believed = prior !== undefined && before >= 0 && before < prior.cells;
    const chance = believed ? prior.ends[before] : LASTING;
    // Earlier attempts count for no more than were seen to come so far.
    const borrowed = believed ? Math.min(ALIKE * alike, prior.support[before]) : 0;
    const strength = PRIOR + borrowed;
    // All attempts came through the cells before the first that is kept.
    const risk = !known || row >= times.cells ? 0 : unit * times.risk(Math.max(0, row));
    into.evidence[cell] = risk + borrowed;
    into.support[cell] = risk + (believed ? prior.support[before] : 0);
    into.ends[cell] = Math.min(1, (ended * unit + strength * chance) / (risk + strength));
    into.rejected[cell] = believed ? prior.rejected[before] : 0;
    into.endsAt[cell] = believed ? prior.endsAt[before] : middle(first + cell);
    if (ended > 0) {
      into.rejected[cell] = times.rejected(row) / ended;
      into.endsAt[cell] = times.meanTime(row);
    }
  }
  const end = times.cells - 1;
  const reached = known && times.first + times.cells === last;
  into.evidence[into.cells] = reached ? unit * (times.risk(end) - times.ended(end)) : 0;
}

/** Attempts after cuts beside the first ones, over all arms. */
export interface Comparison {
  /** How many of them ended, and how many would have if they had the hazards of the first ones. */
  ended: number;
  expected: number;
  /** How many first ones ended: the fewer, the less certain is what is expected. */
  first: number;
}

export function compareEnds(
  first: AttemptTimes,
  later: readonly AttemptTimes[],
  unit: number,
  hazards: Hazards,
  into: Comparison,
): void {
  for (let row = 0; row < first.cells; row++) into.first += unit * first.ended(row);
  for (const times of later) {
    for (let row = 0; row < times.cells; row++) {
      const cell = times.first + row - hazards.first;
      if (cell < 0 || cell >= hazards.cells) continue;
      into.ended += unit * times.ended(row);
      into.expected += unit * times.risk(row) * hazards.ends[cell];
    }
  }
}

/**
 * How far attempts after a cut are like those before it, from 1 to 0: a log-rank test. If slowness comes with the input, fewer of
 * them end in time than the hazards of the first ones let expect, and then those say nothing of them.
 */
export function likeness({ ended, expected, first }: Comparison): number {
  if (!(ended < expected)) return 1;
  const deviations = (expected - ended) / Math.sqrt(expected + expected ** 2 / first);
  return Math.min(1, Math.exp((TOLERATED * TOLERATED - deviations * deviations) / 2));
}

/** The chance that an attempt ends by a rejection, if it is never cut. */
export function chanceOfRejection({ cells, ends, rejected }: Hazards): number {
  let lasts = 1;
  let sum = 0;
  for (let cell = 0; cell < cells; cell++) {
    sum += lasts * ends[cell] * rejected[cell];
    lasts *= 1 - ends[cell];
  }
  return sum;
}

/**
 * The chance that an attempt lasts longer than so many ms: S(t), whole cells counted. Past all that was seen, what has lasted for
 * t lasts for t again, on average.
 */
export function survival({ first, cells, ends }: Hazards, timeMs: number): number {
  let lasts = 1;
  let cell = 0;
  for (; cell < cells && latticeEdge(first + cell) <= timeMs; cell++) lasts *= 1 - ends[cell];
  return cell < cells || cells === 0 ? lasts : lasts * (latticeEdge(first + cells - 1) / timeMs) ** 2;
}

function middle(cell: number): number {
  return (latticeEdge(cell) + latticeEdge(cell - 1)) / 2;
}

/** In a cell of the lattice, for S(s) = (t/s)²: 1 − 2^(−2/3). */
const LASTING = 1 - 2 ** (-2 / 3);
/** In attempts: of the belief where nothing is known, and of earlier attempts while later ones are like them. */
const PRIOR = 0.5;
const ALIKE = 20;
/** In standard deviations: up to so many, fewer ends than expected are chance. */
const TOLERATED = 1.5;
