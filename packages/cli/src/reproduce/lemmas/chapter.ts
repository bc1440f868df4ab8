import type { Chapter, Findings, ChapterTable } from "../chapter.ts";
import { judgedFor } from "../claims/claim.ts";
import {
  coefficientsClaim,
  formerPolicyClaim,
  gapClaims,
  manyTrialsClaim,
  middleTermClaim,
  peaksClaim,
} from "./claims.ts";
import { coefficientsOf, gapExponents, type ManyTrials, manyTrials, middleTerms, peaks } from "./study.ts";

/** lem:reg-dec, and what is said beside the theorems without a figure: computed, nearly all of it. */
export const lemmasChapter: Chapter = {
  label: "lem:reg-dec",
  title: "What the lemmas and the remarks say",
  async play({ setting }): Promise<Findings> {
    const trials = manyTrials(setting.form, setting.seed);
    const { printed, corrected } = middleTerms();
    const coefficients = coefficientsOf();
    return {
      about: [
        "Coefficients, peaks and the middle term of lem:reg-dec follow from the laws alone and are exact.",
        "The number of trials in τ is sampled: cutoff 1, three laws, τ = 1, 2, 4 and 8.",
      ],
      figures: [],
      tables: [
        {
          name: "coefficients",
          columns: ["law", "cutoffs", "best arm", "shared over separate"],
          rows: coefficients.map(({ law, cutoffs, best, ratio }) => [law, cutoffs, String(best), ratio]),
        },
        trialsTable(trials),
      ],
      claims: [
        ...judgedFor("four laws, 9 and 33 cutoffs in a decade; every τ", coefficientsClaim(coefficients)),
        ...judgedFor("cutoffs 1, 1 + 10⁻³ or 10⁻⁴, and 4; every τ", ...gapClaims(gapExponents())),
        ...judgedFor("one interval for each law; no horizon", peaksClaim(peaks())),
        ...judgedFor("four cutoffs far apart, τ = 1", middleTermClaim(printed, corrected)),
        ...judgedFor("cutoff 1, three laws, τ = 1, 2, 4 and 8", manyTrialsClaim(trials)),
        ...judgedFor("nothing was played or computed", formerPolicyClaim()),
      ],
      work: `${trials.length} × ${trials[0].runs} sums of trials`,
    };
  },
};

function trialsTable(trials: readonly ManyTrials[]): ChapterTable {
  return {
    name: "many-trials",
    columns: ["law", "horizon", "runs", "more than 2τ/μ_*", "share allowed"],
    rows: trials.map(({ law, horizon, runs, exceeded, allowed }) => [law, horizon, runs, exceeded, allowed]),
  };
}
