import { describe, expect, test } from "vitest";
import { isThorough } from "../../../../test/thorough.ts";
import { restartOnData } from "../../src/analysis/restart-on-data.ts";
import { exponential } from "../../src/distributions/exponential.ts";
import { gamma } from "../../src/distributions/gamma.ts";
import type { Law } from "../../src/distributions/law.ts";
import { mixture } from "../../src/distributions/mixture.ts";
import { stream } from "../../src/random/stream.ts";

type Verdicts = Record<"yes" | "no" | "unclear", number>;

function verdicts(law: Law, trials: number, repetitions: number): Verdicts {
  const random = stream(17, law.name);
  const counts: Verdicts = { yes: 0, no: 0, unclear: 0 };
  for (let i = 0; i < repetitions; i++) {
    const pairs = Array.from({ length: trials }, () => ({ time: law.sample(random), reward: 1 }));
    counts[restartOnData(pairs).restart]++;
  }
  return counts;
}

describe("thm:opt-int on data", () => {
  test("memoryless data rarely say yes: 2.5% is meant, 8% of 200 would be chance 10⁻⁴, 3 of 8 0.1%", () => {
    const [sets, most] = isThorough ? [200, 16] : [8, 3];
    expect(verdicts(exponential(1), 100, sets).yes).toBeLessThan(most);
  });

  test("a rising hazard says no, two kinds of tasks say yes", () => {
    const easyOrHard = mixture([
      { weight: 0.6, law: gamma(3, 0.3) },
      { weight: 0.4, law: exponential(50) },
    ]);
    const sets = isThorough ? 20 : 4;
    const rising = verdicts(gamma(3, 1), 200, sets);
    expect(rising.yes).toBe(0);
    expect(rising.no).toBeGreaterThan(0.7 * sets);
    expect(verdicts(easyOrHard, 200, sets).yes).toBe(sets);
  });

  test("by hand: 40 trials, three of four take 1, the others 97", () => {
    const pairs = Array.from({ length: 40 }, (_, i) => ({ time: i % 8 < 2 ? 97 : 1, reward: 1 }));
    const verdict = restartOnData(pairs);
    expect(verdict.cutoff).toBe(1);
    // 30 rewards in 40 trials of 1 are 0.75; 40 rewards in 30 + 970 are 0.04.
    expect(verdict.gain.estimate).toBeCloseTo(18.75, 9);
    expect(verdict.gain.low).toBeGreaterThan(10);
    expect(verdict.gain.high).toBeLessThan(30);
    expect(verdict.restart).toBe("yes");
  });

  test("trials that were cut at 50 are compared with a timeout of 50", () => {
    const pairs = Array.from({ length: 40 }, (_, i) =>
      i % 8 < 2 ? { time: 50, reward: 0, completed: false } : { time: 1, reward: 1 },
    );
    const { restart, cutoff, gain } = restartOnData(pairs);
    expect([restart, cutoff]).toEqual(["yes", 1]);
    // 30 rewards in 40 trials of 1; and in 30 + 500 with the timeout.
    expect(gain.estimate).toBeCloseTo(13.25, 9);
    expect(gain.high).toBeLessThan(Infinity);
  });
});
