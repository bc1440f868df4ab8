import { lognormal } from "@mulligan/core/distributions";
import { answers } from "./answers.mjs";
import { poisson } from "./arrivals.mjs";
import { meanMs } from "./asks.mjs";

const PER_SECOND = 20;
const LEAP_MS = 3_600_000;
/** The calls that come after the pause, of which the mean is taken. */
const CALLS_AFTER = 490;

/**
 * The machine sleeps for an hour with calls in flight, as a laptop does whose lid is closed: all timers fire late. The
 * hour says nothing about the arm, and the calls after it should take what they took before.
 */
export function closedLid({ pauseMs = 60_000 } = {}) {
  const callsBefore = Math.round((PER_SECOND * pauseMs) / 1000);
  return {
    name: `an hour's pause with calls in flight, ${PER_SECOND} calls a second`,
    options: { deadline: 10_000 },
    asks: [
      {
        what: `mean of the next ${CALLS_AFTER} calls, of the mean before`,
        most: 1.2,
        of: ({ records }) => {
          const before = records.filter(({ input, ms }) => input < callsBefore && ms < LEAP_MS / 2);
          return meanMs(records.slice(callsBefore)) / meanMs(before);
        },
      },
    ],
    build(world) {
      const { clock, seed, well } = world;
      const at = poisson(seed, PER_SECOND, callsBefore + CALLS_AFTER);
      if (!well) {
        // A little after the last call before the pause has begun, so that at least one is in flight.
        clock.setTimer(() => clock.leap(LEAP_MS), at[callsBefore - 1] + 20);
        const awake = at[callsBefore - 1] + 20 + LEAP_MS;
        const shift = Math.max(0, awake - at[callsBefore]) + 50;
        for (let call = callsBefore; call < at.length; call++) at[call] += shift;
      }
      return { arms: { only: answers(world, lognormal(100, 0.3)) }, arrivals: { at } };
    },
  };
}
