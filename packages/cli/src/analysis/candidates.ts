import type { Sample } from "./sample.ts";

/** Rates at cutoffs that few completions decide are luck; those beyond which few runs went say nothing of waiting. */
const SHARE_BEFORE = 0.1;
const RUNS_BEFORE = 10;
const RUNS_BEYOND = 5;

/**
 * The cutoffs to choose from, as indexes of runs: the times of completions, each time once, without the
 * first tenth and the last few.
 */
export function candidateCutoffs({ size, times, completed }: Sample): number[] {
  const total = completed.reduce((sum, ended) => sum + ended, 0);
  const before = Math.min(Math.max(RUNS_BEFORE, Math.ceil(SHARE_BEFORE * total)), Math.ceil(total / 3));
  const beyond = Math.min(RUNS_BEYOND, Math.ceil(size / 10));
  const indexes: number[] = [];
  let seen = 0;
  for (let i = 0; i < size - beyond; i++) {
    seen += completed[i];
    const lastOfItsTime = completed[i] === 1 && !(completed[i + 1] === 1 && times[i + 1] === times[i]);
    if (seen >= before && lastOfItsTime && times[i] > 0) indexes.push(i);
  }
  return indexes;
}
