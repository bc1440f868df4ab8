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
  const { trials, completed, time, timeSquares, reward, rewardSquares } = moments;
  const { usage, variance } = resetting;
  for (let cutoff = 0; cutoff < count; cutoff++) {
    const all = trials[cutoff];
    if (all === 0) continue;
    const done = completed[cutoff];
    const cut = all - done;
    const share = 1 / all;
    const between = done * cut * share;
    const gap = cut > 0 ? usage[cutoff] - time[cutoff] : 0;
    const perUsage = 1 / Math.max(time[cutoff] + gap * cut * share, SHORTEST);
    const mean = reward[cutoff];
    const estimate = mean * done * share * perUsage;
    const scale = factor * perUsage * share;
    rate[cutoff] = estimate;
    linear[cutoff] = 3 * scale * (1 + estimate * ranges[cutoff]);
    root[cutoff] =
      scale *
      (Math.sqrt(2 * (rewardSquares[cutoff] + mean * mean * between)) +
        estimate * Math.sqrt(2 * (timeSquares[cutoff] + gap * gap * between + cut * variance)));
  }
}
