import { scheduleMultiplier } from "../../problem/schedule.ts";
import { ApartArms } from "../curve/apart-arms.ts";
import { LargestDraw } from "../curve/largest-draw.ts";
import type { OptionValues } from "../definition/options.ts";
import { definePolicy, type Learner, type PolicySetup } from "../definition/policy.ts";

const options = {
  strength: {
    kind: "number",
    text: "weight of the prior, in trials",
    default: 0.5,
    above: 0,
    below: Infinity,
  },
  // A restart is a request that somebody else's machine began for nothing: give up 1% of the rate for fewer.
  tolerance: {
    kind: "number",
    text: "share of the rate to give up for fewer restarts",
    default: 0.01,
    atLeast: 0,
    below: 1,
  },
  // Some hundred trials decide well, and as many more notice a change.
  halfLife: {
    kind: "number",
    text: "forget: trials of an arm after which one counts half; inf, never",
    default: 200,
    above: 0,
  },
} as const;

type KmCallsOptions = OptionValues<typeof options>;

/**
 * `km-ts` around calls, the learner behind `mulligan()`: it draws a rate curve for each arm (`km-curve.ts`) and
 * takes the arm and cutoff with the most successes in a time, or a longer one that is hardly worse. A call is
 * tried again until it succeeds, but calls are far more alike than the instances of a solver, so all attempts
 * teach one learner, and its cutoff is the base of the schedule within an execution.
 *
 * What is otherwise: a server sees every attempt, so none is made for curiosity about short cutoffs. A
 * longer cutoff shows all that a shorter one would, so nothing is lost by never cutting an arm before the
 * shortest time in which it succeeded, and an arm of which no success is known is given the longest. And the
 * arms forget apart (`apart-arms.ts`).
 */
export const kmCalls = definePolicy({
  name: "km-calls",
  citation: "This project; Thompson 1933 on the estimator of Kaplan and Meier 1958",
  summary: "km-ts for calls to servers: no short trials out of curiosity, and arms that forget apart.",
  options,
  plansRetries: true,
  create: kmCallsLearner,
});

function kmCallsLearner(setup: PolicySetup, given: KmCallsOptions, saved?: unknown): Learner {
  const { strength, tolerance, halfLife } = given;
  const learned = new ApartArms("km-calls", setup, halfLife, saved);
  const draws = new LargestDraw(setup.random, tolerance);
  const drawOf = (arm: number) => {
    const evidence = learned.evidence(arm);
    const { usage } = evidence.resetting;
    return { evidence, usage, charge: learned.charge(arm, tolerance), strength, unit: learned.unit(arm) };
  };
  const floorOf = (arm: number) => learned.floor(arm);
  return {
    decide({ attempt = 1 } = {}) {
      const { arm, cutoff } = draws.decide(learned.edges, setup.arms.length, drawOf, floorOf);
      if (setup.retries === undefined) return { arm, cutoff };
      return { arm, cutoff: cutoff * scheduleMultiplier(setup.retries, attempt), attempt };
    },
    observe: (decision, outcome) => learned.observe(decision, outcome),
    save: () => learned.save(),
  };
}
