import { geometricBetween } from "../problem/cutoffs.ts";
import { countUpTo } from "../problem/lattice.ts";
import type { Sample } from "./sample.ts";
import type { CurvePlace } from "./weighted-curve.ts";

const POINTS = 60;
const LINE_POINTS = 120;
/** Right before a completion, where the rate is lowest. */
const JUST_BEFORE = 1 - 1e-9;

/**
 * Returns some sixty times of completions, evenly by rank. Each is taken at the last run of its time, which includes
 * all completions at that time.
 */
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
 * Returns the points for a line: these times, the moment before each, and points between them on a logarithmic scale.
 * Between two completions no reward is earned, so that the rate falls; a straight line from peak to peak would show
 * rates that no cutoff earns.
 */
export function linePlaces(sample: Sample, shown: readonly CurvePlace[]): CurvePlace[] {
  if (shown.length === 0) return [];
  const { times, size } = sample;
  const [first, end] = [shown[0].cutoff, times[size - 1]];
  // Between times that differ by rounding only there are fewer numbers than points.
  const between = Array.from({ length: LINE_POINTS }, (_, i) =>
    geometricBetween(first, end, i / (LINE_POINTS - 1)),
  );
  const before = shown.slice(1).map(({ cutoff }) => cutoff * JUST_BEFORE);
  const cutoffs = [...shown.map(({ cutoff }) => cutoff), ...before, ...between];
  return [...new Set(cutoffs)]
    .filter((cutoff) => cutoff >= first && cutoff <= end)
    .sort((a, b) => a - b)
    .map((cutoff) => ({ cutoff, run: countUpTo(times, cutoff) - 1 }));
}
