import { expect, test } from "vitest";
import { judge } from "./judge.mjs";
import { play } from "./play.mjs";
import { queues } from "./queues.mjs";
import type { Situation } from "./situation.ts";
import { situations } from "./situations.mjs";
import { leastOutstanding, roundRobin } from "./strategies.mjs";

test("a situation is the same again with the same seed", async () => {
  const { records } = await play(situations.hangs50, roundRobin, 3);
  expect((await play(situations.hangs50, roundRobin, 3)).records).toEqual(records);
});

test("waiting takes what the law says: 100 ms on average, exponential or Weibull", async () => {
  for (const situation of [situations.exponentialLatency, situations.weibullLatency]) {
    const { mean } = await play(situation, roundRobin, 1);
    expect(mean).toBeGreaterThan(94); // 3,000 draws of deviation 100 or 126: 2.3 at most
    expect(mean).toBeLessThan(106);
  }
});

test("an outage is what the calls of twenty seconds fail by, and only they", async () => {
  const { bySecond } = situations.outage as Required<Situation>;
  const seconds = bySecond(await play(situations.outage, roundRobin, 1));
  expect(seconds).toHaveLength(60);
  for (const { second, calls, failed, requests } of seconds) {
    const out = second >= 20 && second < 40;
    expect(failed).toBe(out ? calls : 0);
    expect(requests).toBe(out ? 3 * calls : calls);
  }
});

test("a situation says what holds: round robin keeps equal replicas apart, and does not those of 2 and 6 workers", async () => {
  const equal = queues({ name: "equal", calls: 1_500 });
  const unequal = queues({ name: "unequal", workers: [2, 6], calls: 1_500 });
  expect(await judge(equal, roundRobin, 1)).toMatchObject({ holds: true });
  expect(await judge(unequal, roundRobin, 1)).toMatchObject({ holds: false });
  const { figures } = await judge(unequal, leastOutstanding, 1);
  expect(figures.map(({ value, holds }) => ({ value, holds }))).toEqual([
    { value: 1, holds: true },
    { value: 0, holds: true },
  ]);
});
