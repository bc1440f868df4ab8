import { constant, rewardBernoulli } from "@mulligan/core/distributions";
import { knownArm, rewardSpread } from "@mulligan/core/theory";
import { type Claim, type ClaimDraft, judgedFor } from "../claims/claim.ts";
import { fitLine } from "../claims/fit-line.ts";
import { exactly, type Interval } from "../claims/interval.ts";
import { jackknifeOfMeans } from "../claims/jackknife.ts";
import { exceeds, staysBelow } from "../claims/judge.ts";
import { meanOf } from "../claims/sums.ts";
import { threeDigits, withInterval } from "../claims/three-digits.ts";
import type { ByCount, CountRuns, SharingRuns } from "./study.ts";

export function sharingClaims({ on, unlike, off, horizon }: SharingRuns): Claim[] {
  const setting = ({ counts }: CountRuns, gaps: string) =>
    `UCB-RB, one arm, ${spanOf(counts)} cutoffs ${gaps}, τ = ${threeDigits(horizon)}`;
  const statement = "With sharing, the regret of UCB-RB does not depend on the number L of cutoffs";
  return [
    ...judgedFor(
      setting(on, "with about the same gap"),
      sharedClaim(`${statement}.`, on),
      separateClaim(off),
    ),
    ...judgedFor(
      setting(unlike, "with gaps of 0.23 to 0.54"),
      sharedClaim(`${statement}, also where the gaps differ.`, unlike),
    ),
    ...judgedFor("a reward of 1 with probability 0.01; no horizon", kurtosisClaim()),
  ];
}

/** Half-way to linear is the line; what is left near 0 is the first trial of each cutoff, the O(KL) of the theorem. */
const LINE = 0.25;

export function sharedClaim(statement: string, { counts, regrets, above }: CountRuns): ClaimDraft {
  const exponent = exponentInCount(counts, regrets);
  return {
    label: "rem:sharing",
    statement,
    quantity: `exponent of L − 1 in the regret with sharing, ${spanOf(counts)}`,
    ...exponent,
    ...staysBelow(exponent, LINE),
    reason: `${growthText(counts, regrets)}, the exponent is ${withInterval(exponent)}; trials at the wrong cutoffs: ${above.map(threeDigits).join(", ")}.`,
  };
}

export function separateClaim({ counts, regrets }: CountRuns): ClaimDraft {
  const exponent = exponentInCount(counts, regrets);
  return {
    label: "rem:sharing",
    statement: "Without sharing, the regret of UCB-RB grows linearly with L.",
    quantity: `exponent of L − 1 in the regret without sharing, ${spanOf(counts)}`,
    ...exponent,
    ...(exponent.low > 1.1 ? { verdict: "does not hold" } : exceeds(exponent, 1 - LINE)),
    reason: `${growthText(counts, regrets)}; the exponent is ${withInterval(exponent)}.`,
  };
}

/** Slope of log regret in log(L − 1), the number of cutoffs that are not the best: 0 or 1, says the remark. */
function exponentInCount(counts: readonly number[], regrets: ByCount): Interval {
  const logs = counts.map((count) => Math.log(count - 1));
  return jackknifeOfMeans(
    regrets,
    (means) =>
      fitLine(
        logs,
        means.map((mean) => Math.log(Math.max(mean, 1e-9))),
      ).slope,
  );
}

function spanOf(counts: readonly number[]): string {
  return `L = ${counts[0]} to ${counts[counts.length - 1]}`;
}

function growthText(counts: readonly number[], regrets: ByCount): string {
  const [first, last] = [regrets[0], regrets[regrets.length - 1]].map((set) => threeDigits(meanOf(set)));
  return `From ${spanOf(counts)} the regret goes from ${first} to ${last}`;
}

/** A Bernoulli variable has kurtosis (1 − 3pq)/(pq), here read from the library. */
function kurtosisClaim(): ClaimDraft {
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
