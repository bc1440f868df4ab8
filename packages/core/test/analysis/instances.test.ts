import { expect, test } from "vitest";
import { isThorough } from "../../../../test/thorough.ts";
import { analyse } from "../../src/analysis/analyse.ts";
import { drawReplicate, type LoggedRun, sampleOf } from "../../src/analysis/sample.ts";
import { stream } from "../../src/random/index.ts";
import { runsOf } from "./runs-of.ts";

const COPIES = 20;

/** Runs of a law again and again, as if each instance always took that long. */
function copied(notation: string, instances: number, seed: number, named: boolean): LoggedRun[] {
  const rows = runsOf(notation, instances, seed);
  return Array.from({ length: COPIES }, (_, copy) =>
    rows.map((row, i) => ({
      ...row,
      time: row.time * (1 + copy * 1e-9),
      ...(named ? { instance: `i${i}` } : {}),
    })),
  ).flat();
}

test("a replicate holds all runs of an instance, or none, equally often", () => {
  const sample = sampleOf(copied("exponential(mean=1)", 30, 1, true));
  expect(sample.units).toBe(30);
  const weights = new Float64Array(sample.size);
  drawReplicate(sample, stream(1, "test"), weights);
  const ofUnit = new Map<number, Set<number>>();
  weights.forEach((weight, i) => {
    ofUnit.set(sample.unitOf[i], (ofUnit.get(sample.unitOf[i]) ?? new Set()).add(weight));
  });
  expect([...ofUnit.values()].every((found) => found.size === 1)).toBe(true);
  expect(weights.reduce((sum, weight) => sum + weight, 0)).toBe(sample.size);
  expect(new Set(weights).size).toBeGreaterThan(1);
});

test("runs without an instance are units of their own, and so are all runs of a single one", () => {
  const rows = runsOf("exponential(mean=1)", 12, 1);
  expect(sampleOf(rows).units).toBe(12);
  expect(sampleOf(rows.map((row) => ({ ...row, instance: "only" }))).units).toBe(12);
  expect(sampleOf(rows.map((row, i) => (i < 8 ? { ...row, instance: `${i % 2}` } : row))).units).toBe(6);
});

/**
 * 60 instances of an exponential law, 20 equal runs each, are 60 pieces of luck: taken for 1,200 they
 * promise a gain in more than half of the data sets. With a false-alarm rate of 2% more than 4 of 40 say yes with
 * probability 0.1%, and more than 1 of 4 with 0.2%.
 */
const [SETS, FALSE_YES] = isThorough ? [40, 4] : [4, 1];
test("equal runs of one instance do not make a yes, where another instance comes next", () => {
  const verdicts = (named: boolean) =>
    Array.from(
      { length: SETS },
      (_, seed) =>
        analyse("a", copied("exponential(mean=1)", 60, seed, named), { seed, next: "another" }).restart,
    );
  expect(verdicts(false).filter((verdict) => verdict === "yes").length).toBeGreaterThan(SETS / 4);
  expect(verdicts(true).filter((verdict) => verdict === "yes").length).toBeLessThanOrEqual(FALSE_YES);
});
