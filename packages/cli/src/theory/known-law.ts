import { geometricCutoffs, parseCutoffs } from "@mulligan/core/problem";
import {
  confidenceFactor,
  DEFAULT_ALPHA,
  DEFAULT_FACTOR,
  type KnownArm,
  type Optimal,
  optimal,
  restartPays,
  rewardRate,
} from "@mulligan/core/theory";
import {
  betaOfFactor,
  betaOfLeastPenalty,
  checkActionSet,
  checkMoments,
  checkSmoothPeak,
  type LinearRegretBound,
  optimalRewardBound,
  regretLowerBound,
  staticRewardBounds,
  ucbRbLinearRegret,
  ucbRbRegret,
  ucbRcRegret,
  ucbRmRegret,
} from "@mulligan/paper/bounds";

const CURVE_POINTS = 60;
const GRID_POINTS = 9;
const LEAST_CHANCE = 0.01;
/** Rates that differ by less are equal. */
const EQUAL = 1e-9;
/** The shortest time: smaller numbers lose their digits, and a grid of them would lose its order. */
const SHORTEST = 1e-300;

/** Returns the JSON document of `theory` on known laws. */
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
        /** False if shorter cutoffs always earn more; without a limit if `bestCutoff` is 0 and `bestRate` ∞. */
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

/** All bounds, on the same cutoffs: those given or, with `auto`, nine with the best among them. */
function boundsOf(arms: readonly KnownArm[], text: string, horizon: number) {
  const set = parseCutoffs(text);
  const overall = optimal(arms);
  const grid = set.kind === "list" ? set.values : geometricGrid(arms, set, overall);
  const best = optimal(arms, { among: grid });
  return {
    horizon,
    cutoffs: grid,
    /** The best arm and cutoff of these, and whether they are the best of all. */
    best: {
      arm: arms[best.arm].name,
      cutoff: best.cutoff,
      rate: best.rate,
      ofAll: overall.attained && best.rate >= overall.rate * (1 - EQUAL),
    },
    /** prop:rew-st for that decision; prop:rew-opt for every policy on these cutoffs. */
    staticReward: staticRewardBounds(arms[best.arm], best.cutoff, horizon),
    optimalReward: optimalRewardBound(arms, grid, horizon),
    /** r*·τ on these cutoffs, the largest possible loss: a bound above it says nothing. */
    mostLost: best.rate * horizon,
    /** Regret of every policy that learns: at least coefficient·log τ in the long run. */
    lowerBound: regretLowerBound(arms, grid) ?? null,
    /** Bounds on the regret of the paper's policies, first for the index that they play by default. */
    regret: [betaOfFactor(DEFAULT_FACTOR), betaOfLeastPenalty()].map((beta, i) => ({
      byDefault: i === 0,
      alpha: DEFAULT_ALPHA,
      beta,
      factor: confidenceFactor(beta),
      ...regretBounds(arms, grid, beta),
      ucbRc: set.kind === "interval" ? continuousBound(arms[best.arm], set, beta) : null,
    })),
    actionSet: checkActionSet(arms, grid).sentence,
  };
}

/** How far a bound is proved, as in docs/reference/policies.md, and the errata that say what is missing. */
interface Standing {
  readonly status: "proved" | "proved under conditions" | "open";
  readonly errata: readonly string[];
}

const OPEN = { status: "open" } as const;
const MEAN_ERRATA = ["E18", "E23", "E24"];

function regretBounds(arms: readonly KnownArm[], grid: readonly number[], beta: number) {
  const finite = grid.every((cutoff) => cutoff < Infinity);
  const linear = finite ? ucbRbLinearRegret(arms, grid, { beta }) : null;
  return {
    /** Regret ≤ coefficient·log τ + constant. */
    ucbRbLinear: linear === null ? null : { ...standingOf(linear), ...linear },
    /** Regret ≤ coefficient·log τ + O(1), as the paper has it. */
    ucbRb: finite ? { ...OPEN, errata: MEAN_ERRATA, ...ucbRbRegret(arms, grid, { beta }) } : null,
    ucbRm: { ...OPEN, errata: ["E12", "E13", ...MEAN_ERRATA], ...ucbRmRegret(arms, grid, { beta }) },
  };
}

