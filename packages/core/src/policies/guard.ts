import type { CutoffSet } from "../problem/cutoffs.ts";
import { checkOutcome, type Decision } from "../problem/outcome.ts";
import { checkAttempt, checkSchedule, type ScheduleName, scheduleMultiplier } from "../problem/schedule.ts";
import { nearestTime, withinLimits } from "../problem/trial-limits.ts";
import { checkOptions } from "./definition/options.ts";
import type { Learner, Policy, PolicyDefinition, PolicySetup, PolicySnapshot } from "./definition/policy.ts";
import { savedArms, savedRecord } from "./definition/saved-state.ts";

/**
 * Makes a policy from a learner, with checks: bad observations are refused and change nothing. Numbers beyond the
 * limits of `trial-limits.ts` are moved to them and not refused, since clocks and laws of a simulation produce such
 * numbers. Its saved state becomes a snapshot, with everything needed to make it again.
 */
export function guardPolicy(
  definition: PolicyDefinition,
  given: Readonly<Record<string, unknown>>,
  setup: PolicySetup,
  saved?: unknown,
): Policy {
  const options = checkOptions(definition, given);
  const learner = learnerOf(definition, options, setup, saved);
  const arms = setup.arms.length;
  const policy: Policy = {
    decide: setup.retries === undefined ? () => learner.decide() : decideForTasks(learner),
    observe(decision, outcome) {
      checkDecision("observe", decision, arms);
      if (setup.retries !== undefined) checkAttempt("observe", decision.attempt ?? 1);
      checkOutcome(outcome);
      learner.observe(decision, withinLimits(outcome));
    },
    snapshot: () => snapshotOf(definition.name, setup, options, learner.save()),
  };
  if (learner.reconsider === undefined) return policy;
  return {
    ...policy,
    reconsider(decision, elapsed) {
      checkDecision("reconsider", decision, arms);
      if (!(elapsed >= 0 && elapsed < Infinity)) {
        throw new RangeError(`reconsider: elapsed must be a finite number of at least 0, got ${elapsed}`);
      }
      return learner.reconsider!(decision, nearestTime(elapsed));
    },
    ...(learner.revision === undefined ? {} : { revision: () => learner.revision!() }),
  };
}

function learnerOf(
  definition: PolicyDefinition,
  options: Record<string, number | string>,
  setup: PolicySetup,
  saved: unknown,
): Learner {
  const { name, plansRetries, schedule: own } = definition;
  const { retries } = setup;
  if (retries === undefined) return definition.create(setup, options, saved);
  checkSchedule(retries);
  if (own !== undefined && retries !== own) {
    throw new RangeError(`${name}: the schedule inside a task must be its own, ${own}, got ${retries}`);
  }
  return plansRetries
    ? definition.create(setup, options, saved)
    : retrying((state) => definition.create(setup, options, state), retries, saved);
}

/**
 * Makes a policy for tasks that are tried again from any policy: its cutoff is the base, and the a-th attempt at a task
 * gets base × multiplier(a), so that with a schedule that grows no task starves. One learner sees the first attempts,
 * another the later ones, which are made at harder tasks.
 */
function retrying(create: (saved?: unknown) => Learner, schedule: ScheduleName, saved?: unknown): Learner {
  const states =
    saved === undefined ? [undefined, undefined] : savedArms("retry", savedRecord("retry", saved).groups, 2);
  const [first, later] = states.map((state) => create(state));
  const learnerFor = (attempt: number) => (attempt === 1 ? first : later);
  return {
    decide({ attempt = 1 } = {}) {
      const { arm, cutoff } = learnerFor(attempt).decide();
      return { arm, cutoff: cutoff * scheduleMultiplier(schedule, attempt), attempt };
    },
    observe: (decision, outcome) => learnerFor(decision.attempt ?? 1).observe(decision, outcome),
    save: () => ({ groups: [first.save(), later.save()] }),
  };
}

/** Decisions that say which task and attempt they are for. */
function decideForTasks(learner: Learner): Policy["decide"] {
  return ({ attempt = 1, task } = {}) => {
    checkAttempt("decide", attempt);
    const decision = learner.decide({ attempt, task });
    return task === undefined || decision.task !== undefined ? decision : { ...decision, task };
  };
}

function checkDecision(where: string, { arm, cutoff }: Decision, arms: number): void {
  if (!(Number.isInteger(arm) && arm >= 0 && arm < arms)) {
    throw new RangeError(`${where}: the decision's arm must be an integer from 0 to ${arms - 1}, got ${arm}`);
  }
  if (!(cutoff > 0)) throw new RangeError(`${where}: the decision's cutoff must be above 0, got ${cutoff}`);
}

function snapshotOf(
  policy: string,
  { arms, cutoffs, horizon, firstCutoff, minCutoff, retries, random }: PolicySetup,
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
    ...(retries === undefined ? {} : { schedule: retries }),
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
