import { latticeEdge } from "../../problem/lattice.ts";
import type { Hazards } from "./hazards.ts";

/** What an attempt costs an execution, in ms, beyond the time that it takes. */
export interface Prices {
  /** Charged when it is cut: another request, and the time until that one succeeds. */
  readonly cut: number;
  /** The same after a rejection. */
  readonly rejection: number;
  /** Charged when it ends by itself, however it ends: what the caller's `cost` says. */
  readonly end: number;
  readonly maxCutoffMs: number;
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
 * Finds when to cut an attempt: as soon as waiting on costs more, on average, than a cut. A cut is load on another machine, so it
 * needs evidence: the fewer attempts were seen to last so long, the larger its gain must be. If all cuts together gain next to
 * nothing, an attempt is cut only past all that was seen.
 */
export function bestWaiting(
  hazards: Hazards,
  prices: Prices,
  into: Waiting & { uncut: number },
  scratch: Waiting,
): void {
  wait(hazards, prices, neverCut, into);
  into.uncut = into.cost;
  wait(hazards, prices, margin, scratch);
  if (scratch.cost < (1 - LEAST_GAIN) * into.cost) Object.assign(into, scratch);
}

/**
 * Computes what an attempt would cost if cuts needed no margin, only some attempts that were seen to come so far. This is the
 * price of what follows a cut: if the habit of waiting set that price, waiting would confirm itself.
 */
export function achievableCost(hazards: Hazards, prices: Prices, scratch: Waiting): number {
  wait(hazards, prices, onlyEvidence, scratch);
  return scratch.cost;
}

/**
 * Computes what a success costs if every attempt of an execution is like these and is cut at the best time t. With F the chance of
 * a success by t and k = (1 − F)/F the extra requests that an execution then makes,
 *   c* = min over t of E[cost until t]/F · (1 + ρ·k):
 * a request is charged a share ρ of the time that a success takes, which is returned too. Infinity where too few attempts
 * were seen.
 */
export function steadyCost(
  { first, cells, ends, rejected, endsAt, support }: Hazards,
  extra: { readonly cut: number; readonly rejection: number; readonly end: number },
  request: number,
): { readonly cost: number; readonly time: number } {
  let lasts = 1;
  let successes = 0;
  let refusals = 0;
  let time = cells > 0 ? latticeEdge(first - 1) : 0;
  let best = { cost: Infinity, time: Infinity };
  for (let cell = 0; cell < cells && support[cell] >= ENOUGH; cell++) {
    const from = latticeEdge(first + cell - 1);
    const chance = ends[cell];
    const waited = latticeEdge(first + cell) - from;
    time += lasts * (chance * Math.max(0, endsAt[cell] - from) + (1 - chance) * waited);
    successes += lasts * chance * (1 - rejected[cell]);
    refusals += lasts * chance * rejected[cell];
    lasts *= 1 - chance;
    const spent = time + lasts * extra.cut + refusals * extra.rejection + (1 - lasts) * extra.end;
    const cost = (spent / successes) * (1 + (request * (1 - successes)) / successes);
    if (cost < best.cost) best = { cost, time: spent / successes };
  }
  return best;
}

/**
 * Says by which factor waiting for the end must be dearer than a cut after a cell: by how many attempts were seen to last
 * longer, and how many, of all ranks, until this cell.
 */
type Caution = (lastedLonger: number, support: number) => number;

const neverCut: Caution = () => Infinity;
const onlyEvidence: Caution = (_, support) => (support >= ENOUGH ? 1 : Infinity);

function margin(lastedLonger: number): number {
  return 1 + Math.max(DOUBT / Math.sqrt(lastedLonger + 1), UNSEEN / (lastedLonger + 1));
}

/** Solves the stopping problem from the end backwards. */
function wait(hazards: Hazards, prices: Prices, caution: Caution, into: Waiting): void {
  const { first, cells } = hazards;
  const { cut, rejection, end, maxCutoffMs } = prices;
  const lastEdge = cells === 0 ? 0 : latticeEdge(first + cells - 1);
  // Past all that was seen: an attempt that has lasted for t lasts for t again, on average (S(s) = (t/s)² from t on).
  let cutoffMs = Math.min(Math.max(lastEdge, margin(0) * cut), maxCutoffMs);
  const stays = lastEdge > 0 && lastEdge < cutoffMs ? lastEdge / cutoffMs : 1;
  let cost = lastEdge * (1 - stays) + stays * stays * cut + (1 - stays * stays) * end;
  let uncut = cost;
  let square = (cutoffMs - lastEdge + cut) ** 2 * stays * stays;
  let lasts = stays * stays;
  for (let cell = cells - 1; cell >= 0; cell--) {
    const edge = latticeEdge(first + cell);
    const { evidence, support } = hazards;
    const pays = cut < cost && cut * caution(evidence[cell + 1], support[cell]) < uncut;
    if (edge >= maxCutoffMs || pays) {
      cutoffMs = Math.min(edge, maxCutoffMs);
      cost = cut;
      square = cut * cut;
      lasts = 1;
    }
    if (edge >= maxCutoffMs) uncut = cut;
    const from = latticeEdge(first + cell - 1);
    const chance = hazards.ends[cell];
    const ended = Math.max(0, hazards.endsAt[cell] - from) + end;
    const refused = hazards.rejected[cell];
    const lasted = edge - from;
    square =
      chance * (ended * ended + refused * (2 * ended * rejection + rejection * rejection)) +
      (1 - chance) * (lasted * lasted + 2 * lasted * cost + square);
    lasts *= 1 - chance;
    const ends = chance * (ended + refused * rejection);
    cost = ends + (1 - chance) * (lasted + cost);
    uncut = ends + (1 - chance) * (lasted + uncut);
  }
  const before = cells > 0 ? latticeEdge(first - 1) : 0;
  into.cutoffMs = cutoffMs;
  into.cost = before + cost;
  into.lasts = lasts;
  into.variance = Math.max(0, square - cost * cost);
}

/** Where nothing is known. */
const UNSEEN = 4;
/** In standard errors of a mean of as many exponential times. */
const DOUBT = 2;
/** A share of the cost. */
const LEAST_GAIN = 0.05;
/** Attempts seen to last until a cell, before a cut there counts as achievable. */
const ENOUGH = 5;
