import { noResetting, type ResettingTime } from "../problem/arm.ts";
import { COMPLETED, FIELDS, meanTimeOf, type ProductLimit, REWARD, TIME } from "./product-limit.ts";
import { ProductLimitScan } from "./product-limit-scan.ts";

/** The reward rate at each edge, as far as trials went, and the standard errors of these rates. */
export interface RateCurve {
  readonly rates: Float64Array;
  readonly errors: Float64Array;
}

/**
 * What the trials so far say of r(t) at every edge that one of them reached: the product-limit estimate, with the
 * variance of the delta method, whose formulas stand with `km-ucb`, smoothed as there. For drawing; a policy that
 * decides thousands of times a second has its own pass.
 */
export function rateCurve(cells: ProductLimit, resetting: ResettingTime = noResetting): RateCurve {
  const { edges, rows } = cells;
  const atRisk = new Float64Array(edges.length);
  cells.atRisk(atRisk);
  const entered = atRisk.findIndex((count) => !(count > 0));
  const length = entered < 0 ? edges.length : entered;
  const rates = new Float64Array(length);
  const errors = new Float64Array(length);
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
    rates[cell] = rate;
    errors[cell] = Math.sqrt(ofHazards + sumRewards) / usage;
    below = edge;
  }
  return { rates, errors };
}
