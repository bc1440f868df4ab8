import { describe, expect, test } from "vitest";
import type { Draw, JointLaw } from "../../src/distributions/joint-law.ts";
import { rewardKurtosis, rewardVariance } from "../../src/distributions/moments.ts";
import { stream } from "../../src/random/stream.ts";
import { expectMean } from "../random/goodness-of-fit.ts";

const COUNT = 20_000;

/** What every joint law must do; one line in each one's test. */
export function conformsAsJointLaw(joint: JointLaw, refused: readonly (() => unknown)[] = []): void {
  const random = stream(14, "joint", joint.name);
  const into: Draw = { time: NaN, reward: NaN };
  const times = new Float64Array(COUNT);
  const rewards = new Float64Array(COUNT);
  for (let i = 0; i < COUNT; i++) {
    joint.draw(random, into);
    times[i] = into.time;
    rewards[i] = into.reward;
  }
  const cutoffs = [0.2, 0.5, 0.9].map((p) => joint.time.quantile(p));
  const paid = (cutoff: number) => rewards.map((reward, i) => (times[i] <= cutoff ? reward : 0));

  describe(`${joint.name} is a joint law`, () => {
    test("times drawn have the law of its times (within 4.9 standard errors)", () => {
      for (const cutoff of cutoffs) {
        expectMean(
          times.map((time) => (time <= cutoff ? 1 : 0)),
          joint.time.cdf(cutoff),
        );
      }
    });

    test("rewards lie in [0, rewardHigh]", () => {
      expect(rewards.every((reward) => reward >= 0 && reward <= joint.rewardHigh)).toBe(true);
    });

    test("rewardMoment is the mean of the powers of what was paid (within 4.9 standard errors)", () => {
      for (const cutoff of cutoffs) {
        for (const power of [1, 2, 3, 4]) {
          const moment = joint.rewardMoment(power, cutoff);
          if (moment < Infinity)
            expectMean(
              paid(cutoff).map((v) => v ** power),
              moment,
            );
        }
      }
    });

    test("rewardVariance and rewardKurtosis are those of what was paid", () => {
      for (const cutoff of cutoffs) {
        const mean = joint.rewardMoment(1, cutoff);
        const variance = rewardVariance(joint, cutoff);
        if (variance < Infinity)
          expectMean(
            paid(cutoff).map((v) => (v - mean) ** 2),
            variance,
          );
        const kurtosis = rewardKurtosis(joint, cutoff);
        if (kurtosis < Infinity)
          expectMean(
            paid(cutoff).map((v) => (v - mean) ** 4),
            kurtosis * variance ** 2,
          );
      }
    });

    test("nothing is paid below the support, all of it without a cutoff", () => {
      expect(joint.rewardMoment(1, -1)).toBe(0);
      expect(rewardVariance(joint, -1)).toBe(0);
      const total = joint.rewardMoment(1, Infinity);
      if (total < Infinity && joint.rewardMoment(2, Infinity) < Infinity) expectMean(rewards, total);
    });

    test("leastCompletion rises from 0 to 1 and never exceeds the cdf", () => {
      let before = 0;
      for (const cutoff of [-1, ...cutoffs, Infinity]) {
        const least = joint.leastCompletion(cutoff);
        expect(least).toBeGreaterThanOrEqual(before);
        expect(least).toBeLessThanOrEqual(joint.time.cdf(cutoff) + 1e-15);
        before = least;
      }
      expect(joint.leastCompletion(-1)).toBe(0);
      expect(joint.leastCompletion(Infinity)).toBe(1);
    });

    if (refused.length > 0) {
      test("bad arguments are refused with a name, a rule and the value", () => {
        for (const call of refused) expect(call).toThrow(/^\w+: .* must .*, got /);
      });
    }
  });
}
