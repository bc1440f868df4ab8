import { exponential } from "@mulligan/core/distributions";
import { stream } from "@mulligan/core/random";

/**
 * When so many calls come, in ms, at a rate that does not hang on what becomes of them.
 * @param {number} seed
 * @param {number} perSecond
 * @param {number} calls
 */
export function poisson(seed, perSecond, calls) {
  const random = stream(seed, "arrivals");
  const gap = exponential(1000 / perSecond);
  const times = new Float64Array(calls);
  let time = 0;
  for (let call = 0; call < calls; call++) {
    time += gap.sample(random);
    times[call] = time;
  }
  return times;
}

/** When calls come whose rate changes: `rates` says how many come in a second until when. */
export function changingRate(seed, rates) {
  const random = stream(seed, "arrivals");
  const times = [];
  let time = 0;
  for (const { untilMs, perSecond } of rates) {
    const gap = exponential(1000 / perSecond);
    for (let next = time + gap.sample(random); next < untilMs; next += gap.sample(random)) times.push(next);
    time = untilMs; // a Poisson process forgets, so it may begin anew
  }
  return Float64Array.from(times);
}

/**
 * Makes the calls, `inTurn` or at their times, and waits for all; `one` must not reject.
 * @param {import("./situation.ts").World["arrivals"]} arrivals
 * @param {import("./situation.ts").VirtualClock} clock
 * @param {(input: number) => Promise<void>} one
 */
export async function comeAll({ inTurn, at }, clock, one) {
  if (at === undefined) {
    for (let input = 0; input < inTurn; input++) await one(input);
    return;
  }
  const calls = [];
  for (let input = 0; input < at.length; input++) {
    if (at[input] > clock.now()) await clock.sleep(at[input] - clock.now());
    calls.push(one(input));
  }
  await Promise.all(calls);
}
