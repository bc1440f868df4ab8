import type { Chapter, Findings, ChapterTable } from "../chapter.ts";
import { exceededBy } from "../claims/interval.ts";
import { sumOf } from "../claims/sums.ts";
import { threeDigits } from "../claims/three-digits.ts";
import { concentrationClaims, missesOf, PROMISES } from "./claims.ts";
import { coverageFigure } from "./figure.ts";
import { CASES, type CaseCoverage, DELTA, playCoverage } from "./study.ts";

/** prop:concentration and lem:rate-conc: how often the radii miss. */
export const concentrationChapter: Chapter = {
  label: "prop:concentration",
  title: "How often the confidence radii miss",
  async play(context): Promise<Findings> {
    const covered = await playCoverage(context);
    const sizes = covered.map(({ size }) => size);
    return {
      about: [
        `${CASES.length} arms at one cutoff each, δ = ${DELTA.mean} for means and ${DELTA.median} for medians of means; samples of the size that the proposition asks for, once with log(1/δ) in it and once as printed. Part 1 (means) promises at most 12δ = ${threeDigits(PROMISES.mean.share)} misses, part 2 (medians of means) 16.8δ = ${threeDigits(PROMISES.median.share)}.`,
      ],
      figures: [
        {
          name: "coverage",
          caption:
            "Share of samples whose radius misses the true rate, with 95% intervals; the ticks are what the proposition promises. Upside down is r̂ as printed.",
          spec: coverageFigure(covered, {
            mean: PROMISES.mean.share,
            median: PROMISES.median.share,
          }),
        },
      ],
      tables: [coverageTable(covered)],
      claims: concentrationClaims(covered),
      work: `${sumOf(covered.map(({ samples }) => samples))} samples of ${threeDigits(Math.min(...sizes))} to ${threeDigits(Math.max(...sizes))} trials`,
    };
  },
};

function coverageTable(covered: readonly CaseCoverage[]): ChapterTable {
  return {
    name: "coverage",
    columns: [
      "arm",
      "radius",
      "sample size",
      "n",
      "samples",
      "missed",
      "part of the radius needed",
      "missed, r̂ as printed",
      "radii too wide",
      "means missed",
    ],
    rows: covered.map((c) => [
      c.law,
      c.kind,
      c.form,
      c.size,
      c.samples,
      missesOf(c),
      exceededBy(c.errors, PROMISES[c.kind].share).estimate,
      c.missedUpsideDown,
      c.unstable,
      c.missedMeans,
    ]),
  };
}
