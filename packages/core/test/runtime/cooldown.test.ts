import { describe, expect, test } from "vitest";
import { mulligan, retryAfterMs } from "../../src/runtime/index.ts";
import { virtualClock } from "../situations/virtual-clock.mjs";

describe("Retry-After", () => {
  const response = (headers: Record<string, string>) => new Response(null, { headers });

  test("is read in seconds or as a date beside that of the answer, from responses and errors", () => {
    expect(retryAfterMs(response({ "Retry-After": "3" }))).toBe(3_000);
    const date = "Wed, 18 Nov 2026 05:00:00 GMT";
    expect(retryAfterMs(response({ date, "retry-after": "Wed, 18 Nov 2026 05:00:07 GMT" }))).toBe(7_000);
    expect(retryAfterMs(Object.assign(new Error("429"), { headers: { "Retry-After": 2 } }))).toBe(2_000);
    expect(retryAfterMs({ response: { headers: new Headers({ "retry-after": "1.5" }) } })).toBe(1_500);
  });

  test("is 0 where there is none or it cannot be read, and an hour at most", () => {
    const none = [
      undefined,
      null,
      5,
      "text",
      {},
      { headers: null },
      response({}),
      response({ "retry-after": "soon" }),
    ];
    for (const answer of none) expect(retryAfterMs(answer)).toBe(0);
    expect(retryAfterMs(response({ "retry-after": "-5" }))).toBe(0);
    expect(retryAfterMs(response({ "retry-after": "1e9" }))).toBe(3_600_000);
  });
});

/** East is over its limit until then, west is slow. */
function limited(untilMs: number, west?: number) {
  const clock = virtualClock();
  const asked: string[] = [];
  const arm = (name: string, ms: number) => async () => {
    asked.push(`${name} ${clock.now()}`);
    await clock.sleep(5);
    if (name === "east" && clock.now() < untilMs) {
      throw Object.assign(new Error("429"), { headers: new Headers({ "retry-after": "1" }) });
    }
    await clock.sleep(ms - 5);
    return name;
  };
  const arms: Record<string, () => Promise<string>> =
    west === undefined ? { east: arm("east", 5) } : { east: arm("east", 5), west: arm("west", west) };
  return { clock, asked, calls: mulligan({ arms, clock, seed: 1, deadline: 10_000 }) };
}

test("the arm is left alone by all calls, while another is asked at once", async () => {
  const { clock, asked, calls } = limited(3_000, 20);
  for (let i = 0; i < 40; i++) expect(await clock.until(calls.execute())).toBe("west");
  expect(clock.now()).toBeLessThan(40 * 20 + 20);
  expect(asked.filter((each) => each.startsWith("east")).length).toBe(1);
  expect(calls.stats().arms.east.state).toBe("cooling");
});

test("with one arm a call waits until it may be asked, and others that wait come after it has answered", async () => {
  const { clock, asked, calls } = limited(500);
  const first = await clock.until(
    Promise.all([calls.execute(), clock.sleep(100).then(() => calls.execute())]),
  );
  expect(first).toEqual(["east", "east"]);
  expect(asked[0]).toBe("east 0");
  expect(asked[1]).toBe("east 1005");
  expect(asked.length).toBe(3);
});

test("a call that cannot wait for the arm until its deadline fails at once", async () => {
  const { clock, calls } = limited(5_000);
  await expect(clock.until(calls.execute({ deadline: 500 }))).rejects.toMatchObject({ reason: "deadline" });
  expect(clock.now()).toBe(5);
  await expect(clock.until(calls.execute({ deadline: 500 }))).rejects.toMatchObject({ reason: "deadline" });
  expect(clock.now()).toBe(5);
});

test("a number is a pause of the call alone, and only for that arm", async () => {
  const clock = virtualClock();
  let calls = 0;
  const quote = mulligan({
    arms: { east: async () => (++calls === 1 ? Promise.reject(new Error("503")) : "ok") },
    backoff: 50,
    clock,
    seed: 1,
  });
  await clock.until(Promise.all([quote.execute(), quote.execute()]));
  // The first call is refused and pauses; the second one does not wait for that.
  expect(clock.now()).toBe(50);
  expect(calls).toBe(3);
});
