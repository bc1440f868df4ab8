import type { Archive } from "../journal/archive.ts";
import { tallyArm } from "../tasks/arm-tally.ts";
import { RunState, resume } from "../tasks/run-state.ts";
import { milliseconds } from "../tasks/task.ts";
import { listTasks } from "../tasks/task-list.ts";
import type { Notify } from "./outcome.ts";
import type { RunPlan } from "./plan.ts";

/** The state of a run at its start: the tasks of the plan, with what the archive knows of them. */
export async function openRunState(
  plan: RunPlan,
  { trials, outputs }: Archive,
  { draws, notice }: { readonly draws: boolean; readonly notice: Notify },
): Promise<RunState> {
  const { setup, givesUp, repeats, findsBroken, timeoutMs: timeout } = plan;
  const { maxAttempts, maxCounted, mode } = setup;
  const kind = { repeats, abandons: mode === "abandon" };
  const arms = plan.programs.map(({ name }) => tallyArm(name, setup.schedule, kind));
  const limits = { maxAttempts, maxCounted, timeout, limitsTime: true };
  const rules = { unit: milliseconds, draws, givesUp, findsBroken, ...limits };
  const state = new RunState(listTasks(plan.inputs, plan.repeat), arms, rules);
  let lost = 0;
  await resume(state, trials, {
    relearn: setup.relearn,
    isLost({ last }) {
      if (last?.result === undefined || outputs?.has(last.result) === false) lost += 1;
      // A program may have done more than print, so it is not run again unasked.
      return false;
    },
  });
  // Only this run is drawn.
  state.points.length = 0;
  if (outputs !== undefined && lost > 0) {
    notice(
      "results",
      `${outputs.folder} has no output of ${lost} of the tasks that were solved before; without --state they are run again`,
    );
  }
  return state;
}

/** Whether the run did all that was asked for. Endless repetitions are done when the budget is spent. */
export function isReached(
  { solved, tasks }: RunState,
  until: number | undefined,
  budgetSpent: boolean,
): boolean {
  if (until !== undefined) return solved >= until;
  return solved === tasks.total || (budgetSpent && tasks.total === Infinity);
}
