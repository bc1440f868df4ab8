import {
  MOMENT_COMPLETED,
  MOMENT_FIELDS,
  MOMENT_REWARD,
  MOMENT_REWARD_SQUARES,
  MOMENT_TIME,
  MOMENT_TIME_SQUARES,
} from "../statistics/shared-moments.ts";
import type { ActionIndexes } from "./action-indexes.ts";
import type { MomentArm } from "./moment-arms.ts";
import { SHORTEST } from "./ucb-options.ts";

/**
 * The parts of eqn:emp-rate and eqn:emp-radius for the first `count` cutoffs of an arm:
 *   index = r̂ + factor·(η + r̂·ε)/Û,  ε and η = 3·range·λ/T* + √(2·𝕍·λ/T*)
 * `ranges` holds the longest a trial can take at each cutoff.
 *
 * A decision of ucb-rb reads every cutoff, and this loop is most of its cost; so the moments are written
 * out here (`SharedMoments.read` says the same in one place), with two divisions and two roots a cutoff.
 * Tried and lost at 1,024 cutoffs: through `read` (a fifth slower); one division in place of two (no
 * faster); the roots only where a bound on their sum says that the action can still win, with or without
 * keeping the parts (a third to two thirds slower: the extra loads and branches cost more than the roots).
 */
export function refreshBernstein(
  { moments, resetting }: MomentArm,
  count: number,
  factor: number,
  ranges: Float64Array,
  { rate, linear, root }: ActionIndexes,
): void {
  const { rows } = moments;
  const { usage, variance } = resetting;
  for (let cutoff = 0, row = 0; cutoff < count; cutoff++, row += MOMENT_FIELDS) {
    const trials = rows[row];
    if (trials === 0) continue;
    const completed = rows[row + MOMENT_COMPLETED];
    const time = rows[row + MOMENT_TIME];
    const reward = rows[row + MOMENT_REWARD];
    const cut = trials - completed;
    const share = 1 / trials;
    const between = completed * cut * share;
    const gap = cut > 0 ? usage[cutoff] - time : 0;
    const timeSquares = rows[row + MOMENT_TIME_SQUARES] + gap * gap * between + cut * variance;
    const rewardSquares = rows[row + MOMENT_REWARD_SQUARES] + reward * reward * between;
    const perUsage = 1 / Math.max(time + gap * cut * share, SHORTEST);
    const estimate = reward * completed * share * perUsage;
    const scale = factor * perUsage;
    rate[cutoff] = estimate;
    linear[cutoff] = 3 * scale * (1 + estimate * ranges[cutoff]) * share;
    root[cutoff] = scale * share * (Math.sqrt(2 * rewardSquares) + estimate * Math.sqrt(2 * timeSquares));
  }
}
