import { expect, test } from "vitest";
import { analyse } from "../../src/analysis/analyse.ts";
import type { LoggedRun } from "../../src/analysis/sample.ts";
import { stream } from "../../src/random/stream.ts";
import { runsOf } from "./runs-of.ts";

const isDependent = (runs: readonly LoggedRun[]) => analyse("a", runs).reason === "dependent-runs";

/** Exponential times on a busy machine: the logarithm of their mean wanders, correlation 0.95, deviation 0.7. */
function busy(seed: number): LoggedRun[] {
  const random = stream(seed, "busy");
  const gaussian = () =>
    Math.sqrt(-2 * Math.log(1 - random.uniform())) * Math.cos(2 * Math.PI * random.uniform());
  let level = gaussian();
  return runsOf("exponential(mean=1)", 200, seed).map((run) => {
    level = 0.95 * level + Math.sqrt(1 - 0.95 ** 2) * gaussian();
    return { ...run, time: run.time * Math.exp(0.7 * level) };
  });
}

test("exponential times on a machine that is busy for a while: unclear, where 18 of 24 logs were a yes", () => {
  const answers = Array.from({ length: 24 }, (_, seed) => analyse("a", busy(seed)));
  // 2% of such logs are a yes, and the dependence of 6% is not found: 3 or more of 24 with chances of 0.01 and 0.17.
  expect(answers.filter(({ restart }) => restart === "yes").length).toBeLessThanOrEqual(2);
  const dependent = answers.filter(({ reason }) => reason === "dependent-runs");
  expect(dependent.length).toBeGreaterThanOrEqual(20);
  for (const { restart, gain, moreRuns } of dependent) {
    expect([restart, moreRuns]).toEqual(["unclear", 0]);
    expect(gain.low <= 1 && gain.high > 1).toBe(true);
  }
});

test("times that rise to three times as long are dependent; the same runs in another order, or sorted, are not", () => {
  const rising = runsOf("lognormal(median=1,sigma=0.5)", 200, 1).map((run, i) => ({
    ...run,
    time: run.time * 3 ** (i / 199),
  }));
  expect(isDependent(rising)).toBe(true);
  const random = stream(1, "order");
  const shuffled = rising
    .map((run) => ({ run, key: random.uniform() }))
    .sort((a, b) => a.key - b.key)
    .map(({ run }) => run);
  expect(isDependent(shuffled)).toBe(false);
  // Somebody sorted these: their order says nothing.
  expect(isDependent(rising.toSorted((a, b) => a.time - b.time))).toBe(false);
  expect(isDependent(rising.toSorted((a, b) => b.time - a.time))).toBe(false);
});

test("of 100 independent logs at most 9 are called dependent", () => {
  // 4% are: 10 or more with a chance of 0.7%.
  const logs = Array.from({ length: 100 }, (_, seed) => runsOf("exponential(mean=1)", 50, seed));
  expect(logs.filter(isDependent).length).toBeLessThanOrEqual(9);
});

test("runs of eight jobs in the order of their ends look dependent; with their starts no more than others", () => {
  const logs = Array.from({ length: 40 }, (_, seed) => {
    const ends = Array.from({ length: 8 }, () => 0);
    const runs = runsOf("exponential(mean=1)", 60, seed).map((run) => {
      const job = ends.indexOf(Math.min(...ends));
      const start = ends[job];
      ends[job] += run.time;
      return { ...run, start };
    });
    return runs.toSorted((a, b) => a.start + a.time - (b.start + b.time));
  });
  // 4% and 60% of such logs: 7 or more, and fewer than 15, with chances of 0.1% each.
  expect(logs.filter(isDependent).length).toBeLessThanOrEqual(6);
  const inOrderOfEnds = logs.map((log) => log.map(({ start: _, ...run }) => run));
  expect(inOrderOfEnds.filter(isDependent).length).toBeGreaterThanOrEqual(15);
});

const roundedUp = (notation: string, step: number, seed: number) =>
  runsOf(notation, 200, seed).map((run) => ({ ...run, time: Math.ceil(run.time / step) * step }));

test("times rounded up to a fifth of the median hide short ones: no upper limit, and unclear instead of a no", () => {
  // The fast third, of 0.5 to 1.5, is all in the first step.
  const law = "mixture(0.3*uniform(low=0.5,high=1.5),0.7*uniform(low=10,high=30))";
  for (const seed of [2, 3, 4]) {
    const analysis = analyse("a", roundedUp(law, 2.5, seed));
    expect(analysis).toMatchObject({ restart: "unclear", reason: "coarse-clock", step: 2.5 });
    expect(analysis.gain.low).toBeLessThan(3.18);
    expect(analysis.gain.high).toBe(Infinity);
  }
});

test("a coarse clock does not change a verdict that holds whichever way it rounds", () => {
  expect(analyse("a", roundedUp("lognormal(median=1,sigma=0.2)", 0.2, 2))).toMatchObject({
    restart: "no",
    step: expect.closeTo(0.2, 9),
  });
  expect(analyse("a", roundedUp("lognormal(median=1,sigma=2)", 0.2, 1))).toMatchObject({
    restart: "yes",
    step: expect.closeTo(0.2, 9),
  });
  // A thousandth is too fine to matter, and two times are no clock.
  expect(analyse("a", roundedUp("exponential(mean=1)", 0.001, 1)).step).toBe(0);
  const two = Array.from({ length: 40 }, (_, i) => ({
    arm: "a",
    time: i % 2 === 0 ? 1 : 4,
    completed: true,
    reward: 1,
  }));
  expect(analyse("a", two).step).toBe(0);
});
