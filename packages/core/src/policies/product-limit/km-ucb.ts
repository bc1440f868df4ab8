import {
  COMPLETED,
  FIELDS,
  meanTimeOf,
  ProductLimitScan,
  REWARD,
  TIME,
} from "../../statistics/product-limit.ts";
import { definePolicy } from "../definition/policy.ts";
import { savedNumber, savedRecord } from "../definition/saved-state.ts";
import { CellArms } from "./cell-arms.ts";

/**
 * An upper confidence bound on the product-limit curve: r̂ + √(2·Var·log n), where Var is the delta
 * method over the cells (Greenwood's argument for the survival curve, carried on to the rate):
 *   Var(r̂_l) = Σ_{j≤l} g_j²·h_j(1−h_j)/n_j,  g_j = (dV_j − r·dU_j)/E[U_l]
 *   dV_j = S_{j−1}ρ̄_j − (V_l − V_j)/(1−h_j),  dU_j = S_{j−1}(x̄_j − t_j) − (U_l − U_j + C(t_l)S_l)/(1−h_j)
 * Since V_l = r·(U_l + C(t_l)S_l), what depends on l drops out of dV_j − r·dU_j and leaves P_j − r·Q_j with
 *   P_j = S_{j−1}ρ̄_j + V_j/(1−h_j),  Q_j = S_{j−1}(x̄_j − t_j) + U_j/(1−h_j)
 * so that three running sums (of P², PQ and Q²) give the variance at every cutoff in one pass.
 *
 * Rewards that vary add to it. E[V_l] is linear in ρ̄_j, with weight S_{j−1}h_j; given the d_j completions,
 * ρ̄_j is independent of all hazards and of the other cells, and a reward in [0, 1] with mean ρ has a variance
 * of at most ρ(1−ρ). So a fourth sum joins:
 *   Var(r̂_l) += Σ_{j≤l} (S_{j−1}h_j)²·ρ_j(1−ρ_j)/d_j / E[U_l]²
 * An arm whose rewards were all 1 leaves it out: its rate cannot be too low for want of luck with rewards.
 *
 * Inside the variance h is smoothed to (d+½)/(n+1), else a cell without a completion would be certain, and ρ
 * to (Σ+½)/(d+1), else an arm whose first rewards were all 0 would be given up for ever. Smoothed towards the
 * arm's mean instead of ½, 102 of 600 runs on rewards of 0.05 against 0.025 still were on the worse arm at the
 * end; with ½ it is 3.
 * A cell that no trial has entered is assumed to complete at once, which is the most that it could give.
 */
export const kmUcb = definePolicy({
  name: "km-ucb",
  citation: "This project; Auer et al. 2002 on the estimator of Kaplan and Meier 1958, Greenwood 1926",
  summary: "Upper confidence bound on the product-limit curve, variance by the delta method.",
  options: {
    width: { kind: "number", text: "the 2 in √(2·Var·log n)", default: 2, above: 0 },
  },
  create(setup, { width }, saved) {
    const state = saved === undefined ? {} : savedRecord("km-ucb", saved);
    const learned = new CellArms("km-ucb", setup, state.learned);
    let observed = savedNumber("km-ucb", state.observed ?? 0, "observed");
    return {
      decide() {
        const exploration = width * Math.log(Math.max(observed, 1));
        let best = -Infinity;
        let arm = 0;
        let cell = 0;
        learned.arms.forEach((_, candidate) => {
          const place = largestBound(learned, candidate, exploration);
          if (place.bound > best) {
            best = place.bound;
            arm = candidate;
            cell = place.cell;
          }
        });
        return { arm, cutoff: learned.edges[cell] };
      },
      observe(decision, outcome) {
        learned.observe(decision.arm, outcome);
        observed += 1;
      },
      save: () => ({ observed, learned: learned.save() }),
    };
  },
});

/**
 * The cutoff of one arm with the largest bound, the shorter one where two are equal; with its estimated
 * rate and the variance of that. `from` leaves out the cutoffs before it.
 */
export function largestBound(
  learned: CellArms,
  arm: number,
  exploration: number,
  from = 0,
): { cell: number; bound: number; rate: number; variance: number } {
  const { cells, resetting, atRisk } = learned.evidence(arm);
  const { edges, rows } = cells;
  const meanReward = cells.completed > 0 ? cells.rewards / cells.completed : 1;
  const rewardsVary = cells.rewards !== cells.completed;
  const scan = new ProductLimitScan();
  let below = 0;
  let sumPP = 0;
  let sumPQ = 0;
  let sumQQ = 0;
  let sumRewards = 0;
  let best = { cell: from, bound: -Infinity, rate: 0, variance: Infinity };
  for (let cell = 0; cell < edges.length; cell++) {
    const edge = edges[cell];
    const row = cell * FIELDS;
    const entered = atRisk[cell];
    if (!(entered > 0)) {
      const usage = scan.usage(below);
      const rate = (scan.reward + scan.survival) / usage;
      consider(cell, rate, varianceOf(rate, usage));
      break; // and cells beyond can promise no more
    }
    const completed = rows[row + COMPLETED];
    const rho = completed > 0 ? rows[row + REWARD] / completed : meanReward;
    const meanTime = meanTimeOf(completed, rows[row + TIME], below, edge);
    const before = scan.survival;
    const share = before * (completed / entered);
    scan.complete(share, 1, meanTime, rho);
    if (rewardsVary && completed > 0) {
      const smooth = (rows[row + REWARD] + 0.5) / (completed + 1);
      sumRewards += (share * share * smooth * (1 - smooth)) / completed;
    }
    // The last cell, up to ∞, always completes: there is no hazard to be unsure of, and survival is 0.
    if (edge !== Infinity) {
      const smooth = (completed + 0.5) / (entered + 1);
      const p = before * rho + scan.reward / (1 - smooth);
      const q = before * (meanTime - edge) + scan.usage(edge) / (1 - smooth);
      const weight = (smooth * (1 - smooth)) / entered;
      sumPP += weight * p * p;
      sumPQ += weight * p * q;
      sumQQ += weight * q * q;
    }
    const usage = scan.usage(resetting.usage[cell]);
    const rate = scan.reward / usage;
    if (cell >= from) consider(cell, rate, varianceOf(rate, usage));
    below = edge;
  }
  return best;

  function consider(cell: number, rate: number, variance: number): void {
    const bound = rate + Math.sqrt(exploration * variance);
    if (!(bound <= best.bound))
      best = { cell, bound: Number.isNaN(bound) ? Infinity : bound, rate, variance };
  }

  function varianceOf(rate: number, usage: number): number {
    const ofHazards = Math.max(0, sumPP - 2 * rate * sumPQ + rate * rate * sumQQ);
    return (ofHazards + sumRewards) / (usage * usage);
  }
}
