import { comeAll } from "./arrivals.mjs";
import { virtualClock } from "./virtual-clock.mjs";

const REQUESTS = 400;

/**
 * What 95% of the answers took on a good day, rounded up to a whole millisecond: 400 requests to the arms in turn, of
 * other draws than those that are played. Requests that are refused or not answered say nothing here.
 * @param {import("./situation.ts").Situation} situation
 * @param {number} seed
 */
export async function usualP95(situation, seed) {
  const clock = virtualClock();
  const { arms, arrivals } = situation.build({ clock, seed: -seed - 1, well: true });
  const names = Object.keys(arms);
  const times = [];
  const one = async (input) => {
    const arm = names[input % names.length];
    const start = clock.now();
    const controller = new AbortController();
    const timer = clock.setTimer(() => controller.abort(), situation.options.deadline);
    try {
      await arms[arm]({ arm, input, attempt: 1, signal: controller.signal });
      times.push(clock.now() - start);
    } catch {}
    clock.clearTimer(timer);
  };
  const { inTurn = Infinity, at } = arrivals;
  await clock.until(
    comeAll({ inTurn: Math.min(inTurn, REQUESTS), at: at?.subarray(0, REQUESTS) }, clock, one),
  );
  times.sort((a, b) => a - b);
  return Math.floor(times[Math.ceil(0.95 * times.length) - 1]) + 1;
}
