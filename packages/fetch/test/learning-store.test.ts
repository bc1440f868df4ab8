import { describe, expect, test } from "vitest";
import { virtualClock } from "../../core/test/situations/virtual-clock.mjs";
import { type FetchOptions, type LearnedSnapshot, learnedFetch } from "../src/index.ts";

const url = "https://a.test/";

function saving(options: FetchOptions) {
  const clock = virtualClock();
  const get = learnedFetch({ clock, seed: 1, fetch: async () => new Response("ok"), ...options });
  const events: string[] = [];
  get.on("persistence", ({ during, error }) => events.push(`${during}: ${(error as Error).message}`));
  return { clock, get, events };
}

/** Something that was learned, through JSON. */
async function something(): Promise<LearnedSnapshot> {
  const { clock, get } = saving({});
  for (let i = 0; i < 20; i++) await clock.until(get(url));
  await clock.until(get("https://b.test/"));
  return JSON.parse(JSON.stringify(get.snapshot()));
}

describe("load", () => {
  test("begins with what was saved, and keeps what it does not need for the next save", async () => {
    const learned = await something();
    const { clock, get, events } = saving({ load: async () => learned });
    await clock.until(get(url));
    expect(get.explain(url).attempts).toBeGreaterThan(15);
    expect(Object.keys(get.snapshot().origins).toSorted()).toEqual([new URL(url).origin, "https://b.test"]);
    expect(events).toEqual([]);
  });

  test.each([
    ["throws", () => Promise.reject(new Error("no file")), /^load: no file$/],
    [
      "throws at once",
      () => {
        throw new Error("no file");
      },
      /^load: no file$/,
    ],
    ["hangs", () => new Promise(() => {}), /^load: load took too long$/],
    ["returns text", () => "{}", /^load: mulligan: what load returns must be a snapshot/],
    ["returns another version", () => ({ version: 2, origins: {} }), /^load: .*got \{"version":2/],
    ["returns a list", () => [], /^load: mulligan: what load returns/],
    [
      "returns a broken part",
      () => ({ version: 1, origins: { "https://a.test": { version: 9 } } }),
      /version/,
    ],
    ["returns nothing", () => undefined, undefined],
    ["returns null", () => null, undefined],
  ])("that %s fails no request", async (_, load, message) => {
    const { clock, get, events } = saving({ load });
    expect(await (await clock.until(get(url))).text()).toBe("ok");
    expect(events.length).toBe(message === undefined ? 0 : 1);
    if (message !== undefined) expect(events[0]).toMatch(message);
    expect(clock.now()).toBeLessThanOrEqual(1_000);
    expect(clock.pending).toBe(0);
  });
});

describe("save", () => {
  test("is called once for many requests, some seconds later, and at the disposal", async () => {
    const saved: LearnedSnapshot[] = [];
    const { clock, get } = saving({ save: (learned) => void saved.push(learned) });
    for (let i = 0; i < 20; i++) await clock.until(get(url));
    expect(saved.length).toBe(0);
    await clock.until(clock.sleep(10_000));
    expect(saved.length).toBe(1);
    await clock.until(get(url));
    await get[Symbol.asyncDispose]();
    expect(saved.length).toBe(2);
    await clock.until(clock.sleep(10_000));
    expect(saved.length).toBe(2);
    const next = saving({ load: () => saved[1] });
    await next.clock.until(next.get(url));
    expect(next.get.explain(url).attempts).toBeGreaterThan(15);
  });

  test("before everything is loaded waits, so that nothing is lost, and a listener that throws stops nothing", async () => {
    const saved: LearnedSnapshot[] = [];
    const learned = await something();
    const { clock, get } = saving({
      load: async () => learned,
      save(snapshot) {
        saved.push(snapshot);
        throw new Error("disk full");
      },
    });
    get.on("persistence", () => {
      throw new Error("a listener's");
    });
    const before = console.error;
    const printed: unknown[] = [];
    console.error = (...words) => printed.push(words);
    try {
      await clock.until(get.save());
      await clock.until(get.save());
    } finally {
      console.error = before;
    }
    expect(saved.map(({ origins }) => Object.keys(origins).length)).toEqual([2, 2]);
    expect(printed.length).toBe(2);
  });

  test("that fails tells of it, and the next one is tried; two never overlap", async () => {
    let [calls, open, most] = [0, 0, 0];
    const { clock, get, events } = saving({
      async save() {
        most = Math.max(most, ++open);
        await clock.sleep(20_000);
        open -= 1;
        if (++calls === 1) throw new Error("disk full");
      },
    });
    for (let i = 0; i < 10; i++) {
      await clock.until(get(url));
      await clock.until(clock.sleep(6_000));
    }
    await clock.until(get.save());
    expect(events).toEqual(["save: disk full"]);
    expect([calls > 2, most]).toEqual([true, 1]);
  });
});
