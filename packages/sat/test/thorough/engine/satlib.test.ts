import { describe, expect, test } from "vitest";
import { publishedRates, ratePerThousand, solvedBy, solveTimes } from "../../engine/solve-times.ts";
import { haveSatlib, readSatlib, satlibNote } from "../../satlib.ts";

/**
 * The table of `publishedRates`, on the same 500 instances: 25,000 runs a set.
 * With as many runs here, P(X ≤ 100) = 0.07 has a standard error of 2% on either side: of the seeds 1 to 4
 * with 50 tries throughout, 2 and 4 miss 4% at 100 flips (by up to 5.9%), and only there. What happens within 316 flips is therefore taken from
 * 250 tries an instance instead of 50 (0.9%), which cost little when cut there; what happens within 1,000, where
 * more than half are solved, from 50 (0.6%), and the rest, where two thirds are, from 20 (0.8% at most), since a try
 * that never ends costs as much as a hundred others. The seeds are fixed; seven others of the first all passed;
 * uf100 at 100 flips lies 2.5 ± 1% below the table, so one in fifteen would fail there.
 */
const published = {
  uf100: {
    quartile: 237,
    median: 929,
    solved: { 100: 0.077, 316: 0.308, 1000: 0.51, 10000: 0.728 },
    rates: publishedRates.uf100,
    best: 1.18,
  },
  cbs: {
    quartile: 247,
    median: 842,
    solved: { 100: 0.068, 316: 0.304, 1000: 0.528, 10000: 0.753 },
    rates: publishedRates.cbs,
    best: 1.14,
  },
};

describe.runIf(haveSatlib)(`on the SATLIB halves${satlibNote}`, () => {
  describe.each(["uf100", "cbs"] as const)("%s", (set) => {
    test("rnovelty at noise 0.5 has the published distribution within 4%", () => {
      const expected = published[set];
      const formulas = readSatlib(set);
      const settings = { heuristic: "rnovelty", noise: 0.5, seed: 2020 } as const;
      const begun = solveTimes(formulas, { ...settings, seed: 2021 }, 250, 316);
      const half = solveTimes(formulas, settings, 50, 1_000).sort();
      const whole = solveTimes(formulas, { ...settings, seed: 2022 }, 20, 10_000);
      const samples = [
        { upTo: 316, times: begun },
        { upTo: 1_000, times: half },
        { upTo: 10_000, times: whole },
      ];
      const timesFor = (cutoff: number) => samples.find(({ upTo }) => cutoff <= upTo)!.times;
      const rates = Array.from({ length: 109 }, (_, i) => ratePerThousand(begun, 100 + 2 * i));
      const best = 100 + 2 * rates.indexOf(Math.max(...rates));
      const errors = [
        ["quartile", half[half.length / 4] / expected.quartile - 1],
        ["median", half[half.length / 2] / expected.median - 1],
        ["best rate", Math.max(...rates) / expected.best - 1],
        ...Object.entries(expected.solved).map(([t, p]) => [
          `P(X ≤ ${t})`,
          solvedBy(timesFor(+t), +t) / p - 1,
        ]),
        ...Object.entries(expected.rates).map(([t, r]) => [
          `r(${t})`,
          ratePerThousand(timesFor(+t), +t) / r - 1,
        ]),
      ] as const;
      for (const [what, error] of errors) expect(Math.abs(error as number), String(what)).toBeLessThan(0.04);
      expect(best).toBeGreaterThan(200);
      expect(best).toBeLessThan(290);
    });

    test("16–27% of single rnovelty tries at noise 0.5 are unsolved after a million flips", () => {
      // Of 500 tries 19–22% never end. On every second file the standard error is 2.6%: uf100's 22% passes 27% with one
      // seed in 40; this one is fixed. Each costs a million flips, so all of them would take ten seconds more.
      const formulas = readSatlib(set).filter((_, place) => place % 2 === 0);
      const times = solveTimes(formulas, { heuristic: "rnovelty", noise: 0.5, seed: 5 }, 1, 1_000_000);
      const unsolved = 1 - solvedBy(times, 1_000_000);
      expect(unsolved).toBeGreaterThan(0.16);
      expect(unsolved).toBeLessThan(0.27);
    });

    test.each(["novelty+", "skc", "probsat"] as const)(
      "%s solves every instance within ten million flips",
      (heuristic) => {
        const times = solveTimes(readSatlib(set), { heuristic, seed: 7 }, 1, 10_000_000);
        expect(solvedBy(times, 10_000_000)).toBe(1);
      },
    );
  });
});
