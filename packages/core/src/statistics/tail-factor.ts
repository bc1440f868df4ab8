/** The share of the observed times that forms the tail. */
const TAIL_SHARE = 0.2;
/** The largest number of times from which the tail is estimated. Only these and the next one must be kept. */
export const MAX_TAIL = 20;

/** The figures that are known besides the longest times. */
export interface TailSeen {
  /** The number of observed times. */
  readonly count: number;
  /** The number of rounds of a run or a try in which they were observed. */
  readonly rounds: number;
  /** The share of rounds that may have a time longer than the result allows. */
  readonly exceeded: number;
  /**
   * The number of added times of a tail of index 1, which has no mean. It makes estimates from few times more cautious.
   */
  readonly prior: number;
}

/**
 * Returns the multiple of the longest observed time that a time rarely exceeds; `longest` begins with the longest. If
 * the tail beyond the longest is as heavy as the tail index H of the observed times (Hill 1975), one time is longer
 * than f times the longest in f^(−1/H) of the R rounds that were needed to see the longest. f is chosen so that this
 * happens in the share `exceeded` of the rounds:
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
