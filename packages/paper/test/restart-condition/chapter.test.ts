import { expect, test } from "vitest";
import { conditionClaim, leadOf, raceClaim, tailClaim } from "../../src/restart-condition/chapter.ts";
import { restartRace, testCondition } from "../../src/restart-condition/study.ts";
import { armOf } from "../../src/studies/arms.ts";

test("thm:opt-int: rewards shuffled among the trials turn the race, and the truth no longer agrees", () => {
  const law = "lognormal(median=0.9,sigma=1.2)";
  const linked = { law, reward: "power(omega=1,gamma=1.5)" };
  const answer = testCondition(armOf(linked));
  expect(answer.product).toBe(false);
  const race = (problem: { law: string; reward?: string }) =>
    raceClaim([
      leadOf(
        restartRace.play({ problem, cutoff: 0.9, horizon: 500, seed: 2, from: 0, to: 8 }),
        answer.product,
      ),
    ]).verdict;
  expect(race(linked)).toBe("holds");
  expect(race({ law })).toBe("does not hold");
  expect(conditionClaim([answer]).verdict).toBe("holds");
  expect(conditionClaim([{ ...answer, truth: testCondition(armOf({ law })).truth }]).verdict).toBe(
    "does not hold",
  );
});

test("eqn:opt-int-ind: one heavy tail that fails it, or no light one that satisfies it, refutes", () => {
  const [yes, no] = ["pareto(scale=1,shape=3)", "exponential(mean=1)"].map((law) =>
    testCondition(armOf({ law })),
  );
  expect(tailClaim([yes, yes, no], [true, false, false]).verdict).toBe("holds");
  expect(tailClaim([no, yes], [true, false]).verdict).toBe("does not hold");
  expect(tailClaim([yes, no], [true, false]).verdict).toBe("does not hold");
});
