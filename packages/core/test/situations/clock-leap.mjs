import { lognormal } from "@mulligan/core/distributions";
import { answers, byChance, hang } from "./answers.mjs";
import { poisson } from "./arrivals.mjs";
import { meanMs } from "./asks.mjs";

const PER_SECOND = 20;
const LEAP_MS = 3_600_000;
/** The calls that come after the pause, of which the mean is taken. */
const CALLS_AFTER = 490;

/**
 * The machine sleeps for an hour with calls in flight, as a laptop does whose lid is closed: all timers fire late. The
 * hour says nothing about the arms, and the calls after it should take what they took before. If some attempts
 * hang (`hangs`, a share) or one arm is slower, it costs time to forget what was learned.
 */
function closedLid({ hangs = 0, slowerMs, pauseMs = 60_000 } = {}) {
  const callsBefore = Math.round((PER_SECOND * pauseMs) / 1000);
  const which = [
    ...(hangs > 0 ? [`, ${100 * hangs}% hang`] : []),
    ...(slowerMs === undefined ? [] : [`, another arm of ${slowerMs} ms`]),
  ];
  return {
    name: `an hour's pause with calls in flight, ${PER_SECOND} calls a second${which.join("")}`,
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
        const leapAt = at[callsBefore - 1] + 20;
        clock.setTimer(() => clock.leap(LEAP_MS), leapAt);
        const shift = Math.max(0, leapAt - at[callsBefore]) + LEAP_MS + 50;
        for (let call = callsBefore; call < at.length; call++) at[call] += shift;
      }
      const answer = answers(world, lognormal(100, 0.3));
      const usual = (context) =>
        byChance(seed, "hangs", hangs, context) ? hang(world, context) : answer(context);
      const slower = slowerMs === undefined ? {} : { slower: answers(world, lognormal(slowerMs, 0.3)) };
      return { arms: { usual, ...slower }, arrivals: { at } };
    },
  };
}

export const pauseSituations = () => ({
  closedLid: closedLid(),
  closedLidHangs: closedLid({ hangs: 0.03 }),
  closedLidTwoArms: closedLid({ slowerMs: 400 }),
});
