import { finiteCutoffList } from "../definition/cutoff-list.ts";
import { definePolicy, type Learner, type PolicySetup } from "../definition/policy.ts";
import { savedNumber, savedRecord } from "../definition/saved-state.ts";
import { type MomentArm, momentArms, saveMomentArms } from "./moment-arms.ts";
import { ActionIndexes, factorOf, largestIndex, SHORTEST, ucbOptions } from "./ucb.ts";

export const ucbRbOptions = {
  ...ucbOptions,
  init: {
    kind: "number",
    text: "first trials of every arm and cutoff",
    default: 40,
    atLeast: 1,
    integer: true,
  },
  sharing: {
    kind: "choice",
    text: "whether a trial informs the shorter cutoffs too (subsec:info-structure)",
    values: ["on", "off"],
    default: "on",
  },
} as const;

export const ucbRb = definePolicy({
  name: "ucb-rb",
  citation: "Cayci, Eryilmaz and Srikant 2020, alg:ucb-r",
  summary: "Empirical Bernstein index on the reward rate, for short finite cutoffs.",
  options: ucbRbOptions,
  create: (setup, options, saved) =>
    ucbRbLearner("ucb-rb", setup, finiteCutoffList("ucb-rb", setup), options, saved),
});

interface UcbRbOptions {
  readonly alpha: number;
  readonly factor?: number | undefined;
  readonly beta?: number | undefined;
  readonly init: number;
  readonly variant: "corrected" | "paper";
  readonly sharing: "on" | "off";
}

/** alg:ucb-r over the given cutoffs; ucb-rc runs it too, on a grid of its own. */
export function ucbRbLearner(
  policy: string,
  { arms }: PolicySetup,
  cutoffs: Float64Array,
  options: UcbRbOptions,
  saved?: unknown,
): Learner {
  const { alpha, init, variant, sharing } = options;
  const factor = factorOf(policy, options);
  const state = saved === undefined ? {} : savedRecord(policy, saved);
  const learned = momentArms(policy, arms, cutoffs, state.arms);
  const indexes = arms.map(() => new ActionIndexes(cutoffs.length));
  /** For each arm: the rows below this have changed since their indices were computed. */
  const stale = arms.map(() => cutoffs.length);
  const actions = arms.length * cutoffs.length;
  let started = savedNumber(policy, state.started ?? 0, "started");
  let observed = savedNumber(policy, state.observed ?? 0, "observed");

  return {
    decide() {
      if (started < init * actions) {
        // Plays round after round over all actions, as printed. The caller checks the budget after each trial, not
        // after each round (docs/errata.md#e9).
        const turn = started++ % actions;
        return learned[Math.floor(turn / cutoffs.length)].decisions[turn % cutoffs.length];
      }
      for (let arm = 0; arm < arms.length; arm++) {
        if (stale[arm] === 0) continue;
        // The longest a trial can take, reset included; the paper leaves the reset out (docs/errata.md#e8).
        const ranges = variant === "paper" ? cutoffs : learned[arm].resetting.usage;
        refreshBernstein(learned[arm], stale[arm], factor, ranges, indexes[arm]);
        stale[arm] = 0;
      }
      largestIndex(indexes, alpha * Math.log(Math.max(observed, 1)), place);
      return learned[place.arm].decisions[place.cutoff];
    },
    observe(decision, outcome) {
      const { moments, resetting } = learned[decision.arm];
      const changed =
        sharing === "on" ? moments.observe(decision, outcome) : moments.observeAlone(decision, outcome);
      const all = resetting.observe(outcome);
      stale[decision.arm] = Math.max(stale[decision.arm], all ? cutoffs.length : changed);
      observed += 1;
    },
    save: () => ({ started, observed, arms: saveMomentArms(learned) }),
  };
}

const place = { arm: 0, cutoff: 0 };

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
function refreshBernstein(
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
