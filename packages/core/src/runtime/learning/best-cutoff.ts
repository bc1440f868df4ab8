import { latticeCell, latticeEdge } from "../../problem/lattice.ts";
import type { Hazards } from "./hazards.ts";

/** The costs of an attempt for an execution, in ms, beyond its time. */
export interface Prices {
  /** Charged when it is cut: another request, and the time until that one succeeds. */
  readonly cut: number;
  /** The same after a rejection. */
  readonly rejection: number;
  /** Charged when it ends by itself, however it ends: what the caller's `cost` says. */
  readonly end: number;
  /**
   * The longest possible time, and the charge at its end: that of a cut, or of a failed execution if it is the
   * deadline.
   */
  readonly limitMs: number;
  readonly atLimit: number;
  /** The likeness of attempts after a cut to those before it, from 1 to 0. */
  readonly alike: number;
}

/** The result for an attempt that is cut at the best time. */
export interface CutoffPlan {
  cutoffMs: number;
  /** Time and prices, in ms. */
  cost: number;
  /** The variance of the cost. */
  variance: number;
  /** The chance that an attempt lasts until it is cut. */
  lasts: number;
  /** The cost of waiting for the end at that time, as a multiple of the cost of the cut. */
  gain: number;
}

/**
 * Finds when to cut an attempt: as soon as waiting on costs more, on average, than a cut. A cut is load on another machine, so it
 * needs evidence: the fewer attempts lasted so long, the larger its gain must be. If all cuts together gain next to nothing, an
 * attempt is cut only after the longest that was observed.
 */
export function planCutoff(
  hazards: Hazards,
  prices: Prices,
  into: CutoffPlan & { uncut: number; lateMs: number },
  scratch: CutoffPlan,
): void {
  wait(hazards, prices, neverCut, into);
  into.uncut = into.cost;
  into.lateMs = into.cutoffMs;
  wait(hazards, prices, doubted, scratch);
  if (scratch.cost < (1 - LEAST_GAIN) * into.cost) Object.assign(into, scratch);
}

/**
 * Computes what an attempt would cost if cuts needed no margin, only a few attempts that lasted so long. This is the price of
 * what follows a cut: if the present habit of waiting set that price, waiting would confirm itself.
 */
export function achievableCost(hazards: Hazards, prices: Prices, scratch: CutoffPlan): number {
  wait(hazards, prices, onlyEvidence, scratch);
  return scratch.cost;
}

/** The cost of an execution whose attempts are all cut at the same time. */
export interface SteadyCost {
  /** The cost of a success, with the price of its extra requests. */
  readonly cost: number;
  /** Its time alone. */
  readonly time: number;
}

/**
 * Finds the time t at which to cut if every attempt of an execution is like these. With F the chance of a success by t, an
 * execution takes u = E[cost until t]/F and makes k = (1 − F)/F extra requests; `charge` returns their price. The cost is
 * Infinity where too little is known.
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
    // F is lowered by a standard error, so that a cutoff with a few lucky successes does not look best.
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
 * Returns by which factor waiting for the end must be dearer than a cut after a cell, given how many attempts lasted longer, and
 * how many, of all ranks, until this cell.
 */
type Caution = (lastedLonger: number, support: number, alike: number) => number;

const neverCut: Caution = () => Infinity;
const onlyEvidence: Caution = (_, support) => (support >= ENOUGH ? 1 : Infinity);

function margin(lastedLonger: number): number {
  return 1 + Math.max(DOUBT / Math.sqrt(lastedLonger + 1), UNSEEN / (lastedLonger + 1));
}

/** Asks for more evidence if inputs are slow, not attempts: a cut then loses the time waited so far. */
const doubted: Caution = (lastedLonger, _, alike) => margin(lastedLonger) * (1 + TIED * (1 - alike));

