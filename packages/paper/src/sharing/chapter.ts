import { constant, rewardBernoulli } from "@mulligan/core/distributions";
import { knownArm, rewardSpread } from "@mulligan/core/theory";
import {
  type Claim,
  type ClaimDraft,
  exceeds,
  judgedFor,
  staysBelow,
  threeDigits,
  withInterval,
} from "../claims/claim.ts";
import { exactly, fitLine, type Interval, jackknifeOfMeans, meanOf, sumOf } from "../claims/statistics.ts";
import { bandFigure, bandOf } from "../studies/figures.ts";
import type { Chapter, ChapterTable, FigureSpec, Findings } from "../studies/study.ts";
import { type ByCount, type CountRuns, playSharing, type SharingRuns } from "./study.ts";

/** The remark after thm:ucb-rb: because a trial informs all shorter cutoffs, their number does not matter. */
export const sharingChapter: Chapter = {
  label: "rem:sharing",
  title: "Sharing makes the number of cutoffs immaterial",
  async play(context): Promise<Findings> {
    const played = await playSharing(context);
    const { on, unlike, horizon } = played;
    const runs = sumOf(Object.values(linesOf(played)).map((line) => line.runs * line.counts.length));
    return {
      about: [
        `UCB-RB with one first trial a cutoff, τ = ${threeDigits(horizon)}, ${on.runs} runs; L = ${on.counts.join(", ")} cutoffs, the best at 1 and the others between 2 and 2.2, with rates of 0.71 against 0.48 to 0.45. With unlike gaps (${unlike.runs} runs) the others lie between 2 and 8, with rates down to 0.16.`,
        "With sharing, a trial informs all shorter cutoffs (subsec:info-structure); without, only its own.",
      ],
      figures: [
        {
          name: "sharing",
          caption:
            "Regret against the number of cutoffs, with and without sharing, with 95% bands; both scales logarithmic.",
          spec: sharingFigure(linesOf(played)),
        },
      ],
      tables: [sharingTable(played)],
      claims: sharingClaims(played),
      work: `${runs} runs of UCB-RB to τ = ${threeDigits(horizon)}`,
    };
  },
};

/** The lines of the figure and the table. */
function linesOf({ on, unlike, off }: SharingRuns): Readonly<Record<string, CountRuns>> {
  return { on, "on, unlike gaps": unlike, off };
}

function sharingTable(played: SharingRuns): ChapterTable {
  return {
    name: "sharing",
    columns: ["cutoffs", "sharing", "run", "regret"],
    rows: Object.entries(linesOf(played)).flatMap(([sharing, { counts, regrets }]) =>
      regrets.flatMap((set, i) => set.map((regret, run) => [counts[i], sharing, run, regret])),
    ),
  };
}

function sharingClaims({ on, unlike, off, horizon }: SharingRuns): Claim[] {
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

/** Exponents below this count as 0, above 1 − this as 1. The first trial of each cutoff, O(KL) in the theorem, adds a little. */
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

/** The slope of log regret in log(L − 1), where L − 1 cutoffs are not the best. The remark says 0 or 1. */
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

/** A Bernoulli variable has kurtosis (1 − 3pq)/(pq). */
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

/** Regret against the number of cutoffs, with sharing and without. */
function sharingFigure(lines: Readonly<Record<string, CountRuns>>): FigureSpec {
  const values = Object.entries(lines).flatMap(([sharing, { counts, regrets }]) =>
    counts.map((count, i) => {
      const { estimate, low, high } = bandOf(regrets[i]);
      return { sharing, count, regret: estimate, low, high };
    }),
  );
  return bandFigure({
    title: "Regret against the number of cutoffs",
    values,
    x: { field: "count", title: "number of cutoffs L", base: 2 },
    y: { field: "regret", title: "regret (reward)" },
    lines: { field: "sharing" },
  });
}
