import { describe, expect, test } from "vitest";
import { type CallAdvisor, callAdvisor } from "../../src/runtime/call-advisor.ts";

describe("an advisor", () => {
  const arms = ["east", "west"];
  type Answer = ReturnType<CallAdvisor["begin"]>;
  /** The attempt that was begun. */
  function begun(answer: Answer) {
    if ("refused" in answer) throw new Error(`refused: ${answer.refused}`);
    return answer;
  }
  function succeed(advisor: CallAdvisor, calls: number, at = 0, timeMs = 10): number {
    let now = at;
    for (let call = 0; call < calls; call++) {
      const { id } = begun(advisor.begin({ call: `warm ${at} ${call}` }, now));
      now += timeMs;
      advisor.observe(id, { timeMs, reward: 1 }, now);
    }
    return now;
  }

  test("leaves an arm alone that asked for it, and refuses when all did", () => {
    const advisor = callAdvisor({ arms });
    const now = succeed(advisor, 20);
    const first = begun(advisor.begin({ call: "a" }, now));
    advisor.observe(first.id, { timeMs: 1, reward: 0, retryAfterMs: 5_000 }, now + 1);
    const second = begun(advisor.begin({ call: "a" }, now + 1));
    expect(second).toMatchObject({ attempt: 2, arm: 1 - first.arm });
    for (let call = 0; call < 20; call++) {
      expect(begun(advisor.begin({}, now + 2)).arm).toBe(1 - first.arm);
    }
    // An hour at most.
    advisor.observe(second.id, { timeMs: 1, reward: 0, retryAfterMs: 1e9 }, now + 2);
    expect(advisor.begin({ call: "a" }, now + 2)).toEqual({ refused: "cooldown", waitMs: 4_999, cuts: [] });
    expect(advisor.begin({ call: "b", remainingMs: 100 }, now + 2)).toMatchObject({
      refused: "deadline",
      waitMs: Infinity,
    });
    expect(advisor.explain(undefined, now + 2)).toMatchObject({ arm: undefined, reason: "cooldown" });
    expect(begun(advisor.begin({ call: "a" }, now + 5_001)).arm).toBe(first.arm);
  });

  test("opens the breaker when every call is lost, and closes it by a probe", () => {
    const advisor = callAdvisor({ arms: ["only"], deadline: 1_000 });
    let now = succeed(advisor, 50);
    let refused: Answer | undefined;
    for (let round = 0; round < 20 && refused === undefined; round++) {
      const answers = Array.from({ length: 5 }, (_, call) =>
        advisor.begin({ call: `lost ${round} ${call}` }, now),
      );
      refused = answers.find((answer) => "refused" in answer);
      now += 1_000;
      for (const answer of answers) {
        if ("id" in answer) advisor.observe(answer.id, { timeMs: 1_000 }, now);
      }
    }
    expect(refused).toMatchObject({ refused: "breaker" });
    const { waitMs } = refused as { waitMs: number };
    expect(waitMs).toBeGreaterThan(0);
    expect(waitMs).toBeLessThanOrEqual(1_000);
    const probe = begun(advisor.begin({ call: "probe" }, now));
    expect(advisor.begin({ call: "another" }, now)).toMatchObject({ refused: "breaker" });
    advisor.observe(probe.id, { timeMs: 10, reward: 1 }, now + 10);
    expect(advisor.begin({ call: "after" }, now + 11)).toMatchObject({ attempt: 1 });
  });

  test("a cut that came too late is no harm: the call has its value, and what followed is over", () => {
    const advisor = callAdvisor({ arms, maxExtraLoad: 5 });
    const now = succeed(advisor, 50);
    const first = begun(advisor.begin({ call: "a" }, now));
    const later = now + first.cutoffMs;
    const second = begun(advisor.begin({ call: "a" }, later));
    expect(second.cuts).toEqual([first.id]);
    advisor.observe(first.id, { timeMs: first.cutoffMs + 1, reward: 1 }, later + 1);
    // The same name is a new call now.
    expect(begun(advisor.begin({ call: "a" }, later + 2))).toMatchObject({ attempt: 1 });
    const saved = advisor.save();
    advisor.observe(second.id, { timeMs: 5, reward: 1 }, later + 2);
    expect(advisor.save()).toEqual(saved);
  });

  test("an ask that comes an hour late teaches no more than that the attempt lasted past its cutoff", () => {
    const advisor = callAdvisor({ arms: ["only"] });
    const now = succeed(advisor, 50);
    const before = advisor.explain(undefined, now);
    begun(advisor.begin({ call: "a" }, now));
    begun(advisor.begin({ call: "a" }, now + 3_600_000));
    const after = advisor.explain(undefined, now + 3_600_000);
    expect(after.expectedMs).toBeLessThan(before.expectedMs + 50);
  });

  test("forgets calls that nobody finished, and what was under way in them", () => {
    const advisor = callAdvisor({ arms, maxCutoffMs: 1_000 });
    const now = succeed(advisor, 10);
    for (let call = 0; call < 1_000; call++) advisor.begin({ call: `left ${call}` }, now);
    expect(advisor.save().calls).toHaveLength(1_000);
    begun(advisor.begin({ call: "next" }, now + 2_001));
    const { calls, learned } = advisor.save();
    expect(calls).toHaveLength(1);
    expect((learned as { outstanding: number[] }).outstanding.reduce((sum, count) => sum + count)).toBe(1);
  });

  test("keeps 20,000 calls at most", () => {
    const advisor = callAdvisor({ arms });
    for (let call = 0; call < 20_100; call++) advisor.begin({ call: `left ${call}` }, 0);
    expect(advisor.save().calls).toHaveLength(20_000);
  });

  test("sends calls to the cheap arm if that is worth it, by costs that are told", () => {
    const advisor = callAdvisor({ arms, msPerCost: 100 });
    let now = 0;
    const chosen = [0, 0];
    for (let call = 0; call < 200; call++) {
      const { id, arm } = begun(advisor.begin({ call: `${call}` }, now));
      if (call >= 50) chosen[arm] += 1;
      const timeMs = arm === 0 ? 10 : 20;
      now += timeMs;
      advisor.observe(id, { timeMs, reward: 1, cost: arm === 0 ? 1 : 0 }, now);
    }
    expect(chosen[1]).toBeGreaterThan(140);
  });

  test("keeps arms in the order given, whatever their names", () => {
    const advisor = callAdvisor({ arms: ["b", "10", "2", "__proto__"] });
    const started = Array.from({ length: 4 }, () => begun(advisor.begin({}, 0)).arm);
    expect(started).toEqual([0, 1, 2, 3]);
    expect(advisor.explain(undefined, 0).arms.map(({ arm }) => arm)).toEqual(["b", "10", "2", "__proto__"]);
  });

  test("goes on when its clock is set back", () => {
    const advisor = callAdvisor({ arms });
    const now = succeed(advisor, 10, 1_000_000);
    const { id } = begun(advisor.begin({ call: "a" }, now - 500_000));
    advisor.observe(id, { timeMs: 10, reward: 1 }, now - 499_990);
    expect(begun(advisor.begin({ call: "b" }, now + 1)).cutoffMs).toBeGreaterThan(10);
  });

  test("refuses what is not an option of its own, names twice, and a saved state of another version", () => {
    expect(() => callAdvisor({ arms: ["a", "a"] })).toThrow("callAdvisor: arms must be different names");
    expect(() => callAdvisor({ arms, maxAttemps: 1 } as never)).toThrow('unknown option "maxAttemps"');
    const saved = { ...callAdvisor({ arms }).save(), version: 2 } as never;
    expect(() => callAdvisor({ arms }, saved)).toThrow("the saved version must be 1, got 2");
  });
});
