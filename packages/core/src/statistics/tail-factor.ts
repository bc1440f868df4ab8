/** The tail is read from a fifth of what was seen. */
const TAIL_SHARE = 0.2;
/** The tail is read from so many times at most. Only these and the next one have to be kept. */
export const MAX_TAIL = 20;

/** What is known beside the longest times. */
export interface TailSeen {
  /** How many times were seen in all. */
  readonly count: number;
  /** How many rounds of a run or a try it took to see them. */
  readonly rounds: number;
  /** The share of rounds that may have a longer time than the answer allows. */
  readonly exceeded: number;
  /** So many times as a tail of index 1 has, which has no mean, are added: the fewer were seen, the more cautious. */
  readonly prior: number;
}

/**
 * How many times the longest time that was seen a time rarely exceeds, for `longest` from the longest on. If what lies
 * beyond the longest is as heavy as the tail index H of those that were seen says (Hill 1975), one is longer than f times
 * the longest in f^(−1/H) of the R rounds that were needed to see the longest. f is chosen so that this happens in the
 * share `exceeded` of the rounds:
 *   f = (1/(exceeded·R))^H
 */
export function tailFactor(longest: readonly number[], { count, rounds, exceeded, prior }: TailSeen): number {
  const size = Math.min(MAX_TAIL, Math.floor(TAIL_SHARE * count));
  const threshold = Math.min(Math.max(1, size), longest.length - 1);
  const tail = longest.slice(0, threshold);
  const ratios = tail.reduce((sum, time) => sum + Math.log(time / longest[threshold]), 0);
  const index = (ratios + prior) / (tail.length + prior);
  return Math.max(1, 1 / (exceeded * rounds)) ** index;
}
