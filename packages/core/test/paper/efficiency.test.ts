import { describe, expect, test } from "vitest";
import { listCutoffs } from "../../src/problem/cutoffs.ts";
import { runExperiment } from "../../src/simulate/experiment.ts";
import { bestCutoff } from "../../src/theory/best-cutoff.ts";
import { armOf, laws, paperCutoffs, single } from "./laws.ts";

/**
 * The setting of fig:uf100 on three laws: α = 2.01, factor 1.01, init 40, nine cutoffs (docs/errata.md#e11, #e21).
 * E[REW]/(r*·τ) with r* the best rate on these cutoffs, measured beforehand over 60–100 runs, to ±0.01. Seeds are fixed; the tolerance is 0.015 and the standard errors here
 * are at most 0.005, so that a fresh seed would fail about one time in a hundred, this one never.
 */
const published = {
  lognormal: { best: 0.755, ucbRb: [0.92, 0.948, 0.978], luby: 0.988, kmTs: [0.973, 0.99] },
  pareto: { best: 1.232, ucbRb: [0.89, 0.949, 0.983], luby: 0.997, kmTs: [0.987, 0.996] },
  mixture: { best: 0.756, ucbRb: [0.77, 0.923, 0.981], luby: 0.818, kmTs: [0.96, 0.992] },
};

describe.each(Object.entries(published))("%s", (name, expected) => {
  const law = laws[name];
  const cutoffs = listCutoffs(paperCutoffs);
  const onGrid = bestCutoff(armOf(law), { among: paperCutoffs }).rate;
  const share = bestCutoff(armOf(law)).rate / onGrid;
  const efficiency = (policy: string, horizons: number[], runs: number) =>
    runExperiment({
      environment: single(law),
      policies: [{ name: policy }],
      horizons,
      runs,
      seed: 11,
      cutoffs,
    }).map((row) => row.efficiency.mean * share);

  test("the best rate on the grid is the published one", () => {
    expect(Math.abs(onGrid - expected.best)).toBeLessThan(0.002);
  });

  test("ucb-rb with the paper's settings reaches the published efficiencies at τ = 10³, 10⁴, 10⁵", () => {
    const measured = [
      ...efficiency("ucb-rb", [1e3], 100),
      ...efficiency("ucb-rb", [1e4], 24),
      ...efficiency("ucb-rb", [1e5], 4),
    ];
    measured.forEach((value, place) => {
      expect(Math.abs(value - expected.ucbRb[place])).toBeLessThan(0.015);
    });
  });

  test("luby with base 1, begun again after a success, reaches the published efficiency at τ = 10⁴", () => {
    expect(Math.abs(efficiency("luby", [1e4], 30)[0] - expected.luby)).toBeLessThan(0.015);
  });

  test("km-ts on the same nine cutoffs reaches the published efficiencies at τ = 10³ and 10⁴", () => {
    const measured = [...efficiency("km-ts", [1e3], 60), ...efficiency("km-ts", [1e4], 20)];
    measured.forEach((value, place) => {
      expect(value).toBeGreaterThan(expected.kmTs[place] - 0.015);
    });
  });
});
