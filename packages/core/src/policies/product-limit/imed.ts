import { countUpTo } from "../../problem/lattice.ts";
import { COMPLETED, FIELDS, ProductLimitScan, REWARD, TIME } from "../../statistics/product-limit.ts";
import { definePolicy } from "../definition/policy.ts";
import { savedArms, savedNumbers, savedRecord } from "../definition/saved-state.ts";
import { CellArms } from "./cell-arms.ts";

/**
 * Indexed minimum empirical divergence, for comparison. An action is worse than the best rate r̂* by Z = V − r̂*·U on
 * average; Z is at most 1, so no bound on U is needed and ∞ is allowed. The policy plays the action with the
 * least n·D + log n, where
 *   D = max over λ in [0, 1) of E[log(1 − λZ)], 0 where E[Z] ≥ 0
 * is how unlikely data like these would be if the action were as good as the best.
 *
 * The law of (U, V) is the product-limit estimate, a cell's completions gathered at its mean time, its
 * rewards at 0 and 1 with the same mean: exact for rewards of 0 and 1, cautious for others. n counts the
 * trials that were given at least this cutoff, as T* in the paper.
 */
export const imed = definePolicy({
  name: "imed",
  citation:
    "Honda and Takemura 2015, Non-asymptotic analysis of a new bandit algorithm for semi-bounded rewards",
  summary: "Minimum empirical divergence on V − r̂*·U; cutoffs may be infinite.",
  options: {},
  create(setup, _options, saved) {
    const state = saved === undefined ? {} : savedRecord("imed", saved);
    const learned = new CellArms("imed", setup, state.learned);
    /** For each arm, trials by the longest cutoff they inform. */
    const given = setup.arms.map(() => [] as number[]);
    if (saved !== undefined) {
      savedArms("imed", state.given, setup.arms.length).forEach((list, arm) => {
        given[arm] = savedNumbers("imed", list, "given");
      });
    }
    return {
      decide() {
        const laws = learned.arms.map((_, arm) => countedLaw(learned, arm, given[arm]));
        for (let arm = 0; arm < laws.length; arm++) {
          const unknown = laws[arm].counts.indexOf(0);
          if (unknown >= 0) return { arm, cutoff: learned.edges[unknown] };
        }
        let bestRate = 0;
        for (const { rates } of laws) for (const rate of rates) if (rate > bestRate) bestRate = rate;
        const searches = laws.map((law) => new IndexSearch(law, bestRate));
        let least = Infinity;
        let decision = { arm: 0, cutoff: learned.edges[0] };
        const consider = (arm: number, cell: number, index: number) => {
          if (!(index < least)) return;
          least = index;
          decision = { arm, cutoff: learned.edges[cell] };
        };
        // Cells that cost nothing come first, so that the others have a bound to compare with.
        searches.forEach((search, arm) => {
          for (const cell of search.asGoodAsBest) consider(arm, cell, Math.log(laws[arm].counts[cell]));
        });
        searches.forEach((search, arm) => {
          for (let cell = search.below(least); cell >= 0; cell = search.below(least)) {
            consider(arm, cell, search.settle(cell));
          }
        });
        return decision;
      },
      observe(decision, outcome) {
        learned.observe(decision.arm, outcome);
        const informed = countUpTo(
          learned.edges,
          outcome.kind === "completed" ? decision.cutoff : outcome.time,
        );
        if (informed === 0) return;
        const counts = given[decision.arm];
        while (counts.length < informed) counts.push(0);
        counts[informed - 1] += 1;
      },
      save: () => ({ learned: learned.save(), given }),
    };
  },
});

/** The product-limit law of one arm: its points, and what is left after each cell. */
interface CountedLaw {
  /** Completions with reward 1 and with reward 0, only where there are any: their weight and mean time. */
  readonly weight: Float64Array;
  readonly time: Float64Array;
  readonly reward: Float64Array;
  /** The number of points in this cell or before. */
  readonly points: Uint32Array;
  readonly survival: Float64Array;
  readonly usage: Float64Array;
  readonly rates: Float64Array;
  readonly counts: Float64Array;
}

function countedLaw(learned: CellArms, arm: number, given: readonly number[]): CountedLaw {
  const { cells, resetting, atRisk } = learned.evidence(arm);
  const { rows } = cells;
  const { length } = learned.edges;
  const [weight, time, reward] = Array.from({ length: 3 }, () => new Float64Array(2 * length));
  const [survival, rates, counts] = Array.from({ length: 3 }, () => new Float64Array(length));
  const points = new Uint32Array(length);
  const scan = new ProductLimitScan();
  let point = 0;
  const add = (mass: number, meanTime: number, value: number) => {
    if (!(mass > 0)) return;
    weight[point] = mass;
    time[point] = meanTime;
    reward[point] = value;
    point += 1;
  };
  for (let cell = 0; cell < length; cell++) {
    const row = cell * FIELDS;
    const completed = rows[row + COMPLETED];
    if (completed > 0) {
      const mass = (scan.survival * completed) / atRisk[cell];
      const meanTime = rows[row + TIME] / completed;
      const meanReward = rows[row + REWARD] / completed;
      add(mass * meanReward, meanTime, 1);
      add(mass * (1 - meanReward), meanTime, 0);
      scan.complete(mass, 1, meanTime, meanReward);
    }
    points[cell] = point;
    if (scan.survival < ROUNDING) scan.survival = 0;
    survival[cell] = scan.survival;
    const usage = scan.usage(resetting.usage[cell]);
    rates[cell] = usage > 0 ? scan.reward / usage : 0;
  }
  for (let cell = length - 1, count = 0; cell >= 0; cell--) counts[cell] = count += given[cell] ?? 0;
  return { weight, time, reward, points, survival, usage: resetting.usage, rates, counts };
}

