import { geometricCutoffs, parseCutoffs } from "@mulligan/core/problem";
import {
  checkActionSet,
  checkMoments,
  checkSmoothPeak,
  type KnownArm,
  optimal,
  optimalRewardBound,
  regretLowerBound,
  restartPays,
  rewardRate,
  staticRewardBounds,
  ucbRbLinearRegret,
  ucbRbRegret,
  ucbRcRegret,
  ucbRmRegret,
} from "@mulligan/core/theory";

const CURVE_POINTS = 60;
const GRID_POINTS = 9;
const LEAST_CHANCE = 0.01;

/** All that `theory` says of known laws: the shape of its JSON document. */
export function theoryOf(arms: readonly KnownArm[], cutoffs: string, horizon: number) {
  const best = optimal(arms);
  return {
    arms: arms.map((arm) => {
      const verdict = restartPays(arm);
      return {
        name: arm.name,
        bestCutoff: verdict.cutoff,
        bestRate: verdict.rate,
        rateWithoutCutoff: verdict.rateWithoutCutoff,
        gain: verdict.gain,
        restart: verdict.pays ? ("yes" as const) : ("no" as const),
        /** False where ever shorter cutoffs earn ever more; without end if `bestCutoff` is 0 and `bestRate` ∞. */
        attained: verdict.attained,
        moments: checkMoments(arm).sentence,
        momentsHold: checkMoments(arm).holds,
      };
    }),
    optimal: { arm: arms[best.arm].name, cutoff: best.cutoff, rate: best.rate },
    curve: arms.flatMap((arm) =>
      curveCutoffs(arm, cutoffs).map((cutoff) => ({ arm: arm.name, cutoff, rate: rewardRate(arm, cutoff) })),
    ),
    bounds: boundsOf(arms, cutoffs, horizon),
  };
}

export type Theory = ReturnType<typeof theoryOf>;

/** The bounds of the paper, on the cutoffs given or, with `auto`, on nine around the best. */
function boundsOf(arms: readonly KnownArm[], text: string, horizon: number) {
  const set = parseCutoffs(text);
  const grid = set.kind === "list" ? set.values : geometricGrid(arms, set);
  const overall = optimal(arms);
  const best = overall.cutoff > 0 ? overall : optimal(arms, { among: grid });
  const finite = grid.every((cutoff) => cutoff < Infinity);
  return {
    horizon,
    cutoffs: grid,
    /** prop:rew-st for the oracle's decision, or the best on these cutoffs if there is none; prop:rew-opt for every policy. */
    staticReward: staticRewardBounds(arms[best.arm], best.cutoff, horizon),
    optimalReward: optimalRewardBound(arms, grid, horizon),
    /** r*·τ on these cutoffs: nobody can lose more, so that a bound above it says nothing. */
    mostLost: optimal(arms, { among: grid }).rate * horizon,
    /** Regret of every policy that learns: at least coefficient·log τ in the long run. */
    lowerBound: regretLowerBound(arms, grid) ?? null,
    /** Regret ≤ coefficient·log τ + constant. */
    ucbRbLinear: finite ? ucbRbLinearRegret(arms, grid) : null,
    /** Regret ≤ coefficient·log τ + O(1). */
    ucbRb: finite ? ucbRbRegret(arms, grid) : null,
    ucbRm: ucbRmRegret(arms, grid),
    ucbRc: set.kind === "interval" ? continuousBound(arms[best.arm], set) : null,
    actionSet: checkActionSet(arms, grid).sentence,
  };
}

function continuousBound(arm: KnownArm, interval: { low: number; high: number }) {
  const peak = checkSmoothPeak(arm, interval);
  return {
    arm: arm.name,
    assumption: peak.sentence,
    ...(peak.holds ? ucbRcRegret(arm, interval, peak.smooth) : { coefficient: null }),
  };
}

function geometricGrid(arms: readonly KnownArm[], set: { kind: string; low?: number; high?: number }) {
  if (set.kind === "interval") return geometricCutoffs(set.low!, set.high!, GRID_POINTS).values;
  const { arm, cutoff } = optimal(arms);
  const { time } = arms[arm].law;
  const centre = cutoff < Infinity ? cutoff : time.quantile(0.9);
  // The bounds divide by the chance of completing within the shortest cutoff.
  const shortest = Math.max(...arms.map(({ law }) => law.time.quantile(LEAST_CHANCE)));
  const from = Math.max(centre / Math.sqrt(10), shortest) || typicalTime(time);
  return geometricCutoffs(from, Math.max(centre, from) * Math.sqrt(10), GRID_POINTS).values;
}

/** For a law whose quantiles are 0, because many trials take no time at all. */
function typicalTime({ mean }: KnownArm["law"]["time"]): number {
  return mean < Infinity ? mean : 1;
}

/** Where the curve is drawn: the list itself, or points on a logarithmic scale with the best among them. */
function curveCutoffs(arm: KnownArm, text: string): readonly number[] {
  const set = parseCutoffs(text);
  if (set.kind === "list") return set.values;
  if (set.kind === "interval") return geometricCutoffs(set.low, set.high, CURVE_POINTS).values;
  const { time } = arm.law;
  const { cutoff } = restartPays(arm);
  const low = Math.min(time.quantile(0.02), cutoff > 0 ? cutoff / 3 : Infinity);
  const high = Math.max(time.quantile(0.999), cutoff < Infinity ? 10 * cutoff : 0) || typicalTime(time);
  const from = low > 0 ? low : high / 1e4;
  const points = [
    ...geometricCutoffs(from, Math.max(high, from * 10), CURVE_POINTS).values,
    cutoff,
    Infinity,
  ];
  return [...new Set(points)].filter((point) => point > 0).sort((a, b) => a - b);
}
