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
  /** How long it can last at most, and what is charged then: a cut, or a failed execution if it is the deadline. */
  readonly limitMs: number;
  readonly atLimit: number;
  /** How far attempts after a cut are like those before it, from 1 to 0. */
  readonly alike: number;
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
  /** How many times dearer than the cut it would be to wait for the end then. */
  gain: number;
}

/**
 * Finds when to cut an attempt: as soon as waiting on costs more, on average, than a cut. A cut is load on another machine, so it
 * needs evidence: the fewer attempts were seen to last so long, the larger its gain must be. If all cuts together gain next to
 * nothing, an attempt is cut only past all that was seen.
 */
export function bestWaiting(
  hazards: Hazards,
  prices: Prices,
  into: Waiting & { uncut: number; lateMs: number },
  scratch: Waiting,
): void {
  wait(hazards, prices, neverCut, into);
  into.uncut = into.cost;
  into.lateMs = into.cutoffMs;
  wait(hazards, prices, doubted, scratch);
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

/** What executions cost if all their attempts are cut at the same time. */
export interface SteadyCost {
  /** Of a success, with the price of its extra requests. */
  readonly cost: number;
  /** The time alone. */
  readonly time: number;
}

/**
 * Finds the time t at which to cut if every attempt of an execution is like these. With F the chance of a success by t, an
 * execution takes u = E[cost until t]/F and makes k = (1 − F)/F extra requests; `charge` says what these cost then. The cost is
 * Infinity where too little was seen.
 */
export function steadyCost(
  { first, cells, ends, rejected, endsAt, support }: Hazards,
  extra: { readonly cut: number; readonly rejection: number; readonly end: number },
  charge: (time: number, requests: number) => number,
): SteadyCost {
  let lasts = 1;
  let successes = 0;
  let refusals = 0;
  let waited = cells > 0 ? latticeEdge(first - 1) : 0;
  let best = { cost: Infinity, time: Infinity };
  for (let cell = 0; cell < cells && support[cell] > 0; cell++) {
    const from = latticeEdge(first + cell - 1);
    const chance = ends[cell];
    const width = latticeEdge(first + cell) - from;
    waited += lasts * (chance * Math.max(0, endsAt[cell] - from) + (1 - chance) * width);
    successes += lasts * chance * (1 - rejected[cell]);
    refusals += lasts * chance * rejected[cell];
    lasts *= 1 - chance;
    // A standard error less, so that a cutoff with a few lucky successes does not look like the best.
    const sure = successes - Math.sqrt(successes / support[0]);
    if (!(sure > 0)) continue;
    const spent = waited + lasts * extra.cut + refusals * extra.rejection + (1 - lasts) * extra.end;
    const time = spent / sure;
    const cost = time + charge(time, (1 - sure) / sure);
    if (cost < best.cost) best = { cost, time };
  }
  return best;
}

/**
 * Says by which factor waiting for the end must be dearer than a cut after a cell: by how many attempts were seen to last
 * longer, and how many, of all ranks, until this cell.
 */
type Caution = (lastedLonger: number, support: number, alike: number) => number;

const neverCut: Caution = () => Infinity;
const onlyEvidence: Caution = (_, support) => (support >= ENOUGH ? 1 : Infinity);

function margin(lastedLonger: number): number {
  return 1 + Math.max(DOUBT / Math.sqrt(lastedLonger + 1), UNSEEN / (lastedLonger + 1));
}

/** Where slowness comes with the input, a cut throws away what was waited for, and the more, the later it is. */
const doubted: Caution = (lastedLonger, _, alike) => margin(lastedLonger) * (1 + TIED * (1 - alike));

/** Solves the stopping problem from the end backwards. */
function wait(hazards: Hazards, prices: Prices, caution: Caution, into: Waiting): void {
  const { first, cells, evidence, support } = hazards;
  const { cut, rejection, end, limitMs, atLimit, alike } = prices;
  const lastEdge = cells === 0 ? 0 : latticeEdge(first + cells - 1);
  // Past all that was seen: an attempt that has lasted for t lasts for t again, on average (S(s) = (t/s)² from t on).
  let cutoffMs = Math.min(Math.max(2 * lastEdge, doubted(0, 0, alike) * cut), limitMs);
  const stays = lastEdge > 0 && lastEdge < cutoffMs ? lastEdge / cutoffMs : 1;
  const stopped = cutoffMs < limitMs ? cut : atLimit;
  let cost = lastEdge * (1 - stays) + stays * stays * stopped + (1 - stays * stays) * end;
  let uncut = cost;
  let square = (cutoffMs - lastEdge + stopped) ** 2 * stays * stays;
  let lasts = stays * stays;
  let gain = 1;
  for (let cell = cells - 1; cell >= 0; cell--) {
    const edge = latticeEdge(first + cell);
    const pays = cut < cost && cut * caution(evidence[cell + 1], support[cell], alike) < uncut;
    if (edge >= limitMs || pays) {
      cutoffMs = Math.min(edge, limitMs);
      cost = edge >= limitMs ? atLimit : cut;
      square = cost * cost;
      lasts = 1;
      gain = uncut / cut;
    }
    if (edge >= limitMs) uncut = atLimit;
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
  into.gain = gain;
  into.variance = Math.max(0, square - cost * cost);
}

/** Where nothing is known. */
const UNSEEN = 4;
/** In standard errors of a mean of as many exponential times. */
const DOUBT = 2;
/** By how much more waiting must cost if attempts after cuts are slow again. */
const TIED = 8;
/** A share of the cost. */
const LEAST_GAIN = 0.08;
/** Attempts seen to last until a cell, before a cut there counts as achievable. */
const ENOUGH = 5;
