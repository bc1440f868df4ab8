import { type ClaimDraft, holdsIf, judgedFor, threeDigits, verdictFrom } from "../claims/claim.ts";
import { exactly, mapInterval, mostBy, shareInterval } from "../claims/statistics.ts";
import type { Chapter, ChapterTable, Findings } from "../studies/study.ts";
import {
  type Coefficients,
  coefficientsOf,
  gapExponents,
  type ManyTrials,
  manyTrials,
  middleTerms,
  type PeakCheck,
  peaks,
} from "./study.ts";

/** lem:reg-dec and the remarks that have no figure. Nearly all of it is computed, not measured. */
export const lemmasChapter: Chapter = {
  label: "lem:reg-dec",
  title: "The lemmas and the remarks",
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

/** The paper says "much lower"; here that is less than half. */
const MUCH = 0.5;

export function coefficientsClaim(all: readonly Coefficients[]): ClaimDraft {
  const lower = (some: readonly Coefficients[]) => some.filter(({ ratio }) => ratio < MUCH).length;
  const usually = (some: readonly Coefficients[]) => lower(some) > some.length / 2;
  const best = all.filter((one) => one.best);
  const others = all.filter((one) => !one.best);
  const span = (some: readonly Coefficients[]) => {
    const ratios = some.map(({ ratio }) => ratio);
    return `${threeDigits(Math.min(...ratios))} to ${threeDigits(Math.max(...ratios))}`;
  };
  return {
    label: "rem:sharing",
    statement: "The coefficient ξ̃ with sharing is usually much lower than ξ without.",
    quantity: `of ${all.length} arms, those with ξ̃ below half of ξ`,
    ...exactly(lower(all)),
    ...holdsIf(usually(best) && usually(others), usually(others), "the arm is not the best one"),
    reason: `On the best arm ξ̃/ξ is ${span(best)}: ξ̃ puts the largest loss of any cutoff together with the largest number of trials of any other, and next to t* that number is large. On other arms it is ${span(others)}.`,
  };
}

/** The exponent is −1 for O(1/Δ), −2 for 1/Δ². */
export function gapClaims({
  separate,
  shared,
}: {
  readonly separate: number;
  readonly shared: number;
}): ClaimDraft[] {
  const sharedClaim = {
    label: "rem:sharing",
    ...exactly(shared),
    reason: `The exponent is ${threeDigits(shared)}: max Δμ is multiplied by the largest 1/Δ², but they belong to two cutoffs. The measured regret does not depend on L (above); the coefficient does.`,
  };
  return [
    {
      label: "rem:sharing",
      statement: "Without sharing, the dependence of the coefficient ξ on Δ is O(1/Δ).",
      quantity: "exponent of Δ in ξ, as a cutoff comes near the best",
      ...exactly(separate),
      ...verdictFrom(separate > -1.05, separate < -1.05),
      reason: `From Δ = 3.3·10⁻⁴ to 3.3·10⁻⁵ the exponent is ${threeDigits(separate)}.`,
    },
    {
      ...sharedClaim,
      statement: "With sharing too, the coefficient ξ̃ is O(1/min Δ), and so the effect of L is gone.",
      quantity: "exponent of Δ in ξ̃, as one cutoff comes near the best and another does not",
      ...verdictFrom(shared > -1.05, shared < -1.05),
    },
  ];
}

export function peaksClaim(found: readonly PeakCheck[]): ClaimDraft {
  const good = found.filter(({ holds }) => holds).map(({ law }) => law);
  const failing = found.filter(({ holds }) => !holds);
  return {
    label: "assn:ucb-rc",
    statement: "The reward rates of Pareto, uniform and exponential laws have one smooth peak.",
    quantity: `of ${found.length} laws, those that have`,
    ...exactly(good.length),
    ...holdsIf(failing.length === 0, good.length > 0, `the law is ${good.join(" or ")}`),
    reason: `${failing.map(({ law, sentence }) => `${law}: ${sentence}`).join(" ")} (docs/errata.md#e15)`,
  };
}

export function middleTermClaim(printed: number, corrected: number): ClaimDraft {
  return {
    label: "lem:reg-dec",
    statement:
      "More than 2τ/μ_* trials add at most exp(−τμ_*/t₁²)/(1 − exp(μ_*²/(2t₁²)))·ΣΔ·E[U] to the regret.",
    quantity: "that term as printed, in rewards; a bound on what is lost cannot be negative",
    ...exactly(printed),
    ...holdsIf(printed >= 0, corrected >= 0, "the denominator is 1 − exp(−μ_*²/(2t₁²))"),
    reason: `The sum of the chances is a geometric series with the ratio exp(−μ_*²/(2t₁²)); with it the term is ${threeDigits(corrected)} (docs/errata.md#e17).`,
  };
}

export function manyTrialsClaim(all: readonly ManyTrials[]): ClaimDraft {
  const found = all.map((one) => ({ ...one, share: shareInterval(one.exceeded, one.runs) }));
  const worst = mostBy(found, ({ share, allowed }) => share.estimate / allowed);
  const { share, allowed, law, horizon } = worst;
  return {
    label: "lem:reg-dec",
    statement: "With high probability no more than 2τ/μ_* trials fit into τ.",
    quantity: `chance that more do, over exp(−τμ_*/t₁²), where that is largest (${law}, τ = ${horizon})`,
    ...mapInterval(share, (value) => value / allowed),
    ...verdictFrom(
      found.every((one) => one.share.high <= one.allowed),
      found.some((one) => one.share.low > one.allowed),
    ),
    reason: `Of ${found.length} laws and horizons, ${found.filter((one) => one.share.high <= one.allowed).length} stay below; at the worst ${threeDigits(share.estimate)} exceed it, where ${threeDigits(allowed)} may.`,
  };
}

/** A claim about a policy that this project does not have: it stays open. */
function formerPolicyClaim(): ClaimDraft {
  return {
    label: "thm:ucb-rm",
    statement: "The regret bound of UCB-RM is tighter than that of UCB-BwI.",
    quantity: "bound of UCB-BwI over that of UCB-RM; not computed",
    estimate: Number.POSITIVE_INFINITY,
    low: 0,
    high: Number.POSITIVE_INFINITY,
    verdict: "open",
    reason:
      "UCB-BwI (Cayci, Eryilmaz and Srikant 2019) takes bounds on the moments as known, and its regret bound stands in that paper only. To judge this, its coefficient has to be written down for arms with known moments, here those of thm:ucb-rm, with the moment bounds at their true values, which favours it most.",
  };
}
