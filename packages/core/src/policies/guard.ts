import type { CutoffSet } from "../problem/cutoffs.ts";
import { checkOutcome, type Decision } from "../problem/outcome.ts";
import { checkAttempt, checkSchedule, type ScheduleName } from "../problem/schedule.ts";
import { checkOptions } from "./definition/options.ts";
import type {
  Learner,
  Policy,
  PolicyDefinition,
  PolicySetup,
  PolicySnapshot,
  TaskPolicy,
} from "./definition/policy.ts";
import { retrying } from "./tasks/retrying.ts";

type Given = Readonly<Record<string, unknown>>;

/*
 * A learner behind checks: bad observations are refused and leave it as it was. What it saves becomes a
 * snapshot, with all that is needed to make it again.
 */

export function guardPolicy(
  definition: PolicyDefinition,
  given: Given,
  setup: PolicySetup,
  saved?: unknown,
): Policy {
  const options = checkOptions(definition.name, definition.options, given);
  const learner = definition.create(setup, options, saved);
  const arms = setup.arms.length;
  return {
    decide: () => learner.decide(),
    reconsider: (decision, elapsed) => reconsidered(learner, decision, elapsed, arms),
    observe(decision, outcome) {
      checkDecision("observe", decision, arms);
      checkOutcome(outcome);
      learner.observe(decision, outcome);
    },
    snapshot: () => snapshotOf(definition.name, setup, options, learner.save()),
  };
}

export function guardTaskPolicy(
  definition: PolicyDefinition,
  given: Given,
  setup: PolicySetup,
  schedule: ScheduleName,
  saved?: unknown,
): TaskPolicy {
  const { name } = definition;
  const options = checkOptions(name, definition.options, given);
  checkSchedule(schedule);
  if (definition.schedule !== undefined && schedule !== definition.schedule) {
    throw new RangeError(
      `${name}: the schedule inside a task must be its own, ${definition.schedule}, got ${schedule}`,
    );
  }
  const learner =
    definition.createForTasks?.(setup, options, schedule, saved) ??
    retrying((state) => definition.create(setup, options, state), schedule, saved);
  const arms = setup.arms.length;
  return {
    decide(attempt, task) {
      checkAttempt("decide", attempt);
      const decision = learner.decide(attempt, task);
      return task === undefined || decision.task !== undefined ? decision : { ...decision, task };
    },
    reconsider: (decision, elapsed) => reconsidered(learner, decision, elapsed, arms),
    observe(decision, outcome) {
      checkDecision("observe", decision, arms);
      checkAttempt("observe", decision.attempt ?? 1);
      checkOutcome(outcome);
      learner.observe(decision, outcome);
    },
    snapshot: () => ({ ...snapshotOf(name, setup, options, learner.save()), schedule }),
  };
}

function reconsidered(
  learner: Pick<Learner, "reconsider">,
  decision: Decision,
  elapsed: number,
  arms: number,
): number {
  checkDecision("reconsider", decision, arms);
  if (!(elapsed >= 0 && elapsed < Infinity)) {
    throw new RangeError(`reconsider: elapsed must be a finite number of at least 0, got ${elapsed}`);
  }
  return learner.reconsider?.(decision, elapsed) ?? decision.cutoff;
}

function checkDecision(where: string, { arm, cutoff }: Decision, arms: number): void {
  if (!(Number.isInteger(arm) && arm >= 0 && arm < arms)) {
    throw new RangeError(`${where}: the decision's arm must be an integer from 0 to ${arms - 1}, got ${arm}`);
  }
  if (!(cutoff > 0)) throw new RangeError(`${where}: the decision's cutoff must be above 0, got ${cutoff}`);
}

function snapshotOf(
  policy: string,
  { arms, cutoffs, horizon, firstCutoff, minCutoff, random }: PolicySetup,
  options: Record<string, number | string>,
  state: unknown,
): PolicySnapshot {
  return {
    version: 1,
    policy,
    arms: arms.map((arm) => arm.name),
    ...saveCutoffs(cutoffs),
    ...(horizon === undefined ? {} : { horizon }),
    ...(firstCutoff === undefined ? {} : { firstCutoff }),
    ...(minCutoff === undefined ? {} : { minCutoff }),
    options: Object.fromEntries(
      Object.entries(options).map(([key, value]) => [key, value === Infinity ? "inf" : value]),
    ),
    random: random.state(),
    state,
  };
}

/** JSON has no ∞. */
function saveCutoffs(cutoffs: CutoffSet): Pick<PolicySnapshot, "cutoffs" | "resolution"> {
  switch (cutoffs.kind) {
    case "list":
      return { cutoffs: cutoffs.values.map((value) => (value === Infinity ? "inf" : value)) };
    case "interval":
      return { cutoffs: { low: cutoffs.low, high: cutoffs.high } };
    case "auto":
      return {
        cutoffs: "auto",
        ...(cutoffs.resolution === undefined ? {} : { resolution: cutoffs.resolution }),
      };
  }
}
