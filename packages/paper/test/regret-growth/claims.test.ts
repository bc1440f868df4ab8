import { expect, test } from "vitest";
import { decades, exactly } from "../../src/claims/statistics.ts";
import { meanClaims, medianClaim } from "../../src/longest-cutoff/chapter.ts";
import { MEDIAN_PROBLEM } from "../../src/longest-cutoff/study.ts";
import {
  boundClaim,
  coefficientClaim,
  continuousSharingClaim,
  extensionClaim,
  logarithmClaim,
  pullsClaim,
  rootClaim,
  trialBound,
  trialBoundClaim,
} from "../../src/regret-growth/claims.ts";
import {
  fitGrowth,
  type Growth,
  growthOf,
  ratioAtEnd,
  rootExponent,
} from "../../src/regret-growth/measures.ts";
import { continuum, randomResets, separated, severalArms } from "../../src/regret-growth/study.ts";
import { separateClaim, sharedClaim } from "../../src/sharing/chapter.ts";
import { regretPath } from "../../src/studies/regret-path.ts";

const growth = (f: (time: number) => number, ratio: number): Growth => {
  const times = decades(4, 6, 4);
  return {
    name: "made up",
    ratio: exactly(ratio),
    fits: fitGrowth(times, times.map(f)),
    last: 1e6,
    settles: 1e3,
  };
};
const logarithmic = growth((time) => 30 * Math.log(time), 1);
const rootLike = growth((time) => Math.sqrt(time * Math.log(time)), 3.4);

test("a logarithm holds, a root on close cutoffs makes it conditional, a root everywhere refutes it", () => {
  const verdict = (...growths: [Growth, ...Growth[]]) =>
    logarithmClaim("thm:ucb-rb", "UCB-RB", growths[0], growths.slice(1)).verdict;
  expect(verdict(logarithmic, logarithmic)).toBe("holds");
  expect(verdict(logarithmic, rootLike)).toBe("holds if");
  expect(verdict(rootLike, logarithmic)).toBe("does not hold");
  expect(verdict({ ...logarithmic, ratio: { estimate: 1.5, low: 0.5, high: 2.5 } })).toBe("open");
});

test("played: UCB-RB has logarithmic regret, a wrong fixed cutoff and Luby's sequence have not", () => {
  const times = decades(1, 5, 4);
  const verdict = (policy: string, options: Record<string, number>) => {
    const set = { ...separated, policy, options, times, seed: 5, runs: 4 };
    const paths = regretPath.play({ ...set, from: 0, to: set.runs });
    return logarithmClaim("thm:ucb-rb", policy, growthOf({ name: "far apart", set, kind: "mean", paths }))
      .verdict;
  };
  expect(verdict("ucb-rb", { init: 1 })).toBe("holds");
  expect(verdict("fixed", { cutoff: 2 })).toBe("does not hold");
  expect(verdict("luby", { base: 0.75 })).toBe("does not hold");
});

test("regret/√(τ·log τ) may fall or stay, not rise as for a line", () => {
  const verdict = (estimate: number, reach: number) =>
    rootClaim({ estimate, low: estimate - reach, high: estimate + reach }, [1, 1], 2).verdict;
  expect(verdict(0, 0.05)).toBe("holds");
  expect(verdict(-0.2, 0.1)).toBe("holds");
  expect(verdict(0.46, 0.05)).toBe("does not hold");
  expect(verdict(0, 0.5)).toBe("open");
});

test("trials below t* must stop, those above must not be many", () => {
  const verdict = (below: number, above: number, ratio: number) =>
    pullsClaim("made up", exactly(below), 500, exactly(above), exactly(ratio)).verdict;
  expect(verdict(0, 300, 1)).toBe("holds");
  expect(verdict(200, 300, 1)).toBe("does not hold");
  const wide = { estimate: 1.5, low: 0.5, high: 2.5 };
  expect(pullsClaim("made up", exactly(0), 500, exactly(300), wide).verdict).toBe("open");
  expect(verdict(0, 300, 9)).toBe("does not hold");
});

test("a ratio of regrets lies between its runs, above 0, and must exceed 1 to count", () => {
  const at = (regret: number) => ({ regret: [1, regret], below: [], above: [] });
  const ratio = ratioAtEnd([at(30), at(50), at(40)], [at(10), at(10), at(10)]);
  expect(ratio.estimate).toBeCloseTo(4, 6);
  expect(ratio.low).toBeGreaterThan(0);
  expect(coefficientClaim(ratio, 20, 10).verdict).toBe("holds");
  expect(coefficientClaim(exactly(0.9), 20, 10).verdict).toBe("does not hold");
});

test("a bound below what was measured is refuted", () => {
  const bound = { policy: "p", separate: 50, shared: 90, least: 10, worst: 1e9 };
  expect(boundClaim("thm:ucb-rb", [{ ...bound, measured: exactly(20) }]).verdict).toBe("holds");
  expect(boundClaim("thm:ucb-rb", [{ ...bound, measured: exactly(60) }]).verdict).toBe("does not hold");
  const wide = { estimate: 40, low: 20, high: 60 };
  expect(boundClaim("thm:ucb-rb", [{ ...bound, measured: wide }]).verdict).toBe("open");
});

test("a bound above what anybody can lose says nothing", () => {
  const bound = { policy: "p", separate: 50, shared: 90, least: 10, measured: exactly(20) };
  expect(boundClaim("thm:ucb-rm", [{ ...bound, worst: 40 }]).verdict).toBe("vacuous");
  expect(boundClaim("thm:ucb-rm", [{ ...bound, worst: 60 }]).verdict).toBe("holds");
});

