import { type Claim, type ClaimDraft, judgedFor } from "../claims/claim.ts";
import type { Interval } from "../claims/interval.ts";
import { judge, exceeds, holdsIf } from "../claims/judge.ts";
import { threeDigits, withInterval } from "../claims/three-digits.ts";
import { growsLikeLogarithm } from "./growth.ts";
import {
  type Bound,
  boundAt,
  boundOf,
  continuousBound,
  type Growth,
  growthOf,
  meanAcross,
  pullsIn,
  pullsRatio,
  ratioAtEnd,
  rootExponent,
  rootGrowth,
} from "./measures.ts";
import { LEAST_BETA, PLAYED_BETA } from "./problems.ts";
import { endOf, type GrowthRuns, upTo } from "./study.ts";

export function regretGrowthClaims(runs: GrowthRuns): Claim[] {
  const { apart, apartAtLeastBeta, pareto, lognormal, medians, rival, continuous } = runs;
  const { horizons, paths } = continuous;
  const last = horizons.length - 1;
  const regrets = meanAcross(continuous);
  const below = pullsIn(lognormal, "below");
  const far = `four cutoffs far apart, ${upTo(apart)}`;
  const farMedians = `four cutoffs far apart, ${upTo(medians)}`;
  const at = (judged: string, claim: ClaimDraft) => judgedFor(judged, claim)[0];
  return [
    at(
      `${far}; nine close cutoffs, Pareto and lognormal, ${upTo(lognormal)}`,
      logarithmClaim("thm:ucb-rb", "UCB-RB", growthOf(apart), [growthOf(pareto), growthOf(lognormal)]),
    ),
    at(farMedians, logarithmClaim("thm:ucb-rm", "UCB-RM", growthOf(medians))),
    at(
      `[0.4, 4], Pareto(0.3, 1.2), τ up to ${threeDigits(horizons[last])}`,
      rootClaim(
        rootExponent(horizons, paths),
        regrets.map((regret, i) => regret / rootGrowth(horizons[i])),
        continuousBound(horizons[last]) / regrets[last],
      ),
    ),
    at(
      `nine cutoffs, lognormal, ${upTo(lognormal)}; above t*: ${far}`,
      pullsClaim(
        "nine cutoffs, lognormal",
        below.lastDecade,
        below.before,
        pullsIn(lognormal, "above").lastDecade,
        pullsRatio(apart),
      ),
    ),
    at(
      `four cutoffs far apart, at τ = ${threeDigits(endOf(apart))}, β = 0.158`,
      boundClaim("thm:ucb-rb", [
        boundOf("UCB-RB at β = 0.0033", apart, PLAYED_BETA),
        boundOf("UCB-RB at β = 0.158", apart, LEAST_BETA, apartAtLeastBeta),
      ]),
    ),
    at(
      `four cutoffs far apart, at τ = ${threeDigits(endOf(medians))}, β = 0.0033`,
      boundClaim("thm:ucb-rm", [boundOf("UCB-RM at β = 0.0033", medians, PLAYED_BETA)]),
    ),
    at(
      `four cutoffs far apart, at τ = ${threeDigits(endOf(medians))}`,
      coefficientClaim(
        ratioAtEnd(medians.paths, rival),
        boundAt(medians).coefficient,
        boundAt({ ...medians, kind: "mean" }).coefficient,
      ),
    ),
  ];
}

/**
 * O(log τ): on cutoffs that are far apart it must show; on cutoffs that are close it may need a longer
 * horizon than anybody plays, and then the statement holds only if the gaps are large.
 */
export function logarithmClaim(
  label: string,
  policy: string,
  apart: Growth,
  close: readonly Growth[] = [],
): ClaimDraft {
  const grows = ({ ratio, fits }: Growth) => growsLikeLogarithm(ratio, fits);
  const slow = close.filter((growth) => !grows(growth));
  const sound = grows(apart);
  const settled = slow.map((growth) => `${threeDigits(growth.settles)} (${growth.name})`).join(", ");
  return {
    label,
    statement: `The regret of ${policy} grows like log τ.`,
    quantity: `regret added by the last decade over that added by the one before (${apart.name}; 1 for log τ, 3.2 for √τ, 10 for τ)`,
    ...apart.ratio,
    ...(sound
      ? holdsIf(slow.length === 0, true, `the gaps are large, or τ is well beyond ${settled}`)
      : judge(false, apart.ratio.low > 2)),
    reason: [apart, ...close].map(describe).join(" "),
  };
}

