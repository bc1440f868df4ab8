import { checkOptions } from "../definition/options.ts";
import { definePolicy } from "../definition/policy.ts";
import { kmTs } from "../product-limit/km-ts.ts";
import { TypesLearner } from "./types-learner.ts";

const options = {
  halfLife: {
    kind: "number",
    text: "forget: tasks after which one counts half; inf, never",
    default: Infinity,
    above: 0,
  },
  repeats: {
    kind: "choice",
    text: "whether attempts at one task are expected to take the same time each",
    default: "no",
    values: ["no", "yes"],
  },
  beyond: {
    kind: "number",
    text: "share of all time that attempts far beyond the usual may take in vain",
    default: 0.2,
    above: 0,
  },
} as const;

/**
 * The rule for tasks that are tried again until they are done, whatever they are like: all alike, of very different
 * length, or such that some succeed far more seldom than others. A task has a hidden type (`type-grid.ts`); how
 * likely each is, and how long attempts take, is learned from all tasks (`type-model.ts`); what is known of this
 * task says which type it probably has, and a plan of its next cutoffs takes the least time (`attempt-plan.ts`).
 *
 * Before the first success cutoffs come from `cold-start.ts`, and while no restart has helped they grow
 * (`growing-cutoffs.ts`). An attempt under way is waited for as long as that is better than to begin again. A share of
 * each task's time goes to Luby's sequence, which bounds the time of a task for every law (`docs/explanation/guarantee.md`).
 *
 * Where tasks are not tried again there are no types to learn, and it is `km-ts`.
 */
export const hiddenTypes = definePolicy({
  name: "hidden-types",
  citation:
    "This project; empirical Bayes (Robbins 1956), by expectation and maximisation (Dempster, Laird and Rubin 1977)",
  summary:
    "for tasks that are tried again: learns of what kinds they are, and plans the next cutoffs of each.",
  options,
  knowsFirstCutoff: true,
  plansRetries: true,
  create(setup, given, saved) {
    if (setup.retries !== undefined) return new TypesLearner(setup, given, saved);
    const { halfLife } = given;
    return kmTs.create(setup, checkOptions(kmTs, { halfLife }) as never, saved);
  },
});
