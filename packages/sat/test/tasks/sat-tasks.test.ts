import { type Decision, makePolicy, type Outcome, type Policy } from "@mulligan/core";
import { describe, expect, test } from "vitest";
import { xoshiro } from "../../src/engine/seed.ts";
import { walkSat } from "../../src/engine/walk-sat.ts";
import { formulaOf } from "../../src/formula/formula.ts";
import { plantedFormula } from "../../src/generate/uniform.ts";
import { runTasks } from "../../src/tasks/run-tasks.ts";
import { satArm, satTasks } from "../../src/tasks/sat-tasks.ts";

const random = xoshiro(11);
const formulas = Array.from(
  { length: 12 },
  () => plantedFormula({ variables: 60, clauses: 250 }, random).formula,
);
const impossible = formulaOf(1, [[1], [-1]]);

/** Always the same decision; remembers what it was shown. */
function constant(
  cutoff: number,
  arm = 0,
): Pick<Policy, "decide" | "observe"> & { seen: [Decision, Outcome][] } {
  const seen: [Decision, Outcome][] = [];
  return {
    decide: ({ attempt = 1 } = {}) => ({ arm, cutoff, attempt }),
    observe: (decision, outcome) => void seen.push([decision, outcome]),
    seen,
  };
}

describe("satArm", () => {
  test("completes with the flips it took and reward 1, or is censored at the cutoff", () => {
    const arm = satArm(formulas[0], { heuristic: "novelty+", seed: 3 });
    const outcomes = Array.from({ length: 200 }, () => arm.start(150.5));
    for (const outcome of outcomes) {
      if (outcome.kind === "completed") expect([outcome.time <= 150, outcome.reward]).toEqual([true, 1]);
      else expect(outcome).toEqual({ kind: "censored", time: 150.5 });
    }
    expect(new Set(outcomes.map((outcome) => outcome.kind)).size).toBe(2);
  });

  test("the same seed gives the same outcomes, and a try does not hang on how the last one ended", () => {
    const [short, long] = [satArm(formulas[0], { seed: 5 }), satArm(formulas[0], { seed: 5 })];
    for (let i = 0; i < 50; i++) {
      const cut = short.start(100);
      const whole = long.start(2000);
      if (cut.kind === "completed") expect(whole).toEqual(cut);
      else expect(whole.time).toBeGreaterThan(100);
    }
  });

  test("a cutoff of 0 is refused", () => {
    expect(() => satArm(formulas[0]).start(0)).toThrow("sat trial: cutoff must exceed 0, got 0");
  });
});

describe("mode retry", () => {
  test("stays at a formula until it is solved and counts the attempts from 1", () => {
    const policy = constant(120);
    const result = runTasks(satTasks(formulas, { seed: 2 }), policy);
    expect(result.solved).toBe(formulas.length);
    expect(result.trials).toBe(policy.seen.length);
    let attempt = 1;
    for (const [decision, outcome] of policy.seen) {
      expect(decision.attempt).toBe(attempt);
      attempt = outcome.kind === "completed" ? 1 : attempt + 1;
    }
    expect(result.flips).toBe(policy.seen.reduce((sum, [, outcome]) => sum + outcome.time, 0));
  });

  test("leaves a formula after maxAttempts, and the a-th attempt gets what the schedule says", () => {
    const policy = makePolicy("fixed", { arms: ["sat"], options: { cutoff: 10 }, schedule: "geometric" });
    const result = runTasks(satTasks([impossible, impossible], { maxAttempts: 3 }), policy);
    expect(result).toEqual({ trials: 6, solved: 0, flips: 140 });
  });

  test("a finished set refuses another start", () => {
    const tasks = satTasks([formulaOf(1, [[1, -1]])]);
    expect(runTasks(tasks, constant(5))).toEqual({ trials: 1, solved: 1, flips: 0 });
    expect(() => tasks.start({ arm: 0, cutoff: 5 })).toThrow("satTasks: a formula must be unfinished");
  });
});

describe("mode abandon", () => {
  test("every trial is a first attempt at a formula drawn anew, and the budget ends it", () => {
    const tasks = satTasks(formulas, { mode: "abandon", seed: 4 });
    const visited = new Set<number>();
    const policy = constant(100);
    const decide = ({ attempt = 1 } = {}) => {
      visited.add(tasks.task);
      return policy.decide({ attempt });
    };
    const result = runTasks(tasks, { ...policy, decide }, { budget: 20_000 });
    expect(visited.size).toBe(formulas.length);
    expect(result.flips).toBeGreaterThanOrEqual(20_000);
    expect(result.flips).toBeLessThan(20_100);
    expect(result.solved).toBeGreaterThan(10);
    expect(policy.seen.every(([decision]) => decision.attempt === 1)).toBe(true);
  });

  test("without a budget it is refused, and formulas that take no flip still use it up", () => {
    const tasks = satTasks([formulaOf(1, [])], { mode: "abandon" });
    expect(() => runTasks(tasks, constant(5))).toThrow("so a budget must be given");
    expect(runTasks(tasks, constant(5), { budget: 30 }).trials).toBe(30);
  });
});

test("each arm uses its own heuristic on the current formula", () => {
  const arms = [{ heuristic: "skc" }, { heuristic: "probsat" }] as const;
  const tasks = satTasks(formulas, { arms, mode: "retry", seed: 9 });
  const seeds = xoshiro(9);
  for (const arm of [1, 0, 1, 1, 0]) {
    const walk = walkSat(formulas[tasks.task], arms[arm]);
    const outcome = tasks.start({ arm, cutoff: 200 });
    walk.restart(seeds.uint32());
    expect(walk.run(200) ? walk.flips : 200).toBe(outcome.time);
  }
  expect(() => tasks.start({ arm: 2, cutoff: 10 })).toThrow(
    "satTasks: arm must be a whole number from 0 to 1, got 2",
  );
});

test.each<[Parameters<typeof satTasks>, string]>([
  [[[]], "there must be at least one formula"],
  [[formulas, { arms: [] }], "there must be at least one arm"],
  [[formulas, { mode: "drop" as never }], 'mode must be "abandon" or "retry", got "drop"'],
  [[formulas, { maxAttempts: 0 }], "maxAttempts must be at least 1"],
  [[[formulaOf(1, [[]])]], "formula 0 has an empty clause"],
])("bad tasks are refused: %#", (given, message) => {
  expect(() => satTasks(...given)).toThrow(message);
});
