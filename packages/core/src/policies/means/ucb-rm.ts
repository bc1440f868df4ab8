import { cellOf, countUpTo } from "../../problem/lattice.ts";
import { groupCount } from "../../theory/concentration.ts";
import { cutoffList } from "../definition/cutoff-list.ts";
import { definePolicy } from "../definition/policy.ts";
import { savedNumber, savedRecord } from "../definition/saved-state.ts";
import { ActionIndexes, largestIndex } from "./action-indexes.ts";
import { blockArms, saveBlockArms } from "./block-arms.ts";
import { refreshMedian } from "./median-index.ts";
import { factorOf, ucbOptions } from "./ucb-options.ts";

/**
 * Like ucb-rb, with medians of block means in place of means, so that no bound on the time of a trial is
 * needed and ∞ is allowed (`median-index.ts`). An action is tried until it has two trials a group
 * (docs/errata.md#e12). A random resetting time enters by its estimate at the time of the trial
 * (docs/errata.md#e19).
 */
export const ucbRm = definePolicy({
  name: "ucb-rm",
  citation: "Cayci, Eryilmaz and Srikant 2020, eqn:med-rate and eqn:med-radius",
  summary: "Median-of-means index on the reward rate; cutoffs may be long or infinite.",
  options: ucbOptions,
  create(setup, options, saved) {
    const { alpha, variant } = options;
    const indexOptions = { factor: factorOf("ucb-rm", options), variant };
    const cutoffs = cutoffList("ucb-rm", setup);
    const state = saved === undefined ? undefined : savedRecord("ucb-rm", saved);
    let observed = state === undefined ? 0 : savedNumber("ucb-rm", state.observed, "observed");
    const learned = blockArms("ucb-rm", setup.arms, cutoffs, state);
    const indexes = setup.arms.map(() => new ActionIndexes(cutoffs.length));
    return {
      decide() {
        const logTerm = alpha * Math.log(Math.max(observed, 1));
        const current = groupCount(logTerm);
        for (let arm = 0; arm < learned.length; arm++) {
          const { blocks, groups } = learned[arm];
          for (let cutoff = 0; cutoff < cutoffs.length; cutoff++) {
            if (groups[cutoff] === current) continue;
            groups[cutoff] = current;
            refreshMedian(blocks[cutoff], current, indexOptions, indexes[arm], cutoff);
          }
        }
        largestIndex(indexes, logTerm, place);
        return learned[place.arm].decisions[place.cutoff];
      },
      observe(decision, outcome) {
        const { blocks, resetting, groups } = learned[decision.arm];
        resetting.observe(outcome);
        const completed = outcome.kind === "completed";
        const informed = countUpTo(cutoffs, completed ? decision.cutoff : outcome.time);
        const completion = completed ? cellOf(cutoffs, outcome.time) : informed;
        for (let cutoff = 0; cutoff < informed; cutoff++) {
          if (completed && cutoff >= completion) blocks[cutoff].add(outcome.time, outcome.reward);
          else blocks[cutoff].add(resetting.usage[cutoff], 0);
          groups[cutoff] = 0;
        }
        observed += 1;
      },
      save: () => ({ observed, arms: saveBlockArms(learned) }),
    };
  },
});

const place = { arm: 0, cutoff: 0 };
