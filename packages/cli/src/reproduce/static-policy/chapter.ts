import type { Chapter, Findings, ChapterTable } from "../chapter.ts";
import { judgedFor } from "../claims/claim.ts";
import { threeDigits } from "../claims/three-digits.ts";
import { gapClaim, optimalClaim, staticClaim } from "./claims.ts";
import { optimalityGapFigure } from "./gap-figure.ts";
import { overshootFigure } from "./overshoot-figure.ts";
import { STATIC_LAWS, playStatic, playWhole, STATIC_SIZES, type StaticExcess } from "./study.ts";

/** prop:rew-st, prop:rew-opt and the corollary on the optimality gap. */
export const staticPolicyChapter: Chapter = {
  label: "prop:rew-st",
  title: "What the static policy earns, and what no policy can",
  async play(context): Promise<Findings> {
    const { runs, horizon, decades } = STATIC_SIZES[context.setting.form];
    const excesses = await playStatic(context);
    const { bound, ...gaps } = await playWhole(context);
    return {
      about: [
        `The static policy at t*, for ${STATIC_LAWS.length} laws, three of them the same in another unit of time, over horizons in which ${decades.map(threeDigits).join(", ")} rewards are expected; ${runs} runs.`,
        `OPT exactly, by dynamic programming over the time left, for every whole horizon up to ${threeDigits(horizon)}: a law on 2, 3, 7, 11 and 40, every whole cutoff, a reset of 1.`,
      ],
      figures: [
        {
          name: "static-overshoot",
          caption:
            "What the static policy earns beyond r*·τ, as a share of the corrected bound r*·E[Y²]/E[Y], with 95% bands; the printed bound as a dashed line.",
          spec: overshootFigure(excesses),
        },
        {
          name: "optimality-gap",
          caption:
            "OPT(τ) − E[REW of the static policy](τ), and OPT(τ) − r*·τ with its bound r*·Φ, computed exactly.",
          spec: optimalityGapFigure(gaps, bound),
        },
      ],
      tables: [excessTable(excesses)],
      claims: [
        ...judgedFor(
          `the static policy at t*, ${STATIC_LAWS.length} laws, from 1 to ${threeDigits(decades[decades.length - 1])} rewards expected by τ`,
          staticClaim(excesses),
        ),
        ...judgedFor(
          `a law on five whole numbers, a reset of 1, every whole τ up to ${threeDigits(horizon)}`,
          optimalClaim(gaps.aboveRate, bound),
          gapClaim(gaps.optimality, bound),
        ),
      ],
      work: `${STATIC_LAWS.length} × ${runs} runs of the static policy; ${threeDigits(horizon)} steps of dynamic programming`,
    };
  },
};

function excessTable(excesses: readonly StaticExcess[]): ChapterTable {
  return {
    name: "static-reward",
    columns: [
      "law",
      "horizon",
      "reward − r*τ",
      "low",
      "high",
      "r*·overshoot",
      "low",
      "high",
      "bound",
      "printed bound",
    ],
    rows: excesses.map((e) => [
      e.law,
      e.horizon,
      e.reward.estimate,
      e.reward.low,
      e.reward.high,
      e.overshoot.estimate,
      e.overshoot.low,
      e.overshoot.high,
      e.bound,
      e.printed,
    ]),
  };
}
