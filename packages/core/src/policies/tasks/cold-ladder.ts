/**
 * How cutoffs grow until the first success, in units of the shortest: 1 | 1 2 | 1 1 2 4 | then rungs of
 * eight, 1 1 1 1 2 2 4 8, each with twice the unit of the one before.
 *
 * Doubling after every failure finds the scale of a task that needs long at the least cost, but where more
 * than half of all attempts never end the expected cost is infinite: in virtual time, with nine of ten that never
 * end, 200 tasks took 2.4 times as long as with the best fixed cutoff in the median of a hundred seeds, and
 * thousands of millions of times in the mean. Luby's sequence is safe always, and comes to an hour from 2 ms only after a million starts. This is Luby's that leaves behind what is shorter than
 * an eighth: a cutoff is tried eight times before it is given up, which is safe while one attempt in twelve
 * ends, and the way to any cutoff costs 5 times it, where doubling costs 2.
 */
export function coldLadder(place: number): number {
  if (place < START.length) return START[place];
  const rung = Math.floor((place - START.length) / RUNG.length);
  return 2 ** rung * RUNG[(place - START.length) % RUNG.length];
}

const START = [1, 1, 2, 1, 1, 2, 4];
const RUNG = [1, 1, 1, 1, 2, 2, 4, 8];
