import { actionTable, ucbRbRegret } from "../bounds/index.ts";
import {
  type Claim,
  type ClaimDraft,
  exceeds,
  holdsIf,
  judgedFor,
  threeDigits,
  verdictFrom,
  withInterval,
} from "../claims/claim.ts";
import { type Interval, jackknife, mapInterval, ratioOfSums, sumOf } from "../claims/statistics.ts";
import { armOf } from "../studies/arms.ts";
import { meanPath, type RegretPath } from "../studies/regret-path.ts";
import {
  type Bound,
  boundAt,
  boundOf,
  continuousBound,
  type Growth,
  growsLikeLogarithm,
  growthOf,
  meanAcross,
  pullsIn,
  pullsRatio,
  ratioAtEnd,
  rootExponent,
  rootGrowth,
} from "./measures.ts";
import { ALPHA, endOf, type GrowthRuns, LEAST_BETA, PLAYED_BETA, upTo, type WatchedRuns } from "./study.ts";

/** The claims of the three theorems on regret, then those of the remarks around them. */
export function regretGrowthClaims(runs: GrowthRuns): Claim[] {
  return [...theoremClaims(runs), ...remarkClaims(runs)];
}

function theoremClaims(runs: GrowthRuns): Claim[] {
  const { apart, apartAtLeastBeta, pareto, lognormal, medians, medianPareto, rival, continuous } = runs;
  const { horizons, paths } = continuous;
  const last = horizons.length - 1;
  const regrets = meanAcross(continuous);
  const below = pullsIn(lognormal, "below");
  const far = `four cutoffs far apart, ${upTo(apart)}`;
  const farMedians = `four cutoffs far apart, ${upTo(medians)}`;
  return [
    ...judgedFor(
      `${far}; nine close cutoffs, Pareto and lognormal, ${upTo(lognormal)}`,
      logarithmClaim("thm:ucb-rb", "UCB-RB", growthOf(apart), [growthOf(pareto), growthOf(lognormal)]),
    ),
    ...judgedFor(
      `${farMedians}; nine close cutoffs, Pareto, ${upTo(medianPareto)}`,
      logarithmClaim("thm:ucb-rm", "UCB-RM", growthOf(medians), [growthOf(medianPareto)]),
    ),
    ...judgedFor(
      `[0.4, 4], Pareto(0.3, 1.2), τ up to ${threeDigits(horizons[last])}`,
      rootClaim(
        rootExponent(horizons, paths),
        regrets.map((regret, i) => regret / rootGrowth(horizons[i])),
        continuousBound(horizons[last]) / regrets[last],
      ),
    ),
    ...judgedFor(
      `nine cutoffs, lognormal, ${upTo(lognormal)}; above t*: ${far}`,
      pullsClaim(
        "nine cutoffs, lognormal",
        below.lastDecade,
        below.before,
        pullsIn(lognormal, "above").lastDecade,
        pullsRatio(apart),
      ),
    ),
    ...judgedFor(
      `four cutoffs far apart, at τ = ${threeDigits(endOf(apart))}, β = 0.158`,
      boundClaim("thm:ucb-rb", [
        boundOf("UCB-RB at β = 0.0033", apart, PLAYED_BETA),
        boundOf("UCB-RB at β = 0.158", apart, LEAST_BETA, apartAtLeastBeta),
      ]),
    ),
    ...judgedFor(
      `four cutoffs far apart, at τ = ${threeDigits(endOf(medians))}, β = 0.0033`,
      boundClaim("thm:ucb-rm", [boundOf("UCB-RM at β = 0.0033", medians, PLAYED_BETA)]),
    ),
    ...judgedFor(
      `four cutoffs far apart, at τ = ${threeDigits(endOf(medians))}`,
      coefficientClaim(
        ratioAtEnd(medians.paths, rival),
        boundAt(medians).coefficient,
        boundAt({ ...medians, kind: "mean" }).coefficient,
      ),
    ),
  ];
}

function remarkClaims({ apart, apartAtLeastBeta, arms, resets, sharing }: GrowthRuns): Claim[] {
  return [
    ...judgedFor(
      `three arms and four cutoffs far apart, ${upTo(arms)}`,
      extensionClaim(
        "thm:ucb-rb",
        "The regret of UCB-RB grows like log τ on several arms too (K > 1).",
        growthOf(arms),
      ),
    ),
    ...judgedFor(
      `four cutoffs far apart, resets of 0 to 0.4 drawn at random, ${upTo(resets)}`,
      extensionClaim(
        "sec:problem",
        "It can be extended to random resetting times in a straightforward way.",
        growthOf(resets),
      ),
    ),
    ...judgedFor(
      `[0.4, 4], Pareto(0.3, 1.2), at τ = ${threeDigits(sharing.horizon)}`,
      continuousSharingClaim(sharing.on, sharing.off, sharing.horizon),
    ),
    ...judgedFor(
      `four cutoffs far apart, at τ = ${threeDigits(endOf(apart))}, β = 0.158`,
      trialBoundClaim(
        jackknife(apartAtLeastBeta, (some) => meanPath(some, "above").at(-1)!),
        trialBound(apart),
      ),
    ),
  ];
}

/**
 * O(log τ): it must show on cutoffs that are far apart. On close cutoffs it may need a longer horizon than can be
 * played; then the statement holds only if the gaps are large.
 */
