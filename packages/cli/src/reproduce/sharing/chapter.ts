import type { Chapter, Findings, ChapterTable } from "../chapter.ts";
import { sumOf } from "../claims/sums.ts";
import { threeDigits } from "../claims/three-digits.ts";
import { sharingClaims } from "./claims.ts";
import { sharingFigure } from "./figure.ts";
import { type CountRuns, playSharing, type SharingRuns } from "./study.ts";

/** The remark after thm:ucb-rb: what a trial tells about shorter cutoffs makes their number immaterial. */
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
