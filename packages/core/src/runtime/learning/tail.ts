import { latticeCell, latticeEdge } from "../../problem/lattice.ts";
import type { Hazards } from "./hazards.ts";

/** A survival curve that can be read at any time. */
interface Curve {
  at(timeMs: number): number;
  /** The time that a share of the attempts lasts longer than. */
  inverse(share: number): number;
}

/**
 * Reads a curve from hazards: linear within a cell. Past all that was seen, an attempt that has lasted for t lasts for t
 * again, on average.
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

/** When to cut for the sake of the slowest calls, and how long they take then. */
export interface TailPlan {
  /** Infinity where no cut makes them faster. */
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
  for (let cell = 0; cell < cells && evidence[cell] >= ENOUGH; cell++) {
    const from = latticeEdge(first + cell - 1);
    const edge = latticeEdge(first + cell);
    for (let step = 1; step <= STEPS; step++) {
      const cutoffMs = from + (step / STEPS) * (edge - from);
      if (cutoffMs >= maxCutoffMs) return best;
      if (extraRequests(curves, cutoffMs) > share) continue;
      const p99 = percentile(curves, cutoffMs);
      if (p99 < best.p99 && p99 < (1 - LEAST_GAIN) * waitingOn) best = { cutoffMs, p99 };
    }
  }
  return best;
}

/**
 * Finds the earliest time to hedge with at most `share` hedges a call: an earlier hedge makes the slowest calls faster, whatever
 * the law is. Infinity while too little is known.
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
/** Cutoffs that are looked at in a cell: a cell is 26% wide, and the percentile should be within 10% of the best. */
const STEPS = 4;
const ENOUGH = 5;
/** A percentile of fewer attempts says little. */
const MANY = 20;
const MOST_CUTS = 20;
const LEAST_GAIN = 0.05;
const BISECTIONS = 20;