export function logarithmClaim(
  label: string,
  policy: string,
  apart: Growth,
  close: readonly Growth[] = [],
): ClaimDraft {
  const grows = ({ ratio, fits }: Growth) => growsLikeLogarithm(ratio, fits);
  const slow = close.filter((growth) => !grows(growth));
  const settled = slow.map((growth) => `${threeDigits(growth.settles)} (${growth.name})`).join(", ");
  return {
    label,
    statement: `The regret of ${policy} grows like log τ.`,
    quantity: `regret added by the last decade over that added by the one before (${apart.name}; 1 for log τ, 3.2 for √τ, 10 for τ)`,
    ...apart.ratio,
    ...(grows(apart)
      ? holdsIf(slow.length === 0, true, `the gaps are large, or τ is well beyond ${settled}`)
      : verdictFrom(false, apart.ratio.low > 2)),
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
 * O(√(τ·log τ)): regret over the root must not grow. A policy with linear regret has the exponent 0.46 at these
 * horizons; the limit is half of it.
 */
export function rootClaim(exponent: Interval, shares: readonly number[], bound: number): ClaimDraft {
  return {
    label: "thm:ucb-rc",
    statement: "The regret of UCB-RC grows like √(τ·log τ).",
    quantity:
      "exponent of τ in regret/√(τ·log τ) over the last two decades (0 for the claim, 0.46 for linear regret)",
    ...exponent,
    ...verdictFrom(exponent.low <= 0.05 && exponent.high < 0.23, exponent.low > 0.23),
    reason: `Regret/√(τ·log τ) goes ${shares.map(threeDigits).join(", ")} along the horizons; its exponent is ${withInterval(exponent)}. The theorem's bound is ${threeDigits(bound)} times the last.`,
  };
}

/** lem:sample-complexity (ii): longer cutoffs are tried again and again, shorter ones are not. */
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
    ...verdictFrom(settled && aboveRatio.high < 2, refuted),
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
    ...(vacuous ? { verdict: "vacuous" as const } : verdictFrom(holds, broken)),
    reason: `${bounds
      .map(
        (bound) =>
          `${bound.policy}: ${threeDigits(bound.measured.estimate)}·log τ measured; the bound says ${threeDigits(bound.separate)} without sharing and ${threeDigits(bound.shared)} with it, and ${threeDigits(bound.least)} at the β where it is least${smallest(bound) > bound.worst ? `; no policy could lose more than ${threeDigits(bound.worst)}·log τ here, so the bound is vacuous` : ""}.`,
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

/** An extension that the paper calls straightforward: the regret must still be a logarithm. */
export function extensionClaim(
  label: string,
  statement: string,
  { ratio, fits }: Pick<Growth, "ratio" | "fits">,
): ClaimDraft {
  return {
    label,
    statement,
    quantity:
      "regret added by the last decade over that added by the one before (1 for log τ, 3.2 for √τ, 10 for τ)",
    ...ratio,
    ...verdictFrom(growsLikeLogarithm(ratio, fits), ratio.low > 2),
    reason: `Over the last two decades a + b·log τ leaves ${threeDigits(100 * fits.logarithm.error)}%, a·√(τ log τ) ${threeDigits(100 * fits.root.error)}%.`,
  };
}

/** Judges the statement that UCB-RC's gain of √log τ on its model comes from sharing alone. */
export function continuousSharingClaim(
  on: readonly RegretPath[],
  off: readonly RegretPath[],
  horizon: number,
): ClaimDraft {
  const ratio = ratioOfSums(on.map(({ regret }, run) => [off[run].regret[0], regret[0]]));
  return {
    label: "thm:ucb-rc",
    statement: "In UCB-RC sharing lowers the regret, as it is said to do by the order √(log τ).",
    quantity: "regret of UCB-RC without sharing over that with it, same trials",
    ...ratio,
    ...exceeds(ratio, 1),
    reason: `The ratio is ${withInterval(ratio)}, and √(log τ) is ${threeDigits(Math.sqrt(Math.log(horizon)))}: the verdict is on whether sharing helps, not on the order, which one τ cannot show.`,
  };
}

/**
 * The trials that lem:sample-complexity (i) allows, and all that are possible: 3α·(z²ℂr²/Δ² + …)·log N summed over the
 * longer cutoffs, each by its own trials; N ≤ τ over the shortest trial.
 */
export function trialBound({ set }: Pick<WatchedRuns, "set">) {
  const arm = armOf(set.problem);
  const { actions } = actionTable([arm], set.cutoffs);
  const best = actions.find(({ gap }) => gap === 0)!;
  const possible = set.times[set.times.length - 1] / Math.min(...actions.map(({ time }) => time.mean));
  const complexities = actions
    .filter(({ cutoff }) => cutoff > best.cutoff)
    .map(({ cutoff, gap, time }) => {
      const alone = ucbRbRegret([arm], [best.cutoff, cutoff], { alpha: ALPHA, beta: LEAST_BETA });
      return alone.coefficient / (gap * time.mean);
    });
  return { allowed: sumOf(complexities) * Math.log(possible), possible };
}

export function trialBoundClaim(
  trials: Interval,
  { allowed, possible }: ReturnType<typeof trialBound>,
): ClaimDraft {
  const holds = trials.high <= allowed;
  return {
    label: "lem:sample-complexity",
    statement:
      "A cutoff above t* is tried at most 3·(z²(β)·ℂ·r*²/Δ² + 2z(β)·𝔹·r*/Δ + 8(𝕂 + 𝔹²))·log(N^α) times.",
    quantity: "trials above t*, as a share of what the lemma allows",
    ...mapInterval(trials, (value) => value / allowed),
    ...(holds && allowed > possible ? { verdict: "vacuous" } : verdictFrom(holds, trials.low > allowed)),
    reason: `${withInterval(trials)} trials were cut above t*, where ${threeDigits(allowed)} are allowed; all that fit into τ are ${threeDigits(possible)}.`,
  };
}
