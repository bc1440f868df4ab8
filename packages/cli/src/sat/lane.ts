import type { WalkSat } from "@mulligan/sat";

/** One heuristic in a race, with its walk. */
export interface Lane {
  readonly arm: number;
  readonly seed: number;
  /** Its share of the time, against those of the others. */
  weight: number;
  /** Undefined before its first turn, and when it is over. */
  walk: WalkSat | undefined;
  /** Clauses that it leaves false, on average of late. */
  level: number;
  /** The least that it ever left false, and after how many flips it came to that. */
  least: number;
  leastAt: number;
}

/** How often the falsified clauses are counted in a slice. */
const LOOKS = 8;
/**
 * No walk is judged before it has made so many flips a variable: until then it is still on its way down, and those
 * that get down first are not those that get down to 0 (probsat at 10,000 variables and 4.2 clauses a variable leaves
 * twice as many false as the others at 4 flips a variable, one and a half times at 16, as many at 64, half as many at 256).
 */
const JUDGED_FROM = 16;
/**
 * So many times the falsified clauses of the best is behind. One with a small share is judged as strictly, though it made fewer
 * flips: it would have to be that much better to be worth it.
 */
const BEHIND = 2;
/** A walk is stuck if its least count is as old as three quarters of it, but only after so many flips a variable. */
const STUCK_FROM = 4_096;

export function newLane(arm: number, seed: number, weight: number): Lane {
  return { arm, seed, weight, walk: undefined, level: Infinity, least: Infinity, leastAt: 0 };
}

/** Walks on, and counts falsified clauses on the way. Gives whether it could go all the way, or to a model. */
export function noteSlice(
  lane: Lane,
  until: number,
  walkOn: (walk: WalkSat, until: number) => boolean,
): boolean {
  const walk = lane.walk!;
  const from = walk.flips;
  let sum = 0;
  for (let look = 1; look <= LOOKS; look++) {
    const next = from + Math.ceil(((until - from) * look) / LOOKS);
    if (walkOn(walk, next)) return true;
    if (walk.flips < next) return false;
    sum += walk.unsatisfied;
  }
  const level = sum / LOOKS;
  lane.level = lane.level === Infinity ? level : (lane.level + level) / 2;
  if (walk.leastUnsatisfied < lane.least) {
    lane.least = walk.leastUnsatisfied;
    lane.leastAt = walk.flips;
  }
  return true;
}

/** Whether a lane leaves too many false to be worth its time. */
export function isBehind(lane: Lane, best: Lane, variables: number): boolean {
  if (lane === best || !isJudged(lane, variables) || !isJudged(best, variables)) return false;
  return lane.level > BEHIND * best.level;
}

/** Whether a lane with a smaller share has come further than the one with the largest. */
export function isBeyond(lane: Lane, leader: Lane, variables: number): boolean {
  return lane.weight < leader.weight && isJudged(leader, variables) && BEHIND * lane.level < leader.level;
}

/** Each heat is longer than the one before. */
export function isStuck(lane: Lane, variables: number, heat: number): boolean {
  const flips = flipsOf(lane);
  return flips >= STUCK_FROM * variables * heat && lane.leastAt < flips / 4;
}

function isJudged(lane: Lane, variables: number): boolean {
  return flipsOf(lane) >= JUDGED_FROM * variables;
}

function flipsOf({ walk }: Lane): number {
  return walk?.flips ?? 0;
}
