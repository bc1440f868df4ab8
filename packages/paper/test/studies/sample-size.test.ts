import { lognormal } from "@mulligan/core/distributions";
import { stream } from "@mulligan/core/random";
import {
  bernsteinRadius,
  groupCount,
  medianOfMeans,
  medianOfVariances,
  medianRadius,
  rateRadius,
  type Spread,
} from "@mulligan/core/theory";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  boundedSpread,
  kurtosisBound,
  meanSampleSize,
  medianSampleSize,
} from "../../src/studies/sample-size.ts";

/** A variable from its mean and its second and fourth central moments. */
const spreadOf = (mean: number, variance: number, fourth: number): Spread => ({
  mean,
  variance,
  variation: variance / mean ** 2,
  kurtosis: variance === 0 ? 0 : fourth / variance ** 2,
});

/** X uniform on [0, 10]: mean 5, variance 100/12, kurtosis 9/5. R Bernoulli(1/2): variance 1/4, kurtosis 1. */
const time = { ...spreadOf(5, 100 / 12, 1.8 * (100 / 12) ** 2), range: 10 };
const reward = { ...spreadOf(0.5, 0.25, 0.0625), range: 1 };

describe("how many samples prop:concentration needs", () => {
  test("part 1 by hand, β = 1/2: 8·(1.8 + 1 + 12 + 4) + 3·(4/3 + 4 + 4 + 4) = 190.4, times log(1/δ)", () => {
    expect(meanSampleSize(time, reward, 0.5, 1)).toBeCloseTo(190.4, 10);
    expect(meanSampleSize(time, reward, 0.5, 3)).toBeCloseTo(571.2, 10);
  });

  test("E16, eqn:stability-condition-2: the number grows with log(1/δ), which the printed condition lacks: 190 samples bear no radius at δ = 10⁻²⁰", () => {
    const logTerm = Math.log(1e20);
    // The lemma needs ε ≤ β·E[X]; at the printed n the linear term alone breaks it.
    expect((3 * time.range * logTerm) / 190.4).toBeGreaterThan(0.5 * time.mean);
    const needed = meanSampleSize(time, reward, 0.5, logTerm);
    expect(bernsteinRadius(needed, 1.5 * time.variance, time.range, logTerm)).toBeLessThan(0.5 * time.mean);
  });

  test("E16: kurtosis with power 4: for Bernoulli(0.01) it is 98.01, with the printed power 2 it were 101.01", () => {
    const rare = { ...spreadOf(0.01, 0.0099, 98.0101 * 0.0099 ** 2), range: 1 };
    expect(rare.kurtosis).toBeCloseTo(98.0101, 6);
    const printed = { ...rare, kurtosis: rare.variance / rare.variance ** 2 };
    const difference = meanSampleSize(time, rare, 0.5, 1) - meanSampleSize(time, printed, 0.5, 1);
    expect(difference).toBeCloseTo(8 * (98.0101 - 101.0101), 2);
  });

  test("a constant asks only for its range: 3·b/(β·b)", () => {
    const one = { ...spreadOf(1, 0, 0), range: 1 };
    expect(meanSampleSize(one, one, 0.5, 1)).toBeCloseTo(12, 12);
  });

  test("part 2 by hand: 1024·(1.8 + 1 + (1/3 + 1)/0.25 + 1); never less than two a group (E12)", () => {
    expect(medianSampleSize(time, reward, 0.5, 1)).toBeCloseTo(1024 * (3.8 + 16 / 3), 8);
    expect(medianSampleSize(spreadOf(1, 0, 0), spreadOf(1, 0, 0), 0.5, 2, 1e-9)).toBe(16);
    expect(() => medianSampleSize(time, reward, 0, 1)).toThrow(
      "medianSampleSize: beta must lie in (0, 1), got 0",
    );
    expect(() => meanSampleSize(time, reward, 1, 1)).toThrow(
      "meanSampleSize: beta must lie in (0, 1), got 1",
    );
  });
});

