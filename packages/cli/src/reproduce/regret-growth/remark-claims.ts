import { actionTable, ucbRbRegret } from "@mulligan/core/theory";
import { type Claim, type ClaimDraft, judgedFor } from "../claims/claim.ts";
import type { Interval } from "../claims/interval.ts";
import { jackknife } from "../claims/jackknife.ts";
import { judge, exceeds } from "../claims/judge.ts";
import { sumOf } from "../claims/sums.ts";
import { threeDigits, withInterval } from "../claims/three-digits.ts";
import { armOf } from "../studies/problem.ts";
import type { RegretPath } from "../studies/regret-path.ts";
import { meanPath } from "../studies/regret-runs.ts";
import { type GrowthFits, growsLikeLogarithm, lastDecadeRatio } from "./growth.ts";
import { lastFits } from "./measures.ts";
import { ALPHA, LEAST_BETA } from "./problems.ts";
import { endOf, type GrowthRuns, upTo, type WatchedRuns } from "./study.ts";

/** What the remarks around the theorems say. */
export function regretRemarkClaims({ apart, apartAtLeastBeta, arms, resets, sharing }: GrowthRuns): Claim[] {
  return [
    ...judgedFor(
      `three arms and four cutoffs far apart, ${upTo(arms)}`,
      extensionClaim(
        "thm:ucb-rb",
        "The regret of UCB-RB grows like log τ on several arms too (K > 1).",
        arms,
      ),
    ),
    ...judgedFor(
      `four cutoffs far apart, resets of 0 to 0.4 drawn at random, ${upTo(resets)}`,
      extensionClaim(
        "sec:problem",
        "It can be extended to random resetting times in a straightforward way.",
        resets,
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

/** An extension that the paper calls straightforward: the regret must still be a logarithm. */
function extensionClaim(label: string, statement: string, { set, paths }: WatchedRuns): ClaimDraft {
  const ratio = jackknife(paths, (runs) => lastDecadeRatio(set.times, meanPath(runs)));
  return extensionOf(label, statement, ratio, lastFits(set.times, meanPath(paths)));
}

export function extensionOf(label: string, statement: string, ratio: Interval, fits: GrowthFits): ClaimDraft {
  return {
    label,
    statement,
    quantity:
      "regret added by the last decade over that added by the one before (1 for log τ, 3.2 for √τ, 10 for τ)",
    ...ratio,
    ...judge(growsLikeLogarithm(ratio, fits), ratio.low > 2),
    reason: `Over the last two decades a + b·log τ leaves ${threeDigits(100 * fits.logarithm.error)}%, a·√(τ log τ) ${threeDigits(100 * fits.root.error)}%.`,
  };
}

/** UCB-RC's gain of √log τ on its model is said to come from sharing alone. */
export function continuousSharingClaim(
  on: readonly RegretPath[],
  off: readonly RegretPath[],
  horizon: number,
): ClaimDraft {
  const runs = on.map(({ regret }, run) => [off[run].regret[0], regret[0]] as const);
  const total = (chosen: readonly (readonly [number, number])[], side: 0 | 1) =>
    sumOf(chosen.map((run) => run[side]));
  const ratio = jackknife(runs, (chosen) => total(chosen, 0) / Math.max(total(chosen, 1), 1e-9));
  return {
    label: "thm:ucb-rc",
    statement: "In UCB-RC sharing lowers the regret, as it is said to do by the order √(log τ).",
    quantity: "regret of UCB-RC without sharing over that with it, same trials",
    ...ratio,
    ...exceeds(ratio, 1),
    reason: `The ratio is ${withInterval(ratio)}, and √(log τ) is ${threeDigits(Math.sqrt(Math.log(horizon)))}: that sharing helps is judged, the order is not, which one τ cannot tell.`,
  };
}

/** What lem:sample-complexity (i) allows, in trials, and all that there could be. */
export interface TrialBound {
  readonly allowed: number;
  readonly possible: number;
}

/** 3α·(z²ℂr²/Δ² + …)·log N summed over the longer cutoffs, each by its own trials; N ≤ τ over the shortest trial. */
export function trialBound({ set }: Pick<WatchedRuns, "set">): TrialBound {
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

export function trialBoundClaim(trials: Interval, { allowed, possible }: TrialBound): ClaimDraft {
  const verdict =
    trials.high <= allowed && allowed > possible
      ? ({ verdict: "vacuous" } as const)
      : judge(trials.high <= allowed, trials.low > allowed);
  return {
    label: "lem:sample-complexity",
    statement:
      "A cutoff above t* is tried at most 3·(z²(β)·ℂ·r*²/Δ² + 2z(β)·𝔹·r*/Δ + 8(𝕂 + 𝔹²))·log(N^α) times.",
    quantity: "trials above t*, as a share of what the lemma allows",
    estimate: trials.estimate / allowed,
    low: trials.low / allowed,
    high: trials.high / allowed,
    ...verdict,
    reason: `${withInterval(trials)} trials were cut above t*, where ${threeDigits(allowed)} are allowed; all that fit into τ are ${threeDigits(possible)}.`,
  };
}