/** Solves the stopping problem from the end backwards. */
function wait(hazards: Hazards, prices: Prices, caution: Caution, into: CutoffPlan): void {
  const { first, cells, evidence, support } = hazards;
  const { cut, rejection, end, limitMs, atLimit, alike } = prices;
  const lastEdge = cells === 0 ? 0 : latticeEdge(first + cells - 1);
  // Past the last cell, an attempt that has lasted for t is expected to last for t again (S(s) = (t/s)² from t on).
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

/** The margin where nothing is known. */
const UNSEEN = 4;
/** In standard errors of a mean of as many exponential times. */
const DOUBT = 2;
/** The addition to the factor by which waiting must cost more, if attempts after cuts are slow again. */
const TIED = 8;
/** A share of the cost. */
const LEAST_GAIN = 0.08;
/** The number of attempts that must have lasted until a cell before a cut there counts as achievable. */
const ENOUGH = 5;

/** A survival function that can be read at any time. */
interface Curve {
  at(timeMs: number): number;
  /** Returns the time that this share of the attempts exceeds. */
  inverse(share: number): number;
}

/**
 * Makes a curve from hazards, linear within a cell. Past the last cell, an attempt that has lasted for t lasts for t again, on
 * average.
 */
function curveOf({ first, cells, ends }: Hazards): Curve {
  const after = new Float64Array(cells + 1);
  after[0] = 1;
  for (let cell = 0; cell < cells; cell++) after[cell + 1] = after[cell] * (1 - ends[cell]);
  const start = latticeEdge(first - 1);
  const last = cells === 0 ? 0 : latticeEdge(first + cells - 1);
  return {
    at(timeMs) {
      if (cells === 0 || timeMs <= start) return 1;
      if (timeMs >= last) return after[cells] * (last / timeMs) ** 2;
      const cell = latticeCell(timeMs) - first;
      const from = latticeEdge(first + cell - 1);
      const part = (timeMs - from) / (latticeEdge(first + cell) - from);
      return after[cell] + part * (after[cell + 1] - after[cell]);
    },
    inverse(share) {
      if (cells === 0) return Infinity;
      if (after[cells] > share) return last * Math.sqrt(after[cells] / share);
      let cell = 0;
      while (after[cell + 1] > share) cell += 1;
      const from = latticeEdge(first + cell - 1);
      const drop = after[cell] - after[cell + 1];
      const part = drop > 0 ? (after[cell] - share) / drop : 1;
      return from + part * (latticeEdge(first + cell) - from);
    },
  };
}

/** The cutoff for the 99th percentile of calls. */
interface TailPlan {
  /** Infinity where no cut makes the slowest calls faster. */
  readonly cutoffMs: number;
  /** The 99th percentile of an execution's time. */
  readonly p99: number;
}

/**
 * Finds the cutoff with the least 99th percentile among those that need at most `share` extra requests a call. With cuts at t
 * an execution outlasts k·t + u with probability S₀(t)·S₁(t)·…·S_k(u): the attempts after a cut have curves of their own.
 */
export function bestTail(ranks: readonly Hazards[], share: number, maxCutoffMs: number): TailPlan {
  const curves = ranks.map(curveOf);
  const [{ first, cells, evidence }] = ranks;
  const waitingOn = Math.min(curves[0].inverse(SLOWEST), maxCutoffMs);
  let best: TailPlan = { cutoffMs: Infinity, p99: waitingOn };
  for (let cell = 0; cell < cells && evidence[cell] >= ENOUGH_FOR_TAIL; cell++) {
    const from = latticeEdge(first + cell - 1);
    const edge = latticeEdge(first + cell);
    for (let step = 1; step <= STEPS; step++) {
      const cutoffMs = from + (step / STEPS) * (edge - from);
      if (cutoffMs >= maxCutoffMs) return best;
      if (extraRequests(curves, cutoffMs) > share) continue;
      const p99 = percentile(curves, cutoffMs);
      if (p99 < best.p99 && p99 < (1 - LEAST_TAIL_GAIN) * waitingOn) best = { cutoffMs, p99 };
    }
  }
  return best;
}

/**
 * Finds the earliest time to hedge with at most `share` hedges a call: an earlier hedge makes the slowest calls faster, whatever
 * the distribution is. The time is Infinity while too little is known.
 */
export function earliestHedge(ranks: readonly Hazards[], share: number): TailPlan {
  const [first, second] = ranks.map(curveOf);
  const enough = (ranks[0].evidence[0] ?? 0) >= MANY;
  const cutoffMs = enough && share > 0 ? first.inverse(share) : Infinity;
  const outlasts = (timeMs: number) =>
    first.at(timeMs) * (timeMs > cutoffMs ? second.at(timeMs - cutoffMs) : 1);
  let [low, high] = [0, first.inverse(SLOWEST)];
  for (let i = 0; i < BISECTIONS; i++) {
    const middle = (low + high) / 2;
    if (outlasts(middle) > SLOWEST) low = middle;
    else high = middle;
  }
  return { cutoffMs, p99: high };
}

function extraRequests(curves: readonly Curve[], cutoffMs: number): number {
  const [first, second, later] = curves.map((curve) => curve.at(cutoffMs));
  return first + first * second + (first * second * later) / Math.max(1e-9, 1 - later);
}

function percentile(curves: readonly Curve[], cutoffMs: number): number {
  let left = 1;
  for (let cuts = 0; cuts < MOST_CUTS; cuts++) {
    const curve = curves[Math.min(cuts, curves.length - 1)];
    const lasts = curve.at(cutoffMs);
    if (left * lasts <= SLOWEST) return cuts * cutoffMs + curve.inverse(SLOWEST / left);
    left *= lasts;
  }
  return Infinity;
}

const SLOWEST = 0.01;
/** Cutoffs that are compared in a cell: a cell is 26% wide, and the percentile should be within 10% of the best. */
const STEPS = 4;
const ENOUGH_FOR_TAIL = 5;
/** A percentile of fewer attempts says little. */
const MANY = 20;
const MOST_CUTS = 20;
const LEAST_TAIL_GAIN = 0.05;
const BISECTIONS = 20;
