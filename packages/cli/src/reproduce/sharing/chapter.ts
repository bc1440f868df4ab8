import { constant, rewardBernoulli } from "@mulligan/core/distributions";
import { knownArm, rewardSpread } from "@mulligan/core/theory";
import type { Chapter } from "../chapter.ts";
import type { Claim } from "../claims/claim.ts";
import { fitLine } from "../claims/growth.ts";
import { exactly, type Interval } from "../claims/interval.ts";
import { jackknife, meanOf } from "../claims/jackknife.ts";
import { exceeds, staysBelow } from "../claims/judge.ts";
import { threeDigits, withInterval } from "../claims/three-digits.ts";
import { meanPath, playRegret, type RegretRuns } from "../studies/regret-runs.ts";
import { sharingFigure } from "./figure.ts";

const SIZES = {
  full: { counts: [4, 8, 16, 32, 64], runs: 8, horizon: 1e6 },
  quick: { counts: [4, 16, 64], runs: 4, horizon: 2e5 },
  tiny: { counts: [4, 8, 16], runs: 2, horizon: 200 },
};

const LAW = "mixture(0.6*uniform(low=0.5,high=1),0.4*uniform(low=60,high=100))";

/** The best cutoff, 1, and all others between 2 and 2.2, where the rate is 0.48 to 0.45: about the same gap. */
function cutoffsOf(count: number): number[] {
  return [1, ...Array.from({ length: count - 1 }, (_, i) => 2 + (0.2 * i) / (count - 2))];
}

/** Regret of each run, for each number of cutoffs. */
export type ByCount = readonly (readonly number[])[];

/** The remark after thm:ucb-rb: what a trial tells about shorter cutoffs makes their number immaterial. */
export const sharingChapter: Chapter = {
  label: "rem:sharing",
  title: "Sharing makes the number of cutoffs immaterial",
  async play({ setting, play }) {
    const { counts, runs, horizon } = SIZES[setting.form];
    const sets = (sharing: "on" | "off") =>
      counts.map(
        (count): RegretRuns => ({
          problem: { law: LAW },
          cutoffs: cutoffsOf(count),
          policy: "ucb-rb",
          options: { init: 1, sharing },
          times: [horizon],
          seed: setting.seed,
          runs,
        }),
      );
    const paths = await playRegret(play, [...sets("off"), ...sets("on")]);
    const regrets = paths.map((set) => set.map(({ regret }) => regret[0]));
    const [off, on] = [regrets.slice(0, counts.length), regrets.slice(counts.length)];
    const above = paths.slice(counts.length).map((set) => meanPath(set, "above")[0]);
    return {
      about: [
        `UCB-RB with one first trial a cutoff, τ = ${threeDigits(horizon)}, ${runs} runs; L = ${counts.join(", ")} cutoffs, the best at 1 and the others between 2 and 2.2, with rates of 0.71 against 0.48 to 0.45.`,
        "With sharing, a trial informs all shorter cutoffs (subsec:info-structure); without, only its own.",
      ],
      figures: [
        {
          name: "sharing",
          caption:
            "Regret against the number of cutoffs, with and without sharing, with 95% bands; both scales logarithmic.",
          spec: sharingFigure(counts, { on, off }),
        },
      ],
      tables: [
        {
          name: "sharing",
          columns: ["cutoffs", "sharing", "run", "regret"],
          rows: counts.flatMap((count, i) =>
            [
              ...on[i].map((regret, run) => ["on", run, regret] as const),
              ...off[i].map((regret, run) => ["off", run, regret] as const),
            ].map((row) => [count, ...row]),
          ),
        },
      ],
      claims: [sharedClaim(counts, on, above), separateClaim(counts, off), kurtosisClaim()],
      work: `${2 * counts.length * runs} runs of UCB-RB to τ = ${threeDigits(horizon)}`,
    };
  },
};

/** Slope of log regret in log(L − 1), the number of cutoffs that are not the best: 0 or 1, says the remark. */
function exponentInCount(counts: readonly number[], regrets: ByCount): Interval {
  const runs = regrets[0].map((_, run) => regrets.map((set) => set[run]));
  const logs = counts.map((count) => Math.log(count - 1));
  return jackknife(runs, (chosen) => {
    const means = counts.map((_, i) => chosen.reduce((sum, run) => sum + run[i], 0) / chosen.length);
    return fitLine(
      logs,
      means.map((mean) => Math.log(Math.max(mean, 1e-9))),
    ).slope;
  });
}

/** Half-way to linear is the line; what is left near 0 is the first trial of each cutoff, the O(KL) of the theorem. */
const LINE = 0.25;

export function sharedClaim(counts: readonly number[], regrets: ByCount, above: readonly number[]): Claim {
  const exponent = exponentInCount(counts, regrets);
  const [first, last] = [counts[0], counts[counts.length - 1]];
  return {
    label: "rem:sharing",
    statement: "With sharing, the regret of UCB-RB does not depend on the number L of cutoffs.",
    quantity: `exponent of L − 1 in the regret with sharing, L = ${first} to ${last}`,
    ...exponent,
    ...staysBelow(exponent, LINE),
    reason: `From L = ${first} to ${last} the regret goes from ${threeDigits(meanOf(regrets[0]))} to ${threeDigits(meanOf(regrets[regrets.length - 1]))}, the exponent is ${withInterval(exponent)}; trials at the wrong cutoffs: ${above.map(threeDigits).join(", ")}.`,
  };
}

export function separateClaim(counts: readonly number[], regrets: ByCount): Claim {
  const exponent = exponentInCount(counts, regrets);
  const [first, last] = [counts[0], counts[counts.length - 1]];
  return {
    label: "rem:sharing",
    statement: "Without sharing, the regret of UCB-RB grows linearly with L.",
    quantity: `exponent of L − 1 in the regret without sharing, L = ${first} to ${last}`,
    ...exponent,
    ...(exponent.low > 1.1 ? { verdict: "does not hold" } : exceeds(exponent, 1 - LINE)),
    reason: `From L = ${first} to ${last} the regret goes from ${threeDigits(meanOf(regrets[0]))} to ${threeDigits(meanOf(regrets[regrets.length - 1]))}; the exponent is ${withInterval(exponent)}.`,
  };
}

/** A Bernoulli variable has kurtosis (1 − 3pq)/(pq), here read from the library. */
function kurtosisClaim(): Claim {
  const { kurtosis } = rewardSpread(knownArm(rewardBernoulli(constant(1), 0.01)), 1);
  return {
    label: "rem:sharing",
    statement: "A variable in [0, b] has a kurtosis of at most b².",
    quantity: "kurtosis of a reward of 1 with probability 0.01, where b² = 1",
    ...exactly(kurtosis),
    verdict: kurtosis <= 1 ? "holds" : "does not hold",
    reason: `The kurtosis is ${threeDigits(kurtosis)}; with the printed power 2 in place of 4 it would not even be free of units (docs/errata.md#e16).`,
  };
}
