import { exponential } from "@mulligan/core/distributions";
import { stream } from "@mulligan/core/random";

/** When so many calls come, in ms, at a rate that does not hang on what becomes of them. */
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

/** Makes the calls, `inTurn` or at their times, and waits for all; `one` must not reject. */
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
