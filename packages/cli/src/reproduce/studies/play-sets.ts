import type { PlayStudy, Study } from "./study.ts";

/** Runs `from` up to, not including, `to`. */
export interface RunSpan {
  readonly from: number;
  readonly to: number;
}

/** So many runs in spans of `size`, the last one perhaps shorter. */
export function spansOf(total: number, size: number): RunSpan[] {
  return Array.from({ length: Math.ceil(total / size) }, (_, i) => ({
    from: i * size,
    to: Math.min(total, (i + 1) * size),
  }));
}

/** Plays several sets of parts at once, so that no thread waits between them; the results of each set. */
export async function playSets<Part, Result>(
  play: PlayStudy,
  study: Study<Part, Result>,
  sets: readonly (readonly Part[])[],
): Promise<Result[][]> {
  const results = await play(study, sets.flat());
  let from = 0;
  return sets.map(({ length }) => results.slice(from, (from += length)));
}