describe("coverage of prop:concentration, by Monte Carlo", () => {
  test("part 1: at most 12δ of 1,000 rates leave their radius; E16: r̂ = X/R as printed always does", () => {
    // δ = 0.01 allows 120. The bound is loose: 5 failures at a true rate of 0.1% have chance 4·10⁻⁴,
    // and 120 none at all. The truth is 0.1; the printed r̂ is near 10.
    const [beta, logTerm] = [0.5, Math.log(100)];
    const count = Math.ceil(meanSampleSize(time, reward, beta, logTerm));
    const random = stream(101, "part 1");
    let [missed, printedMissed] = [0, 0];
    for (let run = 0; run < 1000; run++) {
      let [x, xx, r] = [0, 0, 0];
      for (let i = 0; i < count; i++) {
        const drawn = 10 * random.uniform();
        x += drawn;
        xx += drawn * drawn;
        if (random.uniform() < 0.5) r += 1;
      }
      const [meanTime, meanReward] = [x / count, r / count];
      const epsilon = bernsteinRadius(count, xx / count - meanTime ** 2, 10, logTerm);
      const eta = bernsteinRadius(count, meanReward * (1 - meanReward), 1, logTerm);
      const rate = meanReward / meanTime;
      if (Math.abs(rate - 0.1) > rateRadius(rate, meanTime, eta, epsilon, beta)) missed++;
      if (Math.abs(1 / rate - 0.1) > rateRadius(1 / rate, meanTime, eta, epsilon, beta)) printedMissed++;
    }
    expect(missed).toBeLessThanOrEqual(120);
    expect(printedMissed).toBe(1000);
  });

  test("part 2: medians of means of heavy lognormal times, R independent of them, at most 16.8δ of 40", () => {
    // Lognormal with median 1 and σ = 1/2: E = e^(1/8), C² = e^(1/4) − 1, kurtosis 8.8984 (closed form).
    const w = Math.exp(0.25);
    const variance = w * (w - 1);
    const x = spreadOf(Math.sqrt(w), variance, (w ** 4 + 2 * w ** 3 + 3 * w ** 2 - 3) * variance ** 2);
    expect(x.kurtosis).toBeCloseTo(8.89844567, 6);
    const [beta, logTerm] = [0.9, Math.log(20)];
    const count = Math.ceil(medianSampleSize(x, reward, beta, logTerm));
    const groups = groupCount(logTerm);
    const law = lognormal(1, 0.5);
    const random = stream(102, "part 2");
    const truth = 0.5 / Math.sqrt(w);
    let missed = 0;
    for (let run = 0; run < 40; run++) {
      const times = Float64Array.from({ length: count }, () => law.sample(random));
      const rewards = Float64Array.from({ length: count }, () => (random.uniform() < 0.5 ? 1 : 0));
      const meanTime = medianOfMeans(times, groups);
      const rate = medianOfMeans(rewards, groups) / meanTime;
      const epsilon = medianRadius(count, medianOfVariances(times, groups), logTerm);
      const eta = medianRadius(count, medianOfVariances(rewards, groups), logTerm);
      if (Math.abs(rate - truth) > rateRadius(rate, meanTime, eta, epsilon, beta)) missed++;
    }
    // δ = 0.05 allows 33 of 40; the factor 11 is so generous that one miss would be a surprise.
    expect(missed).toBe(0);
  });

  test("lem:rate-conc: radii that each mean keeps 95% of the time hold the rate at least 90% of it", () => {
    // P(|r̂ − r| > radius) ≤ 0.05 + 0.05. 2,000 runs: more than 260 misses would be chance 10⁻⁶.
    const [beta, count] = [0.5, 400];
    const random = stream(103, "lemma");
    const epsilon = 1.96 * Math.sqrt(100 / 12 / count);
    const eta = 1.96 * Math.sqrt(0.25 / count);
    let missed = 0;
    for (let run = 0; run < 2000; run++) {
      let [x, r] = [0, 0];
      for (let i = 0; i < count; i++) {
        x += 10 * random.uniform();
        if (random.uniform() < 0.5) r += 1;
      }
      if (Math.abs(r / x - 0.1) > rateRadius(r / x, x / count, eta, epsilon, beta)) missed++;
    }
    expect(missed).toBeLessThanOrEqual(260);
  });
});

/** Second and fourth central moments of a coin that shows b with chance p. */
function coin(p: number, b: number) {
  const second = p * (1 - p) * b ** 2;
  return spreadOf(p * b, second, p * (1 - p) * ((1 - p) ** 3 + p ** 3) * b ** 4);
}

test("E16: Bernoulli(0.01) has kurtosis 98.01, above the paper's b² = 1 and below b²/Var = 101.01", () => {
  const { kurtosis, variance } = coin(0.01, 1);
  expect(kurtosis).toBeCloseTo(98.0101, 3);
  expect(kurtosisBound(1, variance)).toBeCloseTo(101.0101, 3);
});

test("no sample in [0, b] exceeds it", () => {
  const samples = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 30 });
  fc.assert(
    fc.property(samples, fc.double({ min: 0.01, max: 100, noNaN: true }), (shares, range) => {
      const values = shares.map((share) => share * range);
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      const central = (power: number) =>
        values.reduce((sum, value) => sum + (value - mean) ** power, 0) / values.length;
      fc.pre(central(2) > 1e-9 * range ** 2);
      const bound = kurtosisBound(range, Math.min(central(2), range ** 2 / 4));
      expect(central(4) / central(2) ** 2).toBeLessThanOrEqual(bound * (1 + 1e-9));
    }),
  );
});

test("who knows only mean, variance and range gets a sample size that is enough", () => {
  const exact = { ...coin(0.3, 10), range: 10 };
  const known = boundedSpread(exact.mean, exact.variance, 10);
  expect(known.variation).toBeCloseTo(exact.variation, 12);
  expect(meanSampleSize(known, known, 0.5, 1)).toBeGreaterThan(meanSampleSize(exact, exact, 0.5, 1));
  expect(boundedSpread(1, 0, 1).kurtosis).toBe(0);
});

test("a variance that no variable in [0, b] has is refused", () => {
  expect(() => kurtosisBound(1, 0.26)).toThrow("variance must lie in [0, range²/4], got 0.26");
  expect(() => kurtosisBound(-1, 0)).toThrow("range must be at least 0, got -1");
});
