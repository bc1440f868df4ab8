import { betaVariate } from "../../random/gamma.ts";
import { noMoments } from "../../statistics/moments.ts";
import { finiteCutoffList } from "../definition/cutoff-list.ts";
import { definePolicy } from "../definition/policy.ts";
import { savedRecord } from "../definition/saved-state.ts";
import { momentArms, saveMomentArms } from "./moment-arms.ts";

/**
 * Budgeted Thompson sampling, for comparison: a beta draw for the mean reward over a beta draw for the
 * mean time, as a share of the longest a trial can take. Xia et al. toss a coin for a reward or a time
 * between 0 and 1; here its value is added to the shape as it is, which has the same mean and less noise.
 * A trial informs the shorter cutoffs too, as in the paper's algorithms.
 */
export const bts = definePolicy({
  name: "bts",
  citation: "Xia, Li, Qin, Yu and Liu 2015, Thompson sampling for budgeted multi-armed bandits",
  summary: "Budgeted Thompson sampling: beta draws for reward and time of each action.",
  options: {},
  create(setup, _options, saved) {
    const { random } = setup;
    const cutoffs = finiteCutoffList("bts", setup);
    const state = saved === undefined ? {} : savedRecord("bts", saved);
    const learned = momentArms("bts", setup.arms, cutoffs, state.arms);
    return {
      decide() {
        let best = -Infinity;
        let decision = learned[0].decisions[0];
        for (const { moments, resetting, decisions } of learned) {
          const { usage } = resetting;
          for (let cutoff = 0; cutoff < cutoffs.length; cutoff++) {
            moments.read(cutoff, usage[cutoff], 0, action);
            const { count } = action;
            const reward = count > 0 ? count * action.meanReward : 0;
            const time = count > 0 ? (count * action.meanUsage) / usage[cutoff] : 0;
            const rate =
              betaVariate(random, 1 + reward, 1 + count - reward) /
              (usage[cutoff] * betaVariate(random, 1 + time, 1 + Math.max(0, count - time)));
            if (rate > best) {
              best = rate;
              decision = decisions[cutoff];
            }
          }
        }
        return decision;
      },
      observe(decision, outcome) {
        learned[decision.arm].moments.observe(decision, outcome);
        learned[decision.arm].resetting.observe(outcome);
      },
      save: () => ({ arms: saveMomentArms(learned) }),
    };
  },
});

const action = noMoments();