test("with and without sharing are told apart by the exponent of L", () => {
  const counts = [4, 16, 64];
  const flat = counts.map(() => [350, 360, 340]);
  const linear = counts.map((count) => [count - 1, 1.1 * (count - 1), 0.9 * (count - 1)]);
  const runs = (regrets: number[][]) => ({ counts, runs: 3, regrets, above: [9, 9, 9] });
  expect(sharedClaim("made up", runs(flat)).verdict).toBe("holds");
  expect(sharedClaim("made up", runs(linear)).verdict).toBe("does not hold");
  expect(separateClaim(runs(linear)).verdict).toBe("holds");
  expect(separateClaim(runs(flat)).verdict).toBe("does not hold");
});

test("rem:tl-dependence: linear growth is at most t_L² but not like it, and UCB-RM must not grow", () => {
  const lengths = [128, 512, 2048];
  const like = (power: number) => ({
    lengths,
    regrets: lengths.map((length) => [length ** power, 1.02 * length ** power, 0.98 * length ** power]),
  });
  const bounds = { printed: { coefficient: 9, exponent: 2 }, linear: { coefficient: 3, exponent: 1 } };
  const verdicts = (power: number) => meanClaims(like(power), bounds).map(({ verdict }) => verdict);
  expect(verdicts(1)).toEqual(["holds", "does not hold"]);
  expect(verdicts(2)).toEqual(["holds", "holds"]);
  expect(verdicts(0)).toEqual(["does not hold", "does not hold"]);
  expect(medianClaim(like(0)).verdict).toBe("holds");
  expect(medianClaim(like(1)).verdict).toBe("does not hold");
  const wide = {
    lengths,
    regrets: [
      [100, 100, 100],
      [100, 100, 100],
      [60, 100, 260],
    ],
  };
  expect(medianClaim(wide).verdict).toBe("open");
});

test("played: with the index of UCB-RB, which has t_L in it, the claim about UCB-RM fails (fixed seed)", () => {
  const lengths = [16, 1024];
  const regrets = lengths.map((longest) =>
    regretPath
      .play({
        problem: MEDIAN_PROBLEM,
        cutoffs: [1, longest],
        policy: "ucb-rb",
        options: { init: 1 },
        times: [1e4],
        seed: 1,
        from: 0,
        to: 4,
      })
      .map(({ regret }) => regret[0]),
  );
  expect(medianClaim({ lengths, regrets }).verdict).toBe("does not hold");
});

test("played: a wrong cutoff on an interval has more than √(τ·log τ) of regret", () => {
  const horizons = [1e2, 1e3, 1e4];
  const options = { cutoff: 4 };
  const paths = horizons.map((time) =>
    regretPath.play({ ...continuum, policy: "fixed", options, times: [time], seed: 5, from: 0, to: 6 }),
  );
  const exponent = rootExponent(horizons, paths);
  // Linear regret: τ/√(τ·log τ) has the exponent ½ less that of √log τ, 0.15/2 between 10² and 10⁴.
  expect(exponent.estimate).toBeCloseTo(0.5 - Math.log(2) / 2 / Math.log(100), 2);
  expect(rootClaim(exponent, [1], 1).verdict).toBe("does not hold");
});

const one = { times: [400], seed: 3, from: 0, to: 1 };

test("an extension holds for a logarithm, fails for a root, and is open in between", () => {
  const times = decades(4, 6, 4);
  const fits = fitGrowth(times, times.map(Math.log));
  const verdict = (low: number, high: number) =>
    extensionClaim("a", "b", { ratio: { estimate: (low + high) / 2, low, high }, fits }).verdict;
  expect(verdict(0.8, 1.2)).toBe("holds");
  expect(verdict(3, 4)).toBe("does not hold");
  expect(verdict(1, 3)).toBe("open");
});

test("on three arms a slower one is never the best: all its trials lose", () => {
  const [path] = regretPath.play({ ...severalArms, policy: "ucb-rb", options: { init: 1 }, ...one });
  expect(path.above[0]).toBeGreaterThanOrEqual(8);
  const [alone] = regretPath.play({ ...separated, policy: "fixed", options: { cutoff: 1 }, ...one });
  expect(alone).toEqual({ regret: [0], below: [0], above: [0] });
});

test("random resets are drawn and counted: fewer trials fit into the same time", () => {
  const policy = { policy: "fixed", options: { cutoff: 2 }, ...one };
  const [without] = regretPath.play({ ...separated, ...policy });
  const [with_] = regretPath.play({ ...randomResets, ...policy });
  expect(with_.above[0]).toBeLessThan(without.above[0]);
});

test("sharing in UCB-RC must lower the regret", () => {
  const at = (...regrets: number[]) =>
    regrets.map((regret) => ({ regret: [regret], below: [0], above: [0] }));
  expect(continuousSharingClaim(at(10, 11, 9), at(20, 21, 22), 1e5).verdict).toBe("holds");
  expect(continuousSharingClaim(at(20, 21, 22), at(10, 11, 9), 1e5).verdict).toBe("does not hold");
  expect(continuousSharingClaim(at(10, 20, 30), at(30, 20, 11), 1e5).verdict).toBe("open");
});

test("the trials that the lemma allows can be exceeded, or be more than there are", () => {
  const bound = { allowed: 100, possible: 1000 };
  expect(trialBoundClaim(exactly(50), bound).verdict).toBe("holds");
  expect(trialBoundClaim(exactly(150), bound).verdict).toBe("does not hold");
  expect(trialBoundClaim(exactly(50), { allowed: 2000, possible: 1000 }).verdict).toBe("vacuous");
  const set = { ...separated, policy: "ucb-rb", options: {}, times: [1e6], seed: 1, runs: 1 };
  expect(trialBound({ set }).allowed).toBeGreaterThan(0);
});
