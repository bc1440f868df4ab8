import type { Chapter, Findings, Table } from "../chapter.ts";
import { threeDigits } from "../claims/three-digits.ts";
import { sharingClaims } from "./claims.ts";
import { sharingFigure } from "./figure.ts";
import { playSharing, type SharingRuns } from "./study.ts";

/** The remark after thm:ucb-rb: what a trial tells about shorter cutoffs makes their number immaterial. */
export const sharingChapter: Chapter = {
  label: "rem:sharing",
  title: "Sharing makes the number of cutoffs immaterial",
  async play(context): Promise<Findings> {
    const played = await playSharing(context);
    const { counts, runs, horizon } = played;
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
          spec: sharingFigure(counts, played),
        },
      ],
      tables: [sharingTable(played)],
      claims: sharingClaims(played),
      work: `${2 * counts.length * runs} runs of UCB-RB to τ = ${threeDigits(horizon)}`,
    };
  },
};

function sharingTable({ counts, ...regrets }: SharingRuns): Table {
  return {
    name: "sharing",
    columns: ["cutoffs", "sharing", "run", "regret"],
    rows: counts.flatMap((count, i) =>
      (["on", "off"] as const).flatMap((sharing) =>
        regrets[sharing][i].map((regret, run) => [count, sharing, run, regret]),
      ),
    ),
  };
}
