import { describe, expect, test } from "vitest";
import { stream } from "../../src/random/stream.ts";
import { ExtraLoad } from "../../src/runtime/extra-load.ts";

describe("the budget", () => {
  const taken = (budget: ExtraLoad, now: number, outage = false) => {
    let count = 0;
    while (count < 10_000 && budget.take(now, outage)) count += 1;
    return count;
  };

  test("allows a share of the calls and a reserve of twenty; half the share and no reserve in an outage", () => {
    const called = (share: number) => {
      const budget = new ExtraLoad(share, undefined);
      for (let i = 0; i < 1_000; i++) budget.countCall(0);
      return budget;
    };
    expect(taken(called(0.2), 0)).toBe(220);
    expect(taken(called(0.2), 0, true)).toBe(100);
    expect(taken(new ExtraLoad(0.2, undefined), 0)).toBe(20);
    expect(taken(called(0), 0)).toBe(0);
    expect(taken(called(Infinity), 0)).toBe(10_000);
    // A hedge is an extra request as well.
    const hedging = new ExtraLoad(0.2, 1);
    expect(hedging.takeHedge(0, false)).toBe(true);
    expect(taken(hedging, 0)).toBe(19);
  });

  test("remembers for five seconds: what was saved up and what was spent fade alike", () => {
    const budget = new ExtraLoad(0.2, undefined);
    for (let i = 0; i < 1_000; i++) budget.countCall(0);
    // Of 1,000 calls 1,000/e are left after five seconds.
    expect(taken(budget, 5_000)).toBe(Math.floor(200 / Math.E + 20));
    // What was spent has faded to 1/e too: as much again, but for what was left.
    expect(taken(budget, 10_000)).toBeGreaterThan(20 + 200 / Math.E ** 2 - 93 / Math.E - 1);
  });

  test("over a long time the share is kept, whatever is asked for", () => {
    const budget = new ExtraLoad(0.2, undefined);
    let extra = 0;
    for (let call = 0; call < 30_000; call++) {
      budget.countCall(10 * call);
      extra += taken(budget, 10 * call);
    }
    // A fifth, twenty at once, and twenty in five seconds: of 300 s.
    expect(extra / 30_000).toBeLessThan(0.2 + (20 + 20 * 60) / 30_000 + 0.001);
  });

  test("leaves half of the reserve to what is urgent", () => {
    const budget = new ExtraLoad(0.2, undefined);
    let small = 0;
    while (budget.take(0, false, false)) small += 1;
    expect(small).toBe(11);
    expect(taken(budget, 0)).toBe(9);
  });

  test("transient errors do not use it up: retries of rejections that succeed give back what they took", () => {
    /** 10,000 calls at once, each attempt rejected with probability p; how many fail, and the extra requests a call. */
    const play = (p: number, perSecond: number) => {
      const random = stream(1, "rejections", p, perSecond);
      const budget = new ExtraLoad(0.2, undefined);
      let [failed, extra] = [0, 0];
      for (let call = 0; call < 10_000; call++) {
        const now = (1_000 * call) / perSecond;
        budget.countCall(now);
        let rejected = random.uniform() < p;
        while (rejected) {
          if (!budget.take(now, false)) break;
          extra += 1;
          rejected = random.uniform() < p;
          if (!rejected) budget.giveBack();
        }
        if (rejected) failed += 1;
      }
      return { failed, extra: extra / 10_000 };
    };
    for (const perSecond of [5, 100, 1_000]) {
      expect(play(0.3, perSecond).failed).toBe(0);
    }
    // The worst case: p²/(1 − p) = 0.2 for p = 0.358, with p/(1 − p) = 0.56 extra requests a call.
    expect(play(0.35, 1_000).failed).toBeLessThan(20);
    expect(play(0.35, 1_000).extra).toBeCloseTo(0.35 / 0.65, 1);
    // In an outage nothing comes back: a fifth of the calls may try again.
    expect(play(1, 1_000).extra).toBeLessThan(0.21);
  });
});
