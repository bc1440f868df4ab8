import { describe, expect, test } from "vitest";
import { stream } from "../../src/random/stream.ts";
import { ArmHealth, type AttemptSign } from "../../src/runtime/arm-health.ts";

/** An attempt that began at `startedAt` and took 10 ms, which is usual. */
const sign = (
  kind: AttemptSign["kind"],
  startedAt: number,
  more: Partial<AttemptSign> = {},
): AttemptSign => ({
  arm: 0,
  kind,
  startedAt,
  timeMs: 10,
  chance: 0,
  successMs: 20,
  ...more,
});

/** An arm of which nearly every attempt succeeded. */
function healthy(arms = 1, breaker = true): ArmHealth {
  const health = new ArmHealth(arms, breaker);
  for (let arm = 0; arm < arms; arm++) {
    for (let i = 0; i < 300; i++) health.end(sign("success", i, { arm, chance: 1 }), i);
  }
  return health;
}

describe("an outage", () => {
  test("is ten failures in a row that chance does not explain, of attempts that began after the last success", () => {
    const health = healthy(2);
    for (let i = 0; i < 50; i++) health.end(sign("rejection", 5), 300 + i); // begun before the success
    expect([health.outage, health.mayAsk(0, 410)]).toEqual([false, true]);
    for (let i = 0; i < 9; i++) health.end(sign("rejection", 400, { arm: i % 2 }), 410);
    expect(health.outage).toBe(false);
    health.end(sign("rejection", 400), 410);
    expect(health.outage).toBe(true);
    health.end(sign("success", 420, { arm: 1 }), 430);
    expect(health.outage).toBe(false);
  });

  test("is not seen where most attempts fail anyway: 0.9 to the power of 50 is one in 200", () => {
    const health = healthy();
    for (let i = 0; i < 50; i++) health.end(sign("cut", 400, { chance: 0.9 }), 410);
    expect(health.outage).toBe(false);
    for (let i = 0; i < 90; i++) health.end(sign("cut", 400, { chance: 0.9 }), 410);
    expect(health.outage).toBe(true);
  });

  test("makes pauses half as long as it has lasted, from 50 ms to 5 s, give or take a half", () => {
    const health = new ArmHealth(1, true);
    for (let i = 0; i < 30; i++) health.end(sign("rejection", 0), 1_000);
    const random = stream(1, "pause");
    const pauses = (now: number) => Array.from({ length: 1_000 }, () => health.pauseMs(now, random));
    for (const [now, mean] of [
      [1_000, 50],
      [3_000, 1_000],
      [100_000, 5_000],
    ]) {
      expect(Math.min(...pauses(now))).toBeGreaterThanOrEqual(mean / 2);
      expect(Math.max(...pauses(now))).toBeLessThanOrEqual(1.5 * mean);
    }
  });
});

describe("an arm that refuses", () => {
  test("is not asked after five refusals while another works, and is when none does", () => {
    const health = healthy(2);
    for (let i = 0; i < 4; i++) health.end(sign("rejection", 400), 410);
    expect(health.mayAsk(0, 410)).toBe(true);
    health.end(sign("rejection", 400), 410);
    expect([health.mayAsk(0, 410), health.stateOf(0, 410)]).toEqual([false, "failing"]);
    for (let i = 0; i < 5; i++) health.end(sign("rejection", 400, { arm: 1 }), 410);
    expect(health.mayAsk(0, 410)).toBe(true);
    health.end(sign("success", 420), 430);
    expect(health.stateOf(0, 430)).toBe("ready");
  });

  test("may be left without extra load after two refusals; one that was only slow may not", () => {
    const health = healthy(2);
    health.end(sign("rejection", 400), 410);
    expect(health.leavesFreely(0)).toBe(false);
    health.end(sign("rejection", 400), 410);
    expect(health.leavesFreely(0)).toBe(true);
    for (let i = 0; i < 5; i++) health.end(sign("cut", 400, { arm: 1 }), 410);
    expect([health.leavesFreely(0), health.leavesFreely(1)]).toEqual([false, false]);
  });

  test("may be left without extra load if it never answered while another does", () => {
    const health = new ArmHealth(2, true);
    health.end(sign("cut", 0), 10);
    expect(health.leavesFreely(0)).toBe(false);
    health.end(sign("success", 0, { arm: 1 }), 10);
    expect([health.leavesFreely(0), health.leavesFreely(1)]).toEqual([true, false]);
  });
});

