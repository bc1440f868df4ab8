import type { Decision } from "../../problem/outcome.ts";
import { type ScheduleName, scheduleMultiplier } from "../../problem/schedule.ts";
import type { Learner, TaskLearner } from "../definition/policy.ts";
import { savedArms, savedRecord } from "../definition/saved-state.ts";

/**
 * Any policy, for tasks that are tried again: its cutoff is the base, and the a-th attempt at a task
 * gets base × multiplier(a), so that with a schedule that grows no task starves. One learner sees the first attempts, another the
 * later ones, which are made at harder tasks.
 */
export function retrying(
  create: (saved?: unknown) => Learner,
  schedule: ScheduleName,
  saved?: unknown,
): TaskLearner {
  const states =
    saved === undefined ? [undefined, undefined] : savedArms("retry", savedRecord("retry", saved).groups, 2);
  const [first, later] = states.map((state) => create(state));
  const learnerFor = (attempt: number) => (attempt === 1 ? first : later);
  return {
    decide(attempt): Decision {
      const { arm, cutoff } = learnerFor(attempt).decide();
      return { arm, cutoff: cutoff * scheduleMultiplier(schedule, attempt), attempt };
    },
    observe: (decision, outcome) => learnerFor(decision.attempt ?? 1).observe(decision, outcome),
    save: () => ({ groups: [first.save(), later.save()] }),
  };
}
