import { noResetting, type ResettingTime } from "../problem/arm.ts";
import {
  COMPLETED,
  FIELDS,
  meanTimeOf,
  type ProductLimit,
  ProductLimitScan,
  REWARD,
  TIME,
} from "./product-limit.ts";

/** The reward rate at each edge, as far as enough trials went, and the ends of its 95% band. */
export interface RateCurve {
  /** The rate at each edge. */
  readonly rates: Float64Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/** Fewer trials beyond an edge say so little that the curve ends before it. */
const FEWEST_AT_RISK = 10;

/** Half the width of a 95% interval, in standard errors of a normal estimate. */
const NORMAL_95 = 1.96;

/**
 * Returns the factor on the variance where few trials went. With n trials at an edge and N in all, the variance counts
 *   1 + 8/n + log(N/n)/10
 * times. The first part is for the few completions behind the estimate. The second is for policies that learn: they go
 * on with a cutoff that looks good and leave one that looks bad, also where that was chance, so the estimate stays too
 * low where they stopped looking. Both numbers were chosen on seeds 1 to 200 of five laws under km-ts, so that at least
 * 95% of the points beyond the played cutoff lie in their band; `learned-band.test.ts` of the page tests other seeds.
 */
function widening(atRisk: number, trials: number): number {
  return 1 + 8 / atRisk + 0.1 * Math.log(trials / atRisk);
}

/**
 * Estimates r(t) at every edge that at least `fewest` trials reached: by the product-limit estimate, with the variance
 * of the delta method; `km-ucb` has the formulas and the same smoothing. It serves figures; a policy that decides
 * thousands of times a second has its own pass.
 */
export function rateCurve(
  cells: ProductLimit,
  resetting: ResettingTime = noResetting,
  fewest = FEWEST_AT_RISK,
): RateCurve {
  const { edges, rows } = cells;
  const atRisk = new Float64Array(edges.length);
  cells.atRisk(atRisk);
  const tooFew = atRisk.findIndex((count) => !(count >= fewest));
  const length = tooFew < 0 ? edges.length : tooFew;
  const column = () => new Float64Array(length);
  const curve = { rates: column(), low: column(), high: column() };
  const meanReward = cells.completed > 0 ? cells.rewards / cells.completed : 1;
  const rewardsVary = cells.rewards !== cells.completed;
  const scan = new ProductLimitScan();
  let [below, sumPP, sumPQ, sumQQ, sumRewards] = [0, 0, 0, 0, 0];
  for (let cell = 0; cell < length; cell++) {
    const edge = edges[cell];
    const row = cell * FIELDS;
    const completed = rows[row + COMPLETED];
    const reward = completed > 0 ? rows[row + REWARD] / completed : meanReward;
    const time = meanTimeOf(completed, rows[row + TIME], below, edge);
    const before = scan.survival;
    const share = before * (completed / atRisk[cell]);
    scan.complete(share, 1, time, reward);
    if (rewardsVary && completed > 0) {
      const smooth = (rows[row + REWARD] + 0.5) / (completed + 1);
      sumRewards += (share * share * smooth * (1 - smooth)) / completed;
    }
    if (edge !== Infinity) {
      const smooth = (completed + 0.5) / (atRisk[cell] + 1);
      const p = before * reward + scan.reward / (1 - smooth);
      const q = before * (time - edge) + scan.usage(edge) / (1 - smooth);
      const weight = (smooth * (1 - smooth)) / atRisk[cell];
      sumPP += weight * p * p;
      sumPQ += weight * p * q;
      sumQQ += weight * q * q;
    }
    const usage = scan.usage(edge + resetting.mean(edge));
    const rate = scan.reward / usage;
    const ofHazards = Math.max(0, sumPP - 2 * rate * sumPQ + rate * rate * sumQQ);
    const variance = (ofHazards + sumRewards) * widening(atRisk[cell], atRisk[0]);
    const half = (NORMAL_95 * Math.sqrt(variance)) / usage;
    curve.rates[cell] = rate;
    curve.low[cell] = Math.max(0, rate - half);
    curve.high[cell] = rate + half;
    below = edge;
  }
  return curve;
}
