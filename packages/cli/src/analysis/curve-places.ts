import { countUpTo, geometricCutoffs } from "@mulligan/core/problem";
import type { Sample } from "./sample.ts";

/** A cutoff, and the last run that had ended by then. */
export interface CurvePlace {
  readonly run: number;
  readonly cutoff: number;
}

const POINTS = 60;
const LINE_POINTS = 120;
/** Right before a completion, where the rate is lowest. */
const JUST_BEFORE = 1 - 1e-9;

/** Some sixty times of completions, evenly by rank; after the last run of each, since all of them are cut there. */
export function curvePlaces({ times, completed }: Sample): CurvePlace[] {
  const ended = [...completed.keys()].filter(
    (i) => completed[i] === 1 && times[i] > 0 && !(completed[i + 1] === 1 && times[i + 1] === times[i]),
  );
  const step = Math.max(1, ended.length / POINTS);
  const picked = Array.from(
    { length: Math.min(POINTS, ended.length) },
    (_, k) => ended[Math.floor(k * step)],
  );
  if (ended.length > 0) picked.push(ended.at(-1)!);
  return [...new Set(picked)].map((run) => ({ run, cutoff: times[run] }));
}

/**
 * Where a line is drawn through: the same, right before each of them, and between them on a logarithmic scale. From one
 * completion to the next nothing is earned and time goes by, so that the rate falls; a straight line from
 * peak to peak would show what no cutoff earns.
 */
export function linePlaces(sample: Sample, shown: readonly CurvePlace[]): CurvePlace[] {
  if (shown.length === 0) return [];
  const { times, size } = sample;
  const [first, end] = [shown[0].cutoff, times[size - 1]];
  const between = end > first ? geometricCutoffs(first, end, LINE_POINTS).values : [];
  const before = shown.slice(1).map(({ cutoff }) => cutoff * JUST_BEFORE);
  const cutoffs = [...shown.map(({ cutoff }) => cutoff), ...before, ...between];
  return [...new Set(cutoffs)]
    .filter((cutoff) => cutoff >= first)
    .sort((a, b) => a - b)
    .map((cutoff) => ({ cutoff, run: countUpTo(times, cutoff) - 1 }));
}