/** A law has either met the conditions of the proof, or lacks that on the trials of the best action. */
function standingOf({ coefficient, settled }: LinearRegretBound): Standing {
  if (!(coefficient < Infinity)) return { ...OPEN, errata: [] };
  if (settled > 0) return { status: "proved under conditions", errata: ["E24"] };
  return { status: "proved", errata: [] };
}

function continuousBound(arm: KnownArm, interval: { low: number; high: number }, beta: number) {
  const peak = checkSmoothPeak(arm, interval);
  return {
    ...OPEN,
    errata: ["E14", "E15", ...MEAN_ERRATA],
    arm: arm.name,
    assumption: peak.sentence,
    ...(peak.holds ? ucbRcRegret(arm, interval, peak.smooth, { beta }) : { coefficient: null }),
  };
}

function geometricGrid(
  arms: readonly KnownArm[],
  set: { kind: string; low?: number; high?: number },
  { arm, cutoff, attained }: Optimal,
): readonly number[] {
  if (set.kind === "interval") return withCutoff(logarithmic(set.low!, set.high!, GRID_POINTS), cutoff);
  const { time } = arms[arm].law;
  const centre = cutoff < Infinity ? cutoff : time.quantile(0.9);
  // The bounds divide by the chance of completing within the shortest cutoff.
  const shortest = Math.max(...arms.map(({ law }) => law.time.quantile(LEAST_CHANCE)));
  const from = Math.max(centre / Math.sqrt(10), shortest) || typicalTime(time);
  const best = attained ? cutoff : Infinity;
  const grid = logarithmic(Math.min(from, best), Math.max(centre, from) * Math.sqrt(10), GRID_POINTS);
  return withCutoff(grid, best);
}

/** On a logarithmic scale, within what a number can hold: a law may reach to both of its ends. */
function logarithmic(from: number, to: number, count: number): readonly number[] {
  const high = Math.min(Math.max(to, 2 * SHORTEST), Number.MAX_VALUE);
  const low = Math.min(Math.max(from, SHORTEST), high / 2);
  return geometricCutoffs(low, high, count).values;
}

/** The same number of cutoffs, of which the nearest makes room for this one, if it lies between them. */
function withCutoff(grid: readonly number[], cutoff: number): readonly number[] {
  if (!(cutoff >= grid[0] && cutoff <= grid.at(-1)!)) return grid;
  const distance = (other: number) => Math.abs(Math.log(other / cutoff));
  const nearest = grid.reduce((a, b) => (distance(b) < distance(a) ? b : a));
  return grid.map((other) => (other === nearest ? cutoff : other));
}

/** Handles a law whose quantiles are 0, because many trials take no time. */
function typicalTime({ mean }: KnownArm["law"]["time"]): number {
  return mean < Infinity ? mean : 1;
}

/** The cutoffs of the curve: the list itself, or points on a logarithmic scale with the best among them. */
function curveCutoffs(arm: KnownArm, text: string): readonly number[] {
  const set = parseCutoffs(text);
  if (set.kind === "list") return set.values;
  if (set.kind === "interval") return logarithmic(set.low, set.high, CURVE_POINTS);
  const { time } = arm.law;
  const { cutoff } = restartPays(arm);
  const low = Math.min(time.quantile(0.02), cutoff > 0 ? cutoff / 3 : Infinity);
  const high = Math.max(time.quantile(0.999), cutoff < Infinity ? 10 * cutoff : 0) || typicalTime(time);
  const from = low > 0 ? low : high / 1e4;
  const points = [...logarithmic(from, Math.max(high, from * 10), CURVE_POINTS), cutoff, Infinity];
  return [...new Set(points)].filter((point) => point > 0).sort((a, b) => a - b);
}
