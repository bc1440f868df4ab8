import { mulligan } from "../../src/runtime/mulligan.ts";
import type { MulliganOptions } from "../../src/runtime/options.ts";
import { virtualClock } from "../situations/virtual-clock.mjs";

type Options = Partial<MulliganOptions<Record<string, () => unknown>>>;

/** Calls of arms that take so many ms, or what is drawn for an attempt, in virtual time. `make` makes some of them in turn. */
export function calling(arms: Record<string, number | ((attempt: number) => number)>, options: Options = {}) {
  const clock = virtualClock();
  const calls = mulligan({
    arms: Object.fromEntries(
      Object.entries(arms).map(([name, takes]) => [
        name,
        ({ signal, attempt }: { signal: AbortSignal; attempt: number }) =>
          clock.sleep(typeof takes === "number" ? takes : takes(attempt), signal),
      ]),
    ),
    clock,
    seed: 1,
    ...options,
  });
  /** Makes so many calls; returns how many failed. */
  const make = async (count: number, given: { key?: string; deadline?: number } = {}) => {
    let failed = 0;
    for (let i = 0; i < count; i++) await clock.until(calls.execute(given)).catch(() => (failed += 1));
    return failed;
  };
  return { clock, calls, make };
}
