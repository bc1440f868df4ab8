import { latticeEdge } from "../../problem/lattice.ts";
import type { AttemptTimes } from "./attempt-times.ts";

/** What a failed attempt costs an execution, in ms, beyond the time that it took. */
export interface Prices {
  /** All that follows when it is cut: another request, and the time until that one succeeds. */
  readonly cut: number;
  /** The same after a rejection. */
  readonly rejection: number;
  readonly maxCutoffMs: number;
}

/** The hazards of one arm's attempts, cell by cell. */
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
}

export function noHazards(): Hazards {
  return { first: 0, cells: 0, ends: [], rejected: [], endsAt: [], evidence: [] };
}

/**
 * The product-limit hazards of what was seen, shrunk towards those that are believed beforehand (`prior`): the hazards
 * of earlier attempts; or, where nothing is known, that whatever has lasted for t will last for t again.
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
  const strength = prior === undefined ? PRIOR : PRIOR_OF_LATER;
  let atRisk = 0;
  for (let row = 0; row < times.cells; row++) atRisk += times.ended(row) + times.left(row);
  for (let cell = 0; cell < into.cells; cell++) {
    const row = first + cell - times.first;
    const seen = known && row >= 0 && row < times.cells;
    const ended = seen ? times.ended(row) : 0;
    const before = first + cell - (prior?.first ?? 0);
    const believed = prior !== undefined && before >= 0 && before < prior.cells;
    const chance = believed ? prior.ends[before] : LASTING;
    const risk = Math.max(0, atRisk * unit);
    into.evidence[cell] = risk + (believed ? Math.min(strength, prior.evidence[before]) : 0);
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

/** What an attempt costs if it is cut when that is best. */
export interface Waiting {
  cutoffMs: number;
  /** Time and prices, in ms. */
  cost: number;
  /** The variance of the same. */
  variance: number;
  /** The chance that an attempt lasts until it is cut. */
  lasts: number;
}

/**
 * When to cut an attempt: as soon as what waiting on will cost, on average, is more than the price of a cut. A cut is somebody else's
 * load, so it needs evidence: the fewer attempts were seen to last so long, the larger must its gain be. And if all cuts
 * together gain next to nothing, an attempt is cut only past all that was seen.
 */
export function bestWaiting(hazards: Hazards, prices: Prices, into: Waiting, scratch: Waiting): void {
  wait(hazards, prices, false, into);
  wait(hazards, prices, true, scratch);
  if (scratch.cost < (1 - LEAST_GAIN) * into.cost) Object.assign(into, scratch);
}

/** From the end backwards, as any stopping problem. `cuts`: whether to cut also before the longest that was seen. */
function wait(hazards: Hazards, prices: Prices, cuts: boolean, into: Waiting): void {
  const { first, cells } = hazards;
  const { cut, rejection, maxCutoffMs } = prices;
  const lastEdge = cells === 0 ? 0 : latticeEdge(first + cells - 1);
  // Past all that was seen: what has lasted for t lasts for t again, on average (S(s) = (t/s)² from t on).
  let cutoffMs = Math.min(Math.max(lastEdge, margin(0) * cut), maxCutoffMs);
  const stays = lastEdge > 0 && lastEdge < cutoffMs ? lastEdge / cutoffMs : 1;
  let cost = lastEdge * (1 - stays) + stays * stays * cut;
  let square = (cutoffMs - lastEdge + cut) ** 2 * stays * stays;
  let lasts = stays * stays;
  for (let cell = cells - 1; cell >= 0; cell--) {
    const edge = latticeEdge(first + cell);
    if (edge >= maxCutoffMs || (cuts && cut * margin(hazards.evidence[cell + 1]) < cost)) {
      cutoffMs = Math.min(edge, maxCutoffMs);
      cost = cut;
      square = cut * cut;
      lasts = 1;
    }
    const from = latticeEdge(first + cell - 1);
    const chance = hazards.ends[cell];
    const ended = Math.max(0, hazards.endsAt[cell] - from);
    const refused = hazards.rejected[cell];
    const lasted = edge - from;
    square =
      chance * (ended * ended + refused * (2 * ended * rejection + rejection * rejection)) +
      (1 - chance) * (lasted * lasted + 2 * lasted * cost + square);
    lasts *= 1 - chance;
    cost = chance * (ended + refused * rejection) + (1 - chance) * (lasted + cost);
  }
  const before = cells > 0 ? latticeEdge(first - 1) : 0;
  into.cutoffMs = cutoffMs;
  into.cost = before + cost;
  into.lasts = lasts;
  into.variance = Math.max(0, square - cost * cost);
}

/** By how much waiting must be dearer than a cut, if so many attempts were seen to last so long. */
function margin(attempts: number): number {
  return 1 + Math.max(DOUBT / Math.sqrt(attempts + 1), UNSEEN / (attempts + 1));
}

function middle(cell: number): number {
  return (latticeEdge(cell) + latticeEdge(cell - 1)) / 2;
}

/** In a cell of the lattice, for S(s) = (t/s)²: 1 − 2^(−2/3). */
const LASTING = 1 - 2 ** (-2 / 3);
/** In attempts. */
const PRIOR = 0.5;
const PRIOR_OF_LATER = 2;
/** Where nothing is known. */
const UNSEEN = 4;
/** In standard errors of a mean of as many exponential times. */
const DOUBT = 2;
/** A share of the cost. */
const LEAST_GAIN = 0.05;
