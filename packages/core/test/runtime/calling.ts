import type { AttemptContext } from "../../src/runtime/attempt.ts";
import { mulligan } from "../../src/runtime/mulligan.ts";
import type { MulliganOptions } from "../../src/runtime/options.ts";
import { virtualClock } from "../situations/virtual-clock.mjs";

/** How long an attempt takes, in ms. */
type Takes<Input> = number | ((attempt: number, input: Input) => number);

/** Calls of arms in virtual time, whose value is the number of the attempt. `make` makes some of them in turn. */
export function calling<Input = undefined>(
  arms: Record<string, Takes<Input>>,
  options: Partial<MulliganOptions<Record<string, (context: AttemptContext<Input>) => Promise<number>>>> = {},
) {
  const clock = virtualClock();
  const entries = Object.entries(arms).map(([name, takes]) => [
    name,
    async ({ signal, attempt, input }: AttemptContext<Input>) => {
      await clock.sleep(typeof takes === "number" ? takes : takes(attempt, input), signal);
      return attempt;
    },
  ]);
  const calls = mulligan<Record<string, (context: AttemptContext<Input>) => Promise<number>>>({
    arms: Object.fromEntries(entries),
    clock,
    seed: 1,
    ...options,
  });
  /** Makes so many calls; returns how many failed. */
  const make = async (count: number, given: { key?: string; deadline?: number } = {}) => {
    let failed = 0;
    for (let i = 0; i < count; i++) {
      await clock.until(calls.execute(given as never)).catch(() => (failed += 1));
    }
    return failed;
  };
  return { clock, calls, make };
}
