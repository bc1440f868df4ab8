import { cockatielWithBreaker } from "./cockatiel.mjs";
import { cutAtRunningP95, cutFromTheFirst, hedgeAtP95 } from "./percentile-rules.mjs";
import { play } from "./play.mjs";
import { fixedP95, leastOutstanding, roundRobin } from "./strategies.mjs";

/**
 * Strategies that a situation may be compared with by name, in `needs`.
 * @type {readonly import("./situation.ts").Strategy[]}
 */
export const comparedWith = [
  roundRobin,
  leastOutstanding,
  fixedP95,
  cutAtRunningP95,
  cutFromTheFirst,
  hedgeAtP95,
  cockatielWithBreaker,
];

/**
 * What a situation asks, and what a strategy makes of it: one figure for each question, with the most that it may
 * be. The strategies that it is compared with are played too, with the same seed.
 * @param {import("./situation.ts").Situation} situation
 * @param {import("./situation.ts").Strategy} strategy
 * @param {number} seed
 */
export async function judge(situation, strategy, seed) {
  const played = await play(situation, strategy, seed);
  const others = {};
  for (const other of comparedWith) {
    if (situation.needs?.includes(other.name)) others[other.name] = await play(situation, other, seed);
  }
  const figures = figuresOf(situation, played, others);
  return { played, figures, holds: figures.every(({ holds }) => holds) };
}

/**
 * @param {import("./situation.ts").Situation} situation
 * @param {import("./situation.ts").Played} played
 * @param {Readonly<Record<string, import("./situation.ts").Played>>} others
 */
export function figuresOf(situation, played, others) {
  return situation.asks.map(({ what, most, of }) => {
    const value = of(played, others);
    return { what, value, most, holds: value <= most };
  });
}
