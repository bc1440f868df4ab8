import { expect, test } from "vitest";
import { stream } from "../../../src/random/stream.ts";
import { CallLearner } from "../../../src/runtime/learning/call-learner.ts";
import { LearnedArm } from "../../../src/runtime/learning/learned-arm.ts";
import { lesson, limits } from "../learner-parts.ts";

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

test("an arm that was drawn is kept unless another is one and a half times as good", () => {
  for (const [timeMs, best] of [
    [13, 1],
    [18, 0],
  ]) {
    const learner = new CallLearner([new LearnedArm(200), new LearnedArm(200)], limits, 200);
    for (let i = 0; i < 200; i++)
      learner.observe({ ...lesson, arm: i % 2, timeMs: i % 2 === 0 ? 10 : timeMs });
    expect(learner.bestFor(1, question(1), anyArm)).toBe(best);
  }
});

test("of two arms the idle one has half of its attempts left after five half-lives of the other", () => {
  const learner = new CallLearner([new LearnedArm(200), new LearnedArm(200)], limits, 200);
  learner.observe({ ...lesson, arm: 1 });
  for (let i = 0; i < 5 * 200; i++) learner.observe(lesson);
  expect(learner.arms[1].attempts).toBeCloseTo(0.5, 9);
});

test("for the slowest calls cuts are planned that need 95% of the extra load, and none that need more", () => {
  const cuts = (slow: number) => {
    const learner = new CallLearner([new LearnedArm(Infinity)], { ...limits, objective: "p99" }, Infinity);
    for (let i = 0; i < 10_000; i++) learner.observe({ ...lesson, timeMs: i < slow ? 500 : 10 });
    return learner.planned(0, { cuts: 0, deadlineMs: Infinity }, 1).cuts;
  };
  // A share q of slow ones needs q/(1 − q) more requests: 0.181 and 0.195, of 0.2.
  expect([cuts(1_530), cuts(1_635)]).toEqual([true, false]);
});
