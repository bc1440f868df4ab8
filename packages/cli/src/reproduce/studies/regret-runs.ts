import { meanRun } from "../claims/sums.ts";
import { playSets, spansOf } from "./play-sets.ts";
import { type RegretPart, type RegretPath, regretPath } from "./regret-path.ts";
import type { PlayStudy } from "./study.ts";

/** What is played many times, each run a part of its own. */
export type RegretRuns = Omit<RegretPart, "from" | "to"> & { readonly runs: number };

/** Plays several sets of runs; the paths of each set. */
export async function playRegret(play: PlayStudy, sets: readonly RegretRuns[]): Promise<RegretPath[][]> {
  const parts = sets.map(({ runs, ...part }) => spansOf(runs, 1).map((span) => ({ ...part, ...span })));
  const results = await playSets(play, regretPath, parts);
  return results.map((paths) => paths.flat());
}

/** The mean over runs of one measure, time by time. */
export function meanPath(paths: readonly RegretPath[], measure: keyof RegretPath = "regret"): number[] {
  return meanRun(paths.map((path) => path[measure]));
}
