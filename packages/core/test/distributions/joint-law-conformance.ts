import { describe, expect, test } from "vitest";
import type { Draw, JointLaw } from "../../src/distributions/joint-law.ts";
import { rewardKurtosis, rewardVariance } from "../../src/distributions/moments.ts";
import { stream } from "../../src/random/stream.ts";
import { expectMean } from "../random/goodness-of-fit.ts";

const COUNT = 20_000;

/** What every joint law must do; one line in each one's test. Means may lie 4.9 standard errors away. */
export function conformsAsJointLaw(joint: JointLaw, refused: readonly (() => unknown)[] = []): void {
  describe(`${joint.name} is a joint law`, () => {
    const random = stream(14, "joint", joint.name);
    const into: Draw = { time: NaN, reward: NaN };
    const times = new Float64Array(COUNT);
    const rewards = times.map((_, i) => {
      joint.draw(random, into);
      times[i] = into.time;
      return into.reward;
    });
    const cutoffs = [0.2, 0.5, 0.9].map((p) => joint.time.quantile(p));
    /** Compares the mean of a function of what was paid up to a cutoff, unless it is infinite. */
    const expectPaid = (cutoff: number, of: (paid: number) => number, mean: number) => {
      const paid = rewards.map((reward, i) => of(times[i] <= cutoff ? reward : 0));
      if (mean < Infinity) expectMean(paid, mean);
    };

    test("times drawn have the law of its times, and rewards lie in [0, rewardHigh]", () => {
      for (const cutoff of cutoffs) {
        expectMean(
          times.map((time) => (time <= cutoff ? 1 : 0)),
          joint.time.cdf(cutoff),
        );
      }
      expect(rewards.every((reward) => reward >= 0 && reward <= joint.rewardHigh)).toBe(true);
    });

    test("moments, variance and kurtosis of the reward are those of what was paid, and 0 below the support", () => {
      for (const cutoff of cutoffs) {
        for (const power of [1, 2, 3, 4]) {
          expectPaid(cutoff, (reward) => reward ** power, joint.rewardMoment(power, cutoff));
        }
        const mean = joint.rewardMoment(1, cutoff);
        const variance = rewardVariance(joint, cutoff);
        expectPaid(cutoff, (reward) => (reward - mean) ** 2, variance);
        expectPaid(cutoff, (reward) => (reward - mean) ** 4, rewardKurtosis(joint, cutoff) * variance ** 2);
      }
      expect([joint.rewardMoment(1, -1), rewardVariance(joint, -1)]).toEqual([0, 0]);
      if (joint.rewardMoment(2, Infinity) < Infinity) {
        expectPaid(Infinity, (reward) => reward, joint.rewardMoment(1, Infinity));
      }
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

    test("bad arguments are refused with a name, a rule and the value", () => {
      for (const call of refused) expect(call).toThrow(/^\w+: .* must .*, got /);
    });
  });
}
