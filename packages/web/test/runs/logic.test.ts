import { ServiceError, type ServiceEvent, type State, type Summary, type Tried } from "mulligan/client";
import { describe, expect, test, vi } from "vitest";
import { shellWord } from "../../src/design/shell-line.tsx";
import { followEvents, pauseAfter, type StreamState } from "../../src/runs/event-stream.ts";
import { lanesOf, MAX_LANES, ticksBetween } from "../../src/runs/lanes.ts";
import { curveRows, drawnArms, roundEnds } from "../../src/runs/rate-curve.tsx";
import { agoText, inOrder } from "../../src/runs/run-list.tsx";
import { timeSaved } from "../../src/runs/saved-time.tsx";

type Arm = State["arms"][number];

const arm = (given: Partial<Arm>): Arm => ({
  name: "a",
  decisions: 0,
  completed: 0,
  failed: 0,
  censored: 0,
  time: 0,
  reward: 0,
  bestCutoff: null,
  bestRate: null,
  rateWithoutCutoff: null,
  gain: null,
  restart: "unclear",
  unfinished: null,
  curve: [],
  withoutCutoff: null,
  ...given,
});

describe("time saved", () => {
  test("is what the successes would have cost less what all tries took, also those of arms that earned nothing", () => {
    const arms = [
      arm({ time: 10, withoutCutoff: { time: 40, exact: true } }),
      arm({ time: 5, withoutCutoff: null }),
    ];
    expect(timeSaved(arms)).toEqual({ spent: 15, without: 40, exact: true });
  });

  test("is not known where nothing succeeded, nor where a lower bound is below what was spent", () => {
    expect(timeSaved([arm({ time: 10 })])).toBeUndefined();
    expect(timeSaved([arm({ time: 10, withoutCutoff: { time: 9, exact: false } })])).toBeUndefined();
    expect(timeSaved([arm({ time: 10, withoutCutoff: { time: 9, exact: true } })])).toMatchObject({
      without: 9,
    });
  });
});

describe("lanes", () => {
  const tried = (number: number, name: string, time: number): Tried => ({
    number,
    at: null,
    arm: name,
    cutoff: 9,
    kind: "censored",
    time,
  });

  test("tries stand one after the other on the clock of all time spent, which begins with the first or ends now", () => {
    const tries = [tried(8, "b", 2), tried(9, "a", 3)];
    const { lanes, from, to } = lanesOf(tries, ["a", "b", "c"], false);
    expect([from, to]).toEqual([-5, 0]);
    expect(lanesOf(tries, ["a", "b"], true)).toMatchObject({ from: 0, to: 5 });
    expect(lanes.map((lane) => [lane.arm, lane.bars.map((bar) => [bar.from, bar.to, bar.end])])).toEqual([
      ["a", [[-3, 0, "cut"]]],
      ["b", [[-5, -3, "cut"]]],
    ]);
  });

  test("of many arms those with the most tries are shown, and the others counted", () => {
    const arms = Array.from({ length: MAX_LANES + 2 }, (_, place) => `arm ${place}`);
    const tries = [...arms, ...arms.slice(2)].map((name, place) => tried(place + 1, name, 1));
    const { lanes, leftOut } = lanesOf(tries, arms, true);
    expect(lanes.map((lane) => lane.arm)).toEqual(arms.slice(2));
    expect(leftOut).toBe(2);
  });

  test("an axis has round numbers, about as many as asked for", () => {
    expect(ticksBetween(0, 10, 5)).toEqual([0, 2, 4, 6, 8, 10]);
    expect(ticksBetween(-5, 0, 3).map((tick) => tick + 0)).toEqual([-4, -2, 0]);
    expect(ticksBetween(0, 42, 2)).toEqual([0, 20, 40]);
    expect(ticksBetween(3, 3, 4)).toEqual([3]);
  });
});

test("curves of several arms share their cutoffs; what is infinite or absent is left out", () => {
  const point = (cutoff: number, rate: number) => ({ cutoff, survival: 0.5, rate, low: 0, high: Infinity });
  const arms = [
    arm({ name: "a", decisions: 1, bestCutoff: 2, bestRate: 5, curve: [point(1, 4), point(2, 5)] }),
    arm({ name: "none", decisions: 9 }),
    arm({ name: "b", decisions: 2, bestCutoff: Infinity, bestRate: 7, curve: [point(3, 7)] }),
  ];
  expect(drawnArms(arms, 1).map(({ name }) => name)).toEqual(["b"]);
  const drawn = drawnArms(arms, 4);
  expect(drawn.map(({ name }) => name)).toEqual(["a", "b"]);
  expect(curveRows(drawn, 10)).toEqual([
    [1, 2, 3],
    [40, 50, null],
    [null, null, null],
    [0, 0, null],
    [null, null, 70],
    [null, null, null],
    [null, null, 0],
    [null, 50, null],
  ]);
  expect(roundEnds([0.013, 230])).toEqual({ from: 0.01, to: 500 });
  expect(roundEnds([200])).toEqual({ from: 200, to: 400 });
});

test("what runs stands first, then what is active now, both in the order of names, then the newest activity", () => {
  const now = 1e12;
  const summary = (name: string, ago: number, live = false) =>
    ({ name, lastActive: now - ago, readOnly: true, live }) as Summary;
  const problems = [summary("old", 9e6), summary("z", 1_000), summary("b", 3e5), summary("c", 59_000)];
  const running = summary("slow", 1e5, true);
  const names = inOrder([...problems, running], now).map(({ name }) => name);
  expect(names).toEqual(["slow", "c", "z", "b", "old"]);
  expect([59_000, 61_000, 7.3e6, 1e9].map((ago) => agoText(now - ago, now))).toEqual([
    "just now",
    "1 min ago",
    "2 h ago",
    "2001-08-28",
  ]);
});

test("a word is what a shell reads it as", () => {
  expect(shellWord("/tmp/a-b/c.1")).toBe("/tmp/a-b/c.1");
  expect(shellWord("it's $HOME")).toBe(`'it'\\''s $HOME'`);
});

describe("following", () => {
  const event = { event: "state", id: "1", data: {} } satisfies ServiceEvent;

  test("pauses grow to half a minute", () => {
    expect([1, 2, 3, 6, 60].map(pauseAfter)).toEqual([1_000, 2_000, 4_000, 30_000, 30_000]);
  });

  /** Streams that end as told, one after the other; the last stays open. */
  async function played(...ends: readonly (Error | "ends")[]): Promise<StreamState["kind"][]> {
    vi.useFakeTimers();
    const kinds: StreamState["kind"][] = [];
    const left = [...ends];
    const { stop } = followEvents({
      async *open() {
        const end = left.shift();
        if (end instanceof Error) throw end;
        yield event;
        if (end === undefined) await new Promise(() => {});
      },
      onEvent() {},
      onState: ({ kind }) => kinds.push(kind),
    });
    await vi.advanceTimersByTimeAsync(120_000);
    stop();
    vi.useRealTimers();
    return kinds;
  }

  test("what breaks off or is refused for now is tried again; a first word ends the pauses", async () => {
    expect(await played(new TypeError("network"), new ServiceError(429, "many"), "ends")).toEqual([
      "connecting",
      "lost",
      "lost",
      "open",
      "lost",
      "open",
    ]);
  });

  test.each([
    [401, "token"],
    [404, "gone"],
  ])("%i is no reason to try again", async (status, kind) => {
    expect(await played(new ServiceError(status, "no"))).toEqual(["connecting", kind]);
  });
});
