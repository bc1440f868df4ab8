import { expect, test } from "vitest";
import { stream } from "../../src/random/stream.ts";
import { CallLearner } from "../../src/runtime/learning/call-learner.ts";
import { LearnedArm } from "../../src/runtime/learning/learned-arm.ts";
import { lesson, limits } from "./learner-parts.ts";

const anyArm = { mayAsk: () => true, isFailing: () => false };
const question = (now: number) => ({
  cuts: 0,
  deadlineMs: Infinity,
  aversion: undefined,
  notBefore: undefined,
  outstanding: [0, 0],
  now,
});

test("failures before the first success leave no cost without a number: the arm that then succeeds is chosen", () => {
  const learner = new CallLearner([new LearnedArm(200), new LearnedArm(200)], limits, 200);
  const random = stream(1, "early");
  let now = 0;
  for (let i = 0; i < 6; i++) {
    for (const arm of [0, 1]) {
      // Asked before there is anything to plan with, as the learner of a new key may be.
      expect([0, 1]).toContain(learner.choose(question(++now), anyArm, random));
      learner.observe({ ...lesson, arm, timeMs: 5, reward: 0 });
    }
  }
  let chosen = 0;
  for (let i = 0; i < 50; i++) {
    learner.observe(lesson);
    if (learner.choose(question(++now), anyArm, random) === 0) chosen += 1;
    expect(learner.cutoffMs(0, question(now), now)).toBeGreaterThan(0);
  }
  // The other has never succeeded.
  expect(chosen).toBeGreaterThan(40);
});
