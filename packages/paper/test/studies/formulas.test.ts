import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { isThorough } from "../../../../test/thorough.ts";
import { decades } from "../../src/claims/statistics.ts";
import { loadSet, type SetName } from "../../src/studies/formulas.ts";
import { solvingCurve, solvingTimes } from "../../src/walk-sat/times.ts";

const data = fileURLToPath(new URL("../../../../../shared/data/satlib", import.meta.url));
const haveData = existsSync(data);

/** The sets of fig:uf100 and fig:cbs-k3 by Kautz's WalkSAT 56, -rnovelty -noise 50, 50 tries at each of SATLIB's first 500. */
const published: Record<SetName, { rates: [number, number][]; best: number }> = {
  "uf100-430": {
    rates: [
      [100, 0.785],
      [178, 1.144],
      [237, 1.182],
      [316, 1.148],
      [562, 0.988],
      [1000, 0.778],
      [3162, 0.424],
      [10000, 0.203],
    ],
    best: 235,
  },
  CBS_k3_n100_m403_b30: {
    rates: [
      [100, 0.687],
      [178, 1.067],
      [237, 1.127],
      [316, 1.122],
      [562, 0.999],
      [1000, 0.811],
      [3162, 0.46],
      [10000, 0.225],
    ],
    best: 255,
  },
};

async function timesOf(name: SetName, folder: string | undefined, attempts: number) {
  const { formulas } = await loadSet(name, folder, 500);
  const part = { set: name, first: 0, formulas, attempts, maxFlips: 1e4, noise: 0.5, seed: 1 };
  return solvingTimes.play(part).times;
}

describe.each(Object.keys(published) as SetName[])("the rate panel of %s", (name) => {
  const { rates, best } = published[name];
  const cutoffs = rates.map(([cutoff]) => cutoff);

  /**
   * The same formulas, so only the tries differ: 20 here, 50 there. Sixteen rates within four standard
   * errors of both: a false alarm in a thousand seeds; the maximum of a curve so flat within a fifth. In `npm run soak`.
   */
  test.skipIf(!haveData || !isThorough)(
    `on SATLIB's half is the table's${haveData ? "" : " (no ../shared/data)"}`,
    async () => {
      const tries = 20;
      const times = await timesOf(name, data, tries);
      const curve = solvingCurve(times, tries, cutoffs);
      rates.forEach(([cutoff, expected], i) => {
        const solved = times.filter((time) => time <= cutoff).length;
        const error = Math.sqrt((1 - solved / times.length) / solved) * Math.sqrt(1 + tries / 50);
        expect(Math.abs((1000 * curve.rates[i]) / expected - 1) / error, `r(${cutoff})`).toBeLessThan(4);
      });
      const fine = solvingCurve(times, tries, decades(2, 3, 20));
      expect(Math.abs(fine.cutoffs[fine.best] / best - 1)).toBeLessThan(0.2);
    },
  );

  /** Other formulas of the same kind: their own spread, on both sides, counts too. */
  test("on the generated set is the table's within the spread of formulas, and peaks where it does", async () => {
    const tries = 8;
    const times = await timesOf(name, undefined, tries);
    const curve = solvingCurve(times, tries, cutoffs);
    rates.forEach(([cutoff, expected], i) => {
      const error = (1000 * curve.margins[i] * Math.SQRT2) / 1.96;
      expect(Math.abs(1000 * curve.rates[i] - expected) / error, `r(${cutoff})`).toBeLessThan(4);
    });
    const fine = solvingCurve(times, tries, decades(2, 3, 20));
    expect(Math.abs(fine.cutoffs[fine.best] / best - 1)).toBeLessThan(0.25);
  });
});
