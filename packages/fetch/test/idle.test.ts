import { describe, expect, test } from "vitest";
import { virtualClock } from "../../core/test/situations/virtual-clock.mjs";
import { learnedFetch, StalledBodyError } from "../src/index.ts";
import { randomServer } from "./random-server.ts";

/** Reads streams of a hundred chunks; the last pauses so long before its last chunk. */
async function read(idle: "auto" | number | undefined, gaps: readonly number[]) {
  const clock = virtualClock();
  const answers = gaps.map((gapMs) => ({
    headersMs: 5,
    connects: true,
    status: 200,
    redirected: false,
    chunks: [...Array(99).fill({ gapMs: 20, bytes: 1 }), { gapMs, bytes: 1 }],
    end: "closes" as const,
    endMs: 1,
  }));
  const { served, fetch } = randomServer(answers, clock);
  const get = learnedFetch({ fetch, clock, seed: 1, ...(idle === undefined ? {} : { idle }) });
  const ended: unknown[] = [];
  for (const _ of gaps) {
    const response = await clock.until(get("https://a.test/"));
    const body = response.arrayBuffer().then(({ byteLength }) => byteLength);
    ended.push(await clock.until(body.catch((error: unknown) => error)));
  }
  return { ended, served, clock };
}

describe("idle", () => {
  test("a body that stands still for longer fails with a StalledBodyError, and its request is aborted, not repeated", async () => {
    const { ended, served, clock } = await read(1_000, [20, 999, 1_001]);
    expect(ended.slice(0, 2)).toEqual([100, 100]);
    expect(ended[2]).toBeInstanceOf(StalledBodyError);
    expect(ended[2]).toMatchObject({ idleMs: 1_000, message: "the body stalled: no byte for 1000 ms" });
    expect(served.map(({ state }) => state)).toEqual(["ended", "ended", "aborted"]);
    expect(clock.pending).toBeLessThanOrEqual(1);
  });

  test("auto waits for ever at first, then for ten times the longest gap, and for five seconds at least", async () => {
    const { ended } = await read("auto", [4_000, 20, 39_000, 41_000]);
    expect(ended.slice(0, 3)).toEqual([100, 100, 100]);
    // The gap of 39 seconds has been learned from.
    expect(ended[3]).toBe(100);
    expect((await read("auto", [20, 4_900])).ended).toEqual([100, 100]);
    expect((await read("auto", [20, 5_100])).ended[1]).toBeInstanceOf(StalledBodyError);
  });

  test("auto remembers a long gap for five hundred more, and then forgets it", async () => {
    const after = async (quick: number) =>
      (await read("auto", [4_000, ...Array(quick).fill(20), 39_000])).ended.at(-1);
    expect(await after(6)).toBe(100);
    expect(await after(11)).toBeInstanceOf(StalledBodyError);
  });

  test("auto doubles its patience after a stall, so that it learns of longer gaps", async () => {
    const { ended } = await read("auto", [20, 18_000, 18_000, 18_000]);
    expect(ended.map((end) => end instanceof StalledBodyError)).toEqual([false, true, true, false]);
  });

  test("without it a body may stand still for ever", async () => {
    expect((await read(undefined, [20, 20, 1e7])).ended).toEqual([100, 100, 100]);
  });

  test("the caller's own slowness is no stall", async () => {
    const clock = virtualClock();
    const get = learnedFetch({
      clock,
      idle: 100,
      fetch: async () => new Response(new Blob(["a", "b"]).stream()),
    });
    const response = await clock.until(get("https://a.test/"));
    await clock.until(clock.sleep(10_000));
    expect(await clock.until(response.text())).toBe("ab");
  });
});
