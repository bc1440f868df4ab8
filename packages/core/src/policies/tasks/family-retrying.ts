import type { Decision } from "../../problem/outcome.ts";
import { type ScheduleName, scheduleMultiplier } from "../../problem/schedule.ts";
import type { Learner } from "../definition/policy.ts";
import { savedArms, savedNumbers, savedRecord } from "../definition/saved-state.ts";

/**
 * A policy for tasks of one family: most are alike, so that the largest rate is the right goal for them and
 * Luby's multiples are for nothing, and some are harder. A task is tried at the cutoff of the largest rate until
 * it has failed `patience` times as often as solved tasks were tried on average. Then it is one of the
 * harder ones: these have a learner of their own, whose cutoff is the base of the schedule, and none starves. The
 * schedule goes on by one after as many failures again: some need not longer attempts but many.
 *
 * In flips of the best Luby this comes to 1.0 on the SATLIB halves, and 1.2 on generated formulas and on
 * a folder of small and large ones (docs/benchmarks/sat-against-luby.md). Tried and lost: no learner for the
 * harder tasks but the first base (the folder 2.0; 1.25 if the schedule goes on after every failure), and a
 * learner, but the schedule going on after every failure (the folder 1.06, the generated formulas 1.9: one takes
 * hundreds of attempts of any length).
 *
 * The average is that of solved tasks, and not the reciprocal of the share of attempts that succeed: that
 * share falls with the attempts at hard tasks, of which patience then allows more, and more again.
 */
export function familyRetrying(
  create: (saved?: unknown) => Learner,
  patience: number,
  schedule: ScheduleName,
  saved?: unknown,
): Learner {
  const state = saved === undefined ? {} : savedRecord("retry", saved);
  const states = saved === undefined ? [undefined, undefined] : savedArms("retry", state.groups, 2);
  const [usual, harder] = states.map((learner) => create(learner));
  /** Tasks that were solved as usual, and what attempts they took; one at the first attempt to begin with. */
  let [solved, attempts] = savedNumbers("retry", state.usual ?? [1, 1], "usual", 2);
  const usualAttempts = () => Math.max(1, Math.ceil((patience * attempts) / solved));
  return {
    decide({ attempt = 1 } = {}): Decision {
      const first = usual.decide();
      const usualCount = usualAttempts();
      if (attempt <= usualCount) return { ...first, attempt };
      const place = Math.ceil(attempt / usualCount);
      const { arm, cutoff } = harder.decide();
      const base = arm === first.arm ? Math.max(first.cutoff, cutoff) : cutoff;
      return { arm, cutoff: base * scheduleMultiplier(schedule, place - 1), attempt };
    },
    observe(decision, outcome) {
      const { attempt = 1 } = decision;
      const asUsual = attempt <= usualAttempts();
      const done = outcome.kind === "completed" && outcome.reward > 0;
      // A task is done by any reward, however small.
      (asUsual ? usual : harder).observe(decision, done ? { ...outcome, reward: 1 } : outcome);
      if (done && asUsual) {
        solved += 1;
        attempts += attempt;
      }
    },
    save: () => ({ groups: [usual.save(), harder.save()], usual: [solved, attempts] }),
  };
}