function describe({ name, ratio, fits, last, settles }: Growth): string {
  const { logarithm, root, power } = fits;
  return (
    `On ${name}, up to τ = ${threeDigits(last)}, the ratio is ${withInterval(ratio)}; over the last two decades a + b·log τ leaves ` +
    `${threeDigits(100 * logarithm.error)}%, a·√(τ log τ) ${threeDigits(100 * root.error)}%, a·τ^${threeDigits(power.exponent)} ${threeDigits(100 * power.error)}%; ` +
    `the radii settle near τ = ${threeDigits(settles)}.`
  );
}

/**
 * O(√(τ·log τ)): regret over the root must not grow. A policy with linear regret has the exponent 0.46 at
 * these horizons; half of it is the line.
 */
export function rootClaim(exponent: Interval, shares: readonly number[], bound: number): ClaimDraft {
  return {
    label: "thm:ucb-rc",
    statement: "The regret of UCB-RC grows like √(τ·log τ).",
    quantity:
      "exponent of τ in regret/√(τ·log τ) over the last two decades (0 for the claim, 0.46 for linear regret)",
    ...exponent,
    ...judge(exponent.low <= 0.05 && exponent.high < 0.23, exponent.low > 0.23),
    reason: `Regret/√(τ·log τ) goes ${shares.map(threeDigits).join(", ")} along the horizons; its exponent is ${withInterval(exponent)}. The theorem's bound is ${threeDigits(bound)} times the last.`,
  };
}

/** lem:sample-complexity (ii): the longer cutoffs are tried again and again, the shorter ones are settled. */
export function pullsClaim(
  name: string,
  below: Interval,
  belowBefore: number,
  above: Interval,
  aboveRatio: Interval,
): ClaimDraft {
  const few = Math.max(1, 0.05 * belowBefore);
  const settled = below.high <= few && above.low > Math.max(0, below.high);
  const refuted = below.low > few || above.high < below.low || aboveRatio.low > 2;
  return {
    label: "lem:sample-complexity",
    statement: "On the best arm, cutoffs below t* are chosen O(1) times, those above O(log τ) times.",
    quantity: `trials below t* that the last decade added (${name})`,
    ...below,
    ...judge(settled && aboveRatio.high < 2, refuted),
    reason: `${threeDigits(belowBefore)} trials were cut below t* before the last decade, and ${withInterval(below)} in it; above t* it added ${withInterval(above)}. With cutoffs far apart, the trials above t* that the last decade added are ${withInterval(aboveRatio)} times those of the one before (1 for log τ).`,
  };
}

export function boundClaim(label: string, bounds: readonly Bound[]): ClaimDraft {
  const smallest = ({ separate, shared }: Bound) => Math.min(separate, shared);
  const tight = bounds.reduce((a, b) =>
    smallest(a) / a.measured.estimate < smallest(b) / b.measured.estimate ? a : b,
  );
  const floor = Math.max(tight.measured.low, tight.measured.estimate / 100, 1e-9);
  const holds = bounds.every((bound) => bound.measured.high <= smallest(bound));
  const broken = bounds.some((bound) => bound.measured.low > smallest(bound));
  const vacuous = holds && smallest(tight) > tight.worst;
  return {
    label,
    statement: `The regret of ${tight.policy.split(" ")[0]} stays below 3α·min{ξ, ξ̃}·log τ.`,
    quantity: `bound over measured regret, where it is tightest (${tight.policy})`,
    estimate: smallest(tight) / Math.max(tight.measured.estimate, 1e-9),
    low: smallest(tight) / Math.max(tight.measured.high, 1e-9),
    high: smallest(tight) / floor,
    ...(vacuous ? { verdict: "vacuous" as const } : judge(holds, broken)),
    reason: `${bounds
      .map(
        (bound) =>
          `${bound.policy}: ${threeDigits(bound.measured.estimate)}·log τ measured; the bound says ${threeDigits(bound.separate)} without sharing and ${threeDigits(bound.shared)} with it, and ${threeDigits(bound.least)} at the β where it is least${smallest(bound) > bound.worst ? `; no policy could lose more than ${threeDigits(bound.worst)}·log τ here, so it says nothing` : ""}.`,
      )
      .join(" ")}`,
  };
}

export function coefficientClaim(ratio: Interval, median: number, mean: number): ClaimDraft {
  return {
    label: "thm:ucb-rm",
    statement: "For small cutoffs UCB-RM has the larger coefficient, so that UCB-RB is the better choice.",
    quantity: "regret of UCB-RM over that of UCB-RB, same problem and horizon",
    ...ratio,
    ...(median > mean ? exceeds(ratio, 1) : { verdict: "does not hold" }),
    reason: `The bounds' coefficients are ${threeDigits(median)} and ${threeDigits(mean)}; measured, UCB-RM loses ${withInterval(ratio)} times as much.`,
  };
}
