/** Places on the axis of a chart of formulas solved against flips. */
const PLACES = 240;

/**
 * How many formulas each had solved, at evenly spaced places up to `until`. A line ends where its contestant does: `ends`
 * has the clock of those who are through.
 */
export function solvedLines(
  solvedAt: readonly (readonly number[])[],
  ends: readonly (number | undefined)[],
  until: number,
): { readonly places: number[]; readonly counts: (number | null)[][] } {
  const last = Math.max(1, until);
  const even = Array.from({ length: PLACES + 1 }, (_, i) => (last * i) / PLACES);
  const places = [...new Set([...even, ...ends.filter((end) => end !== undefined)])].sort((a, b) => a - b);
  const counts = solvedAt.map((times, line) => {
    const end = ends[line] ?? Infinity;
    let count = 0;
    return places.map((place) => {
      while (count < times.length && times[count] <= place) count++;
      return place <= end ? count : null;
    });
  });
  return { places, counts };
}
