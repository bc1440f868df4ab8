import { expect, test } from "vitest";
import { mulligan } from "../../src/runtime/mulligan.ts";
import { cockatiel } from "./cockatiel.mjs";
import { play } from "./play.mjs";
import type { Situation, VirtualClock, World } from "./situation.ts";
import { fixedP95, learned, leastOutstanding, roundRobin } from "./strategies.mjs";
import { usualP95 } from "./usual-p95.mjs";

const strategies = [learned(mulligan), roundRobin, leastOutstanding, fixedP95, cockatiel];

/** Ten calls in turn with a deadline of 1 s; `asked` gets the arm of every request. */
function situation(
  arms: (clock: VirtualClock, well: boolean) => World["arms"],
  options: Situation["options"] = {},
  arrivals: World["arrivals"] = { inTurn: 10 },
) {
  const asked: string[] = [];
  const made: Situation = {
    name: "by hand",
    options: { deadline: 1_000, ...options },
    asks: [],
    build: ({ clock, well }) => ({
      arms: Object.fromEntries(
        Object.entries(arms(clock, well)).map(([name, arm]) => [
          name,
          (context) => {
            if (!well) asked.push(name);
            return arm(context);
          },
        ]),
      ),
      arrivals,
    }),
  };
  return { made, asked };
}

const steady = (clock: VirtualClock) => ({
  east: ({ signal }: { signal: AbortSignal }) => clock.sleep(10, signal),
  west: ({ signal }: { signal: AbortSignal }) => clock.sleep(30, signal),
});

test("time, failures and requests are those of the calls: five of 10 ms and five of 30 ms, in turn", async () => {
  const { made, asked } = situation(steady);
  const played = await play(made, roundRobin, 1);
  expect(played).toMatchObject({ calls: 10, failed: 0, mean: 20, p50: 10, p99: 30, requestsPerCall: 1 });
  expect(asked.slice(0, 4)).toEqual(["east", "west", "east", "west"]);
  expect(played.records[3]).toEqual({ input: 3, start: 50, ms: 30, ok: true, requests: 1 });
});

test("least outstanding asks the arm that has less to do", async () => {
  const { made, asked } = situation(steady, {}, { at: Float64Array.of(0, 1, 12, 13, 20) });
  await play(made, leastOutstanding, 1);
  // At 12 only the slow one is busy; at 13 both are, and at 20 too: then in turn.
  expect(asked).toEqual(["east", "west", "east", "west", "east"]);
});

test.for(strategies)(
  "$name gives up at the deadline, does not ask again after a final error, and asks the other arm when one refuses",
  async (strategy) => {
    const hanging = situation((clock, well) => ({
      only: ({ signal }) => clock.sleep(well ? 900 : 1e9, signal),
    }));
    const { failed, records } = await play(hanging.made, strategy, 1);
    expect(failed).toBe(10);
    for (const { ms } of records) expect(ms).toBeLessThanOrEqual(1_000);

    const refusing = (clock: VirtualClock, well: boolean) => ({
      ...steady(clock),
      ...(well ? {} : { east: () => clock.sleep(2).then(() => Promise.reject(new Error("internal error"))) }),
    });
    const final = await play(situation(refusing, { shouldRetry: () => false }).made, strategy, 1);
    expect([final.failed > 0, final.requestsPerCall]).toEqual([true, 1]);
    // The learner comes to know which arm refuses.
    expect(await play(situation(refusing).made, strategy, 1)).toMatchObject({
      failed: 0,
      ...(strategy.name === "learned" ? {} : { requestsPerCall: 1.5 }),
    });
  },
);

test("the timeout is what 95% took on a good day: just above 30 ms where half take 10 and half 30", async () => {
  expect(await usualP95(situation(steady).made, 1)).toBe(31);
});

test("a fixed timeout cuts thrice, cockatiel's four times, and its timers are the platform's again afterwards", async () => {
  const { setTimeout, clearTimeout } = globalThis;
  const slow = (clock: VirtualClock, well: boolean) => ({
    only: ({ signal }: { signal: AbortSignal }) => clock.sleep(well ? 99.5 : 500, signal),
  });
  const cut = await play(situation(slow).made, fixedP95, 1);
  expect(cut).toMatchObject({ failed: 10, mean: 300, requestsPerCall: 3 });
  const wrapped = await play(situation(slow).made, cockatiel, 1);
  expect(wrapped).toMatchObject({ failed: 10, mean: 400, requestsPerCall: 4 });
  expect([globalThis.setTimeout, globalThis.clearTimeout]).toEqual([setTimeout, clearTimeout]);
});
