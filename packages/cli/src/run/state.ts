import type { Archive } from "../journal/archive.ts";
import { readTrials } from "../journal/journal.ts";
import type { RunInputs } from "../journal/journal-names.ts";
import { printParts } from "../shell/output.ts";
import { tallyArm } from "../tasks/arm-tally.ts";
import { isHalted } from "../tasks/loop.ts";
import { RunState, resume } from "../tasks/run-state.ts";
import { listTasks } from "../tasks/task-list.ts";
import { dryRunLines } from "./command-lines.ts";
import type { Notify } from "./outcome.ts";
import type { RunPlan } from "./plan.ts";

/** Resolves to the state of a run at its start: the tasks of the plan, with what the archive has on them. */
export async function openRunState(
  plan: RunPlan,
  { trials, outputs }: Pick<Archive, "trials" | "outputs">,
  notice: Notify,
): Promise<RunState> {
  const { setup, givesUp, repeats, findsBroken, silence, unit, hideInput } = plan;
  const { maxAttempts, maxCounted, longest, mode, cutsFail } = setup;
  const kind = { repeats, abandons: mode === "abandon" };
  const arms = plan.programs.map(({ name }) => tallyArm(name, setup.schedule, kind));
  const limits = { maxAttempts, maxCounted, longest, limitsTime: true };
  const countsCuts = cutsFail ? "always" : "never";
  const rules = { unit, givesUp, findsBroken, countsCuts, hideInput, ...limits } as const;
  const state = new RunState(listTasks(plan.inputs, plan.repeat), arms, rules);
  let lost = 0;
  await resume(state, trials, {
    relearn(trial) {
      setup.relearn(trial);
      silence?.learn(trial);
    },
    isLost({ last }) {
      if (last?.result === undefined || outputs?.has(last.result) === false) lost += 1;
      // A program may have done more than print, so it is not run again unasked.
      return false;
    },
  });
  if (outputs !== undefined && lost > 0) {
    notice(
      "results",
      `${outputs.folder} has no output of ${lost} of the tasks that were solved before; without --state they are run again`,
    );
  }
  return state;
}

/** Returns the inputs of a run for its journal. */
export function runInputs({ inputs, hideInput }: RunPlan): RunInputs {
  return { all: inputs ?? [], hide: hideInput };
}

/** Returns whether the run did everything that was asked. Endless repetitions are done when the budget is spent. */
export function isReached(
  state: RunState,
  { until, halt }: Pick<RunPlan, "until" | "halt">,
  budgetSpent: boolean,
): boolean {
  const { solved, tasks } = state;
  if (halt?.on === "success" && isHalted(state, halt)) return true;
  if (until !== undefined) return solved >= until;
  return solved === tasks.total || (budgetSpent && tasks.total === Infinity);
}

/** Prints what would be started, and changes nothing. */
export async function dryRun(plan: RunPlan, journal: string | undefined): Promise<void> {
  const trials = journal === undefined ? [] : await readTrials(journal, plan.header, runInputs(plan));
  const state = await openRunState(plan, { trials }, () => {});
  await printParts(dryRunLines(plan, state));
}
