import { type RegretPart, type RegretPath, regretPath } from "./regret-path.ts";
import type { PlayStudy } from "./study.ts";

/** What is played many times, each run a part of its own. */
export type RegretRuns = Omit<RegretPart, "from" | "to"> & { readonly runs: number };

/** Plays several sets of runs at once, so that no thread waits between them; the paths of each set. */
export async function playRegret(play: PlayStudy, sets: readonly RegretRuns[]): Promise<RegretPath[][]> {
  const parts = sets.flatMap(({ runs, ...part }) =>
    Array.from({ length: runs }, (_, run) => ({ ...part, from: run, to: run + 1 })),
  );
  const paths = (await play(regretPath, parts)).flat();
  let from = 0;
  return sets.map(({ runs }) => paths.slice(from, (from += runs)));
}

/** The mean over runs of one measure, time by time. */
export function meanPath(paths: readonly RegretPath[], measure: keyof RegretPath = "regret"): number[] {
  return paths[0][measure].map(
    (_, place) => paths.reduce((sum, path) => sum + path[measure][place], 0) / paths.length,
  );
}
