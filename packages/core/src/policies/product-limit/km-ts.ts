import { type Decision, elapsed, type Outcome } from "../../problem/outcome.ts";
import { scheduleMultiplier } from "../../problem/schedule.ts";
import { ChangeTest } from "../../statistics/change-test.ts";
import { Forgetting } from "../../statistics/forgetting.ts";
import { definePolicy, type Learner, type PolicySetup } from "../definition/policy.ts";
import { savedArms, savedNumber, savedNumbers, savedRecord } from "../definition/saved-state.ts";
import { CellArms } from "./cell-arms.ts";
import { ChargedDraw } from "./charged-draw.ts";
import { Exploration, rungCutoff } from "./exploration.ts";

/**
 * Thompson sampling on the product-limit curve: the default policy.
 *
 * The paper's estimate of r(t) uses only trials that were given at least t. The product-limit view uses them all: a
 * trial cut early still says what happens before its cut. Each decision draws, for every arm, a whole rate curve that
 * the data do not contradict (`km-curve.ts`), and plays the arm and cutoff with the largest rate. Errors at short
 * cutoffs are cheap, so the scale is found from below at little cost; what may be tried beyond it, and what must be tried
 * now and then, follows from where the time went (`exploration.ts`). Where many trials complete the cells are fine
 * (`cell-arms.ts`), since a peak may be sharp.
 *
 * A memoryless law has a flat curve, on which the maximum is an accident and restarts gain nothing. So the policy gives
 * up a little of the rate for fewer restarts (`charged-draw.ts`). On Exp(1), 10,000 completions took 388,000 trials
 * without any tolerance; with it some 20,000. From 10,000 completions on the tolerance falls like 1/n: a fixed share of
 * the rate would be a regret that grows like τ.
 *
 * Where tasks are tried again, all attempts teach one learner, and its cutoff is the base of the schedule. Two other
 * ways were tried and lost. With one learner for first and one for later attempts, the second one sends hundreds of
 * short trials to find a scale that is already known. Without that search some runs draw a huge cutoff before anything
 * is known: on generated formulas 174 times the flips of the best Luby over five seeds, with the search 1.5 times.
 *
 * If the newest trials of an arm contradict its curve (`change-test.ts`), the policy forgets nearly everything about
 * that arm, and much about the others.
 */
export const kmTs = definePolicy({
  name: "km-ts",
  citation: "This project; Thompson 1933 on the estimator of Kaplan and Meier 1958",
  summary: "The default: Thompson sampling on the product-limit curve; needs no tuning and no cutoffs.",
  options: {
    strength: {
      kind: "number",
      text: "weight of the prior, in trials",
      default: 2,
      above: 0,
      below: Infinity,
    },
    tolerance: {
      kind: "number",
      text: "share of the rate to give up for fewer restarts",
      default: 0.005,
      atLeast: 0,
      below: 1,
    },
    halfLife: {
      kind: "number",
      text: "the number of trials after which a trial counts half; by default never",
      above: 0,
    },
    halfLifeTime: {
      kind: "number",
      text: "the time after which a trial counts half; by default never",
      above: 0,
      time: true,
    },
  },
  plansRetries: true,
  removedOptions: { tasks: "mixed", patience: 0 },
  create: kmTsLearner,
});

/** A task that is tried again is done by any reward, however small. */
function rewarded({ retries }: PolicySetup, outcome: Outcome): Outcome {
  const done = retries !== undefined && outcome.kind === "completed" && outcome.reward > 0;
  return done ? { ...outcome, reward: 1 } : outcome;
}

interface KmTsOptions {
  readonly strength: number;
  readonly tolerance: number;
  readonly halfLife?: number | undefined;
  readonly halfLifeTime?: number | undefined;
}

function kmTsLearner(setup: PolicySetup, options: KmTsOptions, saved?: unknown): Learner {
  const { halfLife, halfLifeTime } = options;
  const { arms, random } = setup;
  const state = saved === undefined ? {} : savedRecord("km-ts", saved);
  const learned = new CellArms("km-ts", setup, state.learned, true);
  const exploration = new Exploration("km-ts", learned, state.exploration);
  const forgetting = new Forgetting(halfLife ?? Infinity, halfLifeTime ?? Infinity);
  forgetting.weight = savedNumber("km-ts", state.weight ?? 1, "weight");
  const draws = new ChargedDraw("km-ts", random, options.strength, state.draws);
  const tests = savedArms("km-ts", state.tests ?? arms.map(() => []), arms.length).map(
    (item) => new ChangeTest(savedNumbers("km-ts", item, "tests")),
  );
  let turn = savedNumber("km-ts", state.turn ?? 0, "turn");
  const scaleArm = (arm: number, factor: number) => {
    learned.arms[arm].cells.scale(factor);
    exploration.scale(arm, factor);
  };
  const scale = (factor: number) => {
    for (let arm = 0; arm < arms.length; arm++) scaleArm(arm, factor);
  };

  function decideBase(): Decision {
    const completed = learned.arms.reduce((sum, { cells }) => sum + cells.completed, 0);
    const unit = 1 / forgetting.weight;
    if (learned.range !== undefined && completed === 0) {
      const arm = turn++ % arms.length;
      return { arm, cutoff: rungCutoff(learned.arms[arm], learned.range, unit) };
    }
    const due = exploration.due(unit);
    if (due !== undefined) return due;
    return draws.decide({
      arms: arms.length,
      evidence: (arm) => learned.evidence(arm),
      floor: (arm) => (learned.range === undefined ? 0 : learned.firstUseful(arm)),
      allowed: (arm) => exploration.allowed(arm),
      unit,
      tolerance: options.tolerance * Math.min(1, TOLERANT / (completed * unit)),
    });
  }

  return {
    decide({ attempt = 1 } = {}) {
      const base = decideBase();
      if (setup.retries === undefined) return base;
      return { arm: base.arm, cutoff: base.cutoff * scheduleMultiplier(setup.retries, attempt), attempt };
    },
    observe(decision, observed) {
      const { arm, cutoff } = decision;
      const outcome = rewarded(setup, observed);
      const spent = elapsed(outcome, learned.arms[arm].resetting.at(cutoff));
      forgetting.pass(spent, scale);
      const { weight } = forgetting;
      learned.observe(arm, outcome, weight);
      exploration.observe(decision, outcome, spent, weight);
      draws.spend(decision, spent);
      if (!tests[arm].observe(outcome, cutoff, learned.arms[arm].cells, 1 / weight)) return;
      arms.forEach((_, other) => {
        const kept = weight * (other === arm ? KEPT_OF_CHANGED : KEPT_OF_OTHERS);
        scaleArm(other, Math.min(1, kept / learned.evidence(other).atRisk[0]));
      });
      tests[arm] = new ChangeTest();
      draws.drop();
    },
    save: () => ({
      weight: forgetting.weight,
      turn,
      learned: learned.save(),
      exploration: exploration.save(),
      draws: draws.save(),
      tests: tests.map((test) => test.save()),
    }),
  };
}

/**
 * The number of completions from which the tolerance falls like 1/n, so that it costs log n in all and not a share of
 * all.
 */
const TOLERANT = 10_000;
/**
 * The weight, in trials, that remains of an arm that has changed (`change-test.ts`), and of the others: they may have
 * changed too, but were played too little to show it.
 */
const KEPT_OF_CHANGED = 5;
const KEPT_OF_OTHERS = 100;
