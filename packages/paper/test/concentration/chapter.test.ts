import { expect, test } from "vitest";
import { coverageClaim, lemmaClaim, sizeClaim } from "../../src/concentration/chapter.ts";
import { CASES, type CaseCoverage, coverage, DELTA } from "../../src/concentration/study.ts";

test("coverage: what is promised must stand, whichever way round the rate is read", () => {
  const covered = (change: Partial<CaseCoverage>): CaseCoverage => ({
    law: "made up",
    kind: "mean",
    form: "corrected",
    size: 100,
    samples: 1000,
    errors: Array(1000).fill(0.5),
    missedUpsideDown: 0,
    unstable: 0,
    missedMeans: 0,
    againstLemma: 0,
    ...change,
  });
  const verdict = (change: Partial<CaseCoverage>) => coverageClaim([covered(change)], "mean").verdict;
  expect(verdict({})).toBe("holds");
  expect(verdict({ missedUpsideDown: 900 })).toBe("holds if");
  const missing = (count: number) => [...Array(1000 - count).fill(0.5), ...Array(count).fill(1.5)];
  expect(verdict({ errors: missing(30) })).toBe("does not hold");
  expect(verdict({ errors: missing(12) })).toBe("open");
  expect(verdict({ errors: missing(3) })).toBe("holds");
  const sizes = (printed: number, corrected: number) =>
    sizeClaim([covered({ form: "printed", unstable: printed }), covered({ unstable: corrected })]).verdict;
  expect(sizes(0, 0)).toBe("holds");
  expect(sizes(1000, 0)).toBe("holds if");
  expect(sizes(1000, 500)).toBe("does not hold");
  expect(sizes(1000, 8)).toBe("open");
  expect(lemmaClaim([covered({ missedMeans: 2 })]).verdict).toBe("holds");
  expect(lemmaClaim([covered({ againstLemma: 1 })]).verdict).toBe("does not hold");
});

test("played: radii that are too narrow break the promise, for means and for medians (fixed seed)", () => {
  const played = (kind: CaseCoverage["kind"], delta: number, samples: number): CaseCoverage => {
    const one = CASES.find((entry) => entry.kind === kind)!;
    const span = { from: 0, to: samples };
    const found = coverage.play({ ...one, size: "corrected", delta, seed: 1, ...span });
    return { law: "played", kind, form: "corrected", ...found };
  };
  expect(coverageClaim([played("mean", DELTA.mean, 600)], "mean").verdict).toBe("holds if");
  // log 2 in place of log(1/δ).
  expect(coverageClaim([played("mean", 0.5, 600)], "mean").verdict).toBe("does not hold");
  const median = played("median", DELTA.median, 60);
  const narrower = (times: number) => ({ ...median, errors: median.errors.map((error) => times * error) });
  expect(coverageClaim([median], "median").verdict).toBe("holds");
  expect(coverageClaim([narrower(20)], "median").verdict).toBe("holds");
  expect(coverageClaim([narrower(250)], "median").verdict).toBe("does not hold");
});
