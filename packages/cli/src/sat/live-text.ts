import { perSecond, timeLeft } from "../shell/progress.ts";
import { brief } from "../shell/text-table.ts";
import { sumOf, type Tally } from "./tally.ts";

/** The files of this run that are over and all of them, the flips an earlier run made, and how long this one takes. */
export interface SatProgress {
  readonly done: number;
  readonly total: number;
  readonly earlierFlips: number;
  readonly wallMs: number;
}

/** The line on a terminal: done of total, rates, the arm that solved most and its latest cutoff, time left. */
export function liveText(tally: Tally, { done, total, earlierFlips, wallMs }: SatProgress): string {
  const best = tally.arms.reduce((most, arm, i) => (arm.solved > tally.arms[most].solved ? i : most), 0);
  const flips = sumOf(tally.arms, "time") - earlierFlips;
  return [
    `${done}/${total} files`,
    perSecond(done, wallMs),
    `${(flips / wallMs / 1_000).toFixed(1)}M flips/s`,
    `${tally.arms[best].name} cut at ${brief(Math.floor(tally.latestCutoffs[best]))}`,
    timeLeft(done, total, wallMs),
  ]
    .filter((part) => part !== "")
    .join(", ");
}