/** The rest of a survival of 1 − Σ mass after rounding. */
const ROUNDING = 1e-12;

/**
 * The least index of one arm, without an optimisation for every cutoff. E[log(1 − λZ)] is at most D whatever λ is,
 * and cutoffs share the points before them: for one λ a single pass gives a lower bound at all of them. So the
 * cutoff with the least bound is optimised, its λ bounds the others, and most are never looked at again.
 */
class IndexSearch {
  /** Cells where E[Z] ≥ 0, so that D is 0. */
  readonly asGoodAsBest: number[] = [];
  /** A lower bound of n·D + log n; ∞ once it is known. */
  private readonly bounds: Float64Array;
  private readonly z: Float64Array;
  /** Z of a trial that is cut at this cell; 0, which adds nothing, if no trial is left or none is ever cut. */
  private readonly zCut: Float64Array;
  private readonly law: CountedLaw;

  constructor(law: CountedLaw, bestRate: number) {
    const { weight, time, reward, points, survival, usage, rates, counts } = law;
    const { length } = counts;
    this.law = law;
    this.bounds = new Float64Array(length).fill(Infinity);
    this.z = new Float64Array(points[length - 1]);
    this.zCut = new Float64Array(length);
    let mean = 0;
    let point = 0;
    for (let cell = 0; cell < length; cell++) {
      for (; point < points[cell]; point++) {
        this.z[point] = reward[point] - bestRate * time[point];
        mean += weight[point] * this.z[point];
      }
      if (survival[cell] > 0 && usage[cell] < Infinity) this.zCut[cell] = -bestRate * usage[cell];
      const asGood = rates[cell] >= bestRate || mean + survival[cell] * this.zCut[cell] >= 0;
      if (asGood) this.asGoodAsBest.push(cell);
      else this.bounds[cell] = Math.log(counts[cell]);
    }
  }

  /** Returns the cell with the least bound; −1 if none is below `least`. */
  below(least: number): number {
    let found = -1;
    let lowest = least;
    for (let cell = 0; cell < this.bounds.length; cell++) {
      if (this.bounds[cell] < lowest) {
        lowest = this.bounds[cell];
        found = cell;
      }
    }
    return found;
  }

  /** Returns n·D + log n of this cell, and raises the bounds of the others by its λ. */
  settle(settled: number): number {
    const { weight, points, survival, counts } = this.law;
    const { bounds, z, zCut } = this;
    const lambda = this.maximiser(settled);
    let index = 0;
    let sum = 0;
    let point = 0;
    for (let cell = 0; cell < bounds.length; cell++) {
      for (; point < points[cell]; point++) sum += weight[point] * Math.log(insideOf(lambda, z[point]));
      if (bounds[cell] === Infinity) continue;
      const value = sum + survival[cell] * Math.log(insideOf(lambda, zCut[cell]));
      const bound = counts[cell] * Math.max(0, value) + Math.log(counts[cell]);
      if (cell === settled) index = bound;
      else if (bound > bounds[cell]) bounds[cell] = bound;
    }
    bounds[settled] = Infinity;
    return index;
  }

  /** Returns λ of D, by Newton's method on the derivative, which falls in λ. */
  private maximiser(cell: number): number {
    const { weight, points, survival } = this.law;
    const { z, zCut } = this;
    const end = points[cell];
    let lambda = 0;
    let low = 0;
    let high = 1;
    for (let step = 0; ; step++) {
      const cut = zCut[cell] / insideOf(lambda, zCut[cell]);
      let first = -survival[cell] * cut;
      let second = -survival[cell] * cut * cut;
      for (let point = 0; point < end; point++) {
        const ratio = z[point] / insideOf(lambda, z[point]);
        first -= weight[point] * ratio;
        second -= weight[point] * ratio * ratio;
      }
      if (step === 30 || !(Math.abs(first) > 1e-9 * Math.abs(second))) return lambda;
      if (first > 0) low = lambda;
      else high = lambda;
      const next = lambda - first / second;
      lambda = next > low && next < high ? next : (low + high) / 2;
    }
  }
}

/** 1 − λz, kept above 0 for λ next to 1. */
function insideOf(lambda: number, z: number): number {
  return Math.max(1 - lambda * z, Number.MIN_VALUE);
}
