/** What is below is noise: it makes a journal hard to read, and a sum of times has digits that say nothing. */
export function roundToMicroseconds(milliseconds: number): number {
  return Math.round(milliseconds * 1_000) / 1_000;
}