describe("a probe", () => {
  test("is due when an arm failed three times and was not asked for 40 calls and 0.8 s", () => {
    const health = healthy(2);
    health.begin(0, 400);
    for (let i = 0; i < 3; i++) health.end(sign("cut", 400), 410);
    for (let call = 0; call < 39; call++) health.countCall();
    expect(health.probe(2_000)).toBe(undefined);
    health.countCall();
    expect(health.probe(1_000)).toBe(undefined);
    expect(health.probe(1_200)).toBe(0);
    health.begin(0, 1_200);
    expect(health.probe(1_200)).toBe(undefined);
  });

  test("is not made where no arm works: then every call is one", () => {
    const health = healthy(1);
    for (let i = 0; i < 9; i++) health.end(sign("cut", 400), 410);
    for (let call = 0; call < 100; call++) health.countCall();
    expect(health.probe(10_000)).toBe(undefined);
  });
});

describe("a cooldown", () => {
  test("keeps all calls from an arm, and the first of several says when one may be asked", () => {
    const health = healthy(2);
    health.cool(0, 1_000);
    expect([health.mayAsk(0, 500), health.mayAsk(1, 500), health.stateOf(0, 500)]).toEqual([
      false,
      true,
      "cooling",
    ]);
    expect(health.readyAt(undefined, 500)).toBe(500);
    health.cool(1, 800);
    expect(health.readyAt(undefined, 500)).toBe(800);
    // One execution may wait for an arm longer than others do.
    expect(health.readyAt([-Infinity, 900], 500)).toBe(900);
  });

  test("ends with one attempt at a time, until one has ended", () => {
    const health = healthy(1);
    health.cool(0, 1_000);
    expect(health.readyAt(undefined, 1_000)).toBe(1_000);
    health.begin(0, 1_000);
    expect(health.readyAt(undefined, 1_000)).toBe(1_040); // twice the time of a success
    health.end(sign("success", 1_000), 1_010);
    expect(health.readyAt(undefined, 1_010)).toBe(1_010);
    health.begin(0, 1_010);
    expect(health.readyAt(undefined, 1_010)).toBe(1_010);
  });
});

describe("the breaker", () => {
  const lost = (startedAt: number) => sign("deadline", startedAt, { timeMs: 1_000 });

  test("opens after five lost calls, refuses but for probes that become rarer, and closes with a usual success", () => {
    const health = healthy();
    for (let i = 0; i < 5; i++) {
      expect(health.admits(500)).toBe(true);
      health.end(lost(400), 1_400);
    }
    expect([health.isBreakerOpen(1_400), health.stateOf(0, 1_400)]).toEqual([true, "open"]);
    const probes = [];
    for (let now = 1_400; now < 10_000; now++) if (health.admits(now)) probes.push(now - 1_400);
    // Ten times a success, then twice as long again and again, up to a second.
    expect(probes.slice(0, 6)).toEqual([0, 200, 600, 1_400, 2_400, 3_400]);
    health.end(sign("success", 5_000, { timeMs: 900, chance: 0.01 }), 5_900);
    expect(health.isBreakerOpen(5_900)).toBe(true); // it still works off its queue
    health.end(sign("success", 6_000, { chance: 0.5 }), 6_010);
    expect(health.isBreakerOpen(6_010)).toBe(false);
  });

  test("opens for calls that were lost at a deadline, however short that was", () => {
    const health = healthy();
    for (let i = 0; i < 5; i++) health.end(sign("deadline", 400), 410);
    expect(health.isBreakerOpen(410)).toBe(true);
  });

  test("closes after ten successes even if the arm has become slow for good", () => {
    const health = healthy();
    for (let i = 0; i < 5; i++) health.end(lost(400), 1_400);
    for (let i = 0; i < 10; i++) health.end(sign("success", 2_000, { timeMs: 900, chance: 0.01 }), 2_900);
    expect(health.isBreakerOpen(2_900)).toBe(false);
  });

  test("stays closed for quick refusals, where attempts are only cut, where half hang anyway, and if it is switched off", () => {
    const refused = healthy();
    for (let i = 0; i < 50; i++) refused.end(sign("rejection", 400, { timeMs: 2 }), 410);
    const cut = healthy();
    for (let i = 0; i < 50; i++) cut.end(sign("cut", 400, { timeMs: 1_000 }), 1_400);
    const hang = healthy();
    for (let i = 0; i < 15; i++) hang.end(sign("deadline", 400, { chance: 0.5, timeMs: 1_000 }), 1_400);
    const off = healthy(1, false);
    for (let i = 0; i < 50; i++) off.end(lost(400), 1_400);
    for (const health of [refused, cut, hang, off]) expect(health.isBreakerOpen(1_400)).toBe(false);
  });

  test("stays closed while one of several arms works, or only cools down", () => {
    const health = healthy(2);
    for (let i = 0; i < 5; i++) health.end(lost(400), 1_400);
    expect(health.isBreakerOpen(1_400)).toBe(false);
    health.cool(1, 9_000);
    expect(health.isBreakerOpen(1_400)).toBe(true);
  });
});
