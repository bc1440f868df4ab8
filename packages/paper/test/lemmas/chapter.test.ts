import { expect, test } from "vitest";
import {
  coefficientsClaim,
  gapClaims,
  manyTrialsClaim,
  middleTermClaim,
  peaksClaim,
} from "../../src/lemmas/chapter.ts";
import { gapExponents, manyTrials, middleTerms, peaks } from "../../src/lemmas/study.ts";

test("ξ̃ must be below half of ξ for most arms; for the others only, it is a condition", () => {
  const arms = (ratio: number, best: boolean) =>
    Array.from({ length: 3 }, () => ({ law: "made up", cutoffs: 9, best, ratio }));
  const verdict = (best: number, other: number) =>
    coefficientsClaim([...arms(best, true), ...arms(other, false)]).verdict;
  expect(verdict(0.1, 0.1)).toBe("holds");
  expect(verdict(5, 0.1)).toBe("holds if");
  expect(verdict(5, 0.9)).toBe("does not hold");
});

test("1/Δ and 1/Δ² are told apart, and the coefficients have one of each", () => {
  const verdicts = (exponents: { separate: number; shared: number }) =>
    gapClaims(exponents).map(({ verdict }) => verdict);
  expect(verdicts({ separate: -1, shared: -1 })).toEqual(["holds", "holds"]);
  expect(verdicts({ separate: -2, shared: -2 })).toEqual(["does not hold", "does not hold"]);
  const { separate, shared } = gapExponents();
  expect(separate).toBeCloseTo(-1, 1);
  expect(shared).toBeCloseTo(-2, 2);
});

test("assn:ucb-rc: of the paper's three laws only Pareto has a smooth peak", () => {
  expect(peaks().map(({ holds }) => holds)).toEqual([true, false, false]);
  const made = (...holds: boolean[]) =>
    peaksClaim(holds.map((one) => ({ law: "x", holds: one, sentence: "s" })));
  expect(made(true, true).verdict).toBe("holds");
  expect(made(true, false)).toMatchObject({ verdict: "holds if", condition: "the law is x" });
  expect(made(false).verdict).toBe("does not hold");
});

test("lem:reg-dec: the printed middle term is negative, with the other sign it is not", () => {
  const { printed, corrected } = middleTerms();
  expect(printed).toBeLessThan(0);
  expect(corrected).toBeGreaterThan(0);
  expect(middleTermClaim(printed, corrected).verdict).toBe("holds if");
  expect(middleTermClaim(1, 1).verdict).toBe("holds");
  expect(middleTermClaim(-1, -1).verdict).toBe("does not hold");
});

test("2τ/μ_*: four uniform times fit into 1 with the chance 1/24 (false alarms: 1 in 10⁴)", () => {
  const [first] = manyTrials("quick", 3);
  expect(first.exceeded / first.runs).toBeCloseTo(1 / 24, 1.9);
  const made = (exceeded: number) =>
    manyTrialsClaim([{ law: "x", horizon: 1, runs: 1000, exceeded, allowed: 0.1 }]).verdict;
  expect(made(50)).toBe("holds");
  expect(made(100)).toBe("open");
  expect(made(200)).toBe("does not hold");
});
