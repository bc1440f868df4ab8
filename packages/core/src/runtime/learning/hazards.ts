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
 * execution or, where there are none, the belief that an attempt that has lasted for t lasts for t again.
 */
export function hazardsOf(
  times: AttemptTimes,
  unit: number,
  prior: Hazards | undefined,
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
  const total = attemptsIn(times);
  const strength = prior === undefined ? PRIOR : PRIOR + ALIKE * likeness(times, unit, total, prior);
  let atRisk = total;
  for (let cell = 0; cell < into.cells; cell++) {
    const row = first + cell - times.first;
    const seen = known && row >= 0 && row < times.cells;
    const ended = seen ? times.ended(row) : 0;
    const before = first + cell - (prior?.first ?? 0);
    const believed = prior !== undefined && before >= 0 && before < prior.cells;
    const chance = believed ? prior.ends[before] : LASTING;
    const risk = Math.max(0, atRisk * unit);
    into.evidence[cell] = risk + (believed ? Math.min(strength, prior.evidence[before]) : 0);
    into.support[cell] = risk + (believed ? prior.support[before] : 0);
    into.ends[cell] = Math.min(1, (ended * unit + strength * chance) / (risk + strength));
    into.rejected[cell] = believed ? prior.rejected[before] : 0;
    into.endsAt[cell] = believed ? prior.endsAt[before] : middle(first + cell);
    if (ended > 0) {
      into.rejected[cell] = times.rejected(row) / ended;
      into.endsAt[cell] = times.meanTime(row);
    }
    if (seen) atRisk -= ended + times.left(row);
  }
  into.evidence[into.cells] = Math.max(0, atRisk * unit);
}

function attemptsIn(times: AttemptTimes): number {
  let sum = 0;
  for (let row = 0; row < times.cells; row++) sum += times.ended(row) + times.left(row);
  return sum;
}

/**
 * How far attempts after a cut may be taken for ones before it, from 1 to 0: a one-sample log-rank test. If slowness comes with the
 * input, fewer of them end in time than the hazards of the earlier ones let expect, and then those say nothing of them.
 */
function likeness(times: AttemptTimes, unit: number, total: number, prior: Hazards): number {
  let atRisk = total;
  let ended = 0;
  let expected = 0;
  for (let row = 0; row < times.cells; row++) {
    const cell = times.first + row - prior.first;
    if (cell >= 0 && cell < prior.cells) {
      ended += times.ended(row) * unit;
      expected += atRisk * unit * prior.ends[cell];
    }
    atRisk -= times.ended(row) + times.left(row);
  }
  if (ended >= expected) return 1;
  const deviations = (expected - ended) / Math.sqrt(expected);
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
const TOLERATED = 2;
