import { countUpTo } from "../../problem/ascending.ts";
import { COMPLETED, FIELDS, REWARD, TIME } from "../../statistics/product-limit.ts";
import { ProductLimitScan } from "../../statistics/product-limit-scan.ts";
import { CellArms } from "../curve/cell-arms.ts";
import { definePolicy } from "../definition/policy.ts";
import { savedArms, savedNumbers, savedRecord } from "../definition/saved-state.ts";

/**
 * Indexed minimum empirical divergence, for comparison. An action is worse than the best rate r̂* by
 * Z = V − r̂*·U on average; Z is at most 1, so no bound on U is needed and ∞ is allowed. Played is the
 * action with the least n·D + log n, where
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
    const learned = new CellArms("imed", setup, setup.arms, state.learned);
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
        let bestRate = 0;
        for (const { rates } of laws) for (const rate of rates) if (rate > bestRate) bestRate = rate;
        let least = Infinity;
        let decision = { arm: 0, cutoff: learned.edges[0] };
        laws.forEach((law, arm) => {
          for (let cell = 0; cell < learned.edges.length; cell++) {
            const count = law.counts[cell];
            if (count === 0) {
              if (least > -Infinity) decision = { arm, cutoff: learned.edges[cell] };
              least = -Infinity;
              break;
            }
            const logCount = Math.log(count);
            if (logCount >= least) continue; // D cannot be negative
            const index = count * divergence(law, cell, bestRate) + logCount;
            if (index < least) {
              least = index;
              decision = { arm, cutoff: learned.edges[cell] };
            }
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

/** The product-limit law of one arm: what leaves in each cell, and what is left after it. */
interface CountedLaw {
  readonly mass: Float64Array;
  readonly time: Float64Array;
  readonly reward: Float64Array;
  readonly survival: Float64Array;
  readonly usage: Float64Array;
  readonly rates: Float64Array;
  readonly counts: Float64Array;
}

function countedLaw(learned: CellArms, arm: number, given: readonly number[]): CountedLaw {
  const { cells, resetting, atRisk } = learned.evidence(arm);
  const { rows } = cells;
  const { length } = learned.edges;
  const [mass, time, reward, survival, rates, counts] = Array.from(
    { length: 6 },
    () => new Float64Array(length),
  );
  const scan = new ProductLimitScan();
  for (let cell = 0; cell < length; cell++) {
    const row = cell * FIELDS;
    const completed = rows[row + COMPLETED];
    if (completed > 0) {
      mass[cell] = (scan.survival * completed) / atRisk[cell];
      time[cell] = rows[row + TIME] / completed;
      reward[cell] = rows[row + REWARD] / completed;
    }
    scan.complete(mass[cell], 1, time[cell], reward[cell]);
    if (scan.survival < ROUNDING) scan.survival = 0;
    survival[cell] = scan.survival;
    const usage = scan.usage(resetting.usage[cell]);
    rates[cell] = usage > 0 ? scan.reward / usage : 0;
  }
  for (let cell = length - 1, count = 0; cell >= 0; cell--) counts[cell] = count += given[cell] ?? 0;
  return { mass, time, reward, survival, usage: resetting.usage, rates, counts };
}

/** What is left of a survival of 1 − Σ mass after rounding. */
const ROUNDING = 1e-12;

/** D, by Newton's method on its derivative, which falls in λ. */
function divergence(law: CountedLaw, cutoff: number, bestRate: number): number {
  let lambda = 0;
  let slope = slopeAt(law, cutoff, bestRate, 0);
  if (slope.first <= 0) return 0;
  let low = 0;
  let high = 1;
  for (let step = 0; step < 30 && Math.abs(slope.first) > 1e-9 * Math.abs(slope.second); step++) {
    const next = lambda - slope.first / slope.second;
    lambda = next > low && next < high ? next : (low + high) / 2;
    slope = slopeAt(law, cutoff, bestRate, lambda);
    if (slope.first > 0) low = lambda;
    else high = lambda;
  }
  return Math.max(0, slope.value);
}

/** E[log(1 − λZ)] with its first and second derivative in λ. */
function slopeAt(
  { mass, time, reward, survival, usage }: CountedLaw,
  cutoff: number,
  bestRate: number,
  lambda: number,
): { value: number; first: number; second: number } {
  let value = 0;
  let first = 0;
  let second = 0;
  const add = (weight: number, z: number) => {
    const inside = Math.max(1 - lambda * z, Number.MIN_VALUE);
    const ratio = z / inside;
    value += weight * Math.log(inside);
    first -= weight * ratio;
    second -= weight * ratio * ratio;
  };
  for (let cell = 0; cell <= cutoff; cell++) {
    if (mass[cell] === 0) continue;
    const cost = bestRate * time[cell];
    add(mass[cell] * reward[cell], 1 - cost);
    if (reward[cell] < 1) add(mass[cell] * (1 - reward[cell]), -cost);
  }
  if (survival[cutoff] > 0 && usage[cutoff] < Infinity) add(survival[cutoff], -bestRate * usage[cutoff]);
  return { value, first, second };
}
