import {
  type CostWithoutCutoff,
  ServiceError,
  type ServiceEvent,
  type State,
  type Summary,
  type Tried,
} from "mulligan/client";
import { describe, expect, test, vi } from "vitest";
import { sortedBy } from "../../src/runs/comparison.tsx";
import { followEvents, pauseAfter, type StreamState } from "../../src/runs/event-stream.ts";
import { barAt, lanesOf, MAX_LANES, ticksBetween } from "../../src/runs/lanes.ts";
import { curveRows, drawnArms, roundEnds } from "../../src/runs/rate-curve.tsx";
import { runStatus, sortRuns } from "../../src/runs/run-order.ts";
import { agoText, durationText, runDuration, runTimeLeft } from "../../src/runs/run-times.ts";
import { savedShort, savedTexts } from "../../src/runs/saved-time.tsx";

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
  const verdict = (cost: CostWithoutCutoff, unit = "ms") => savedTexts(cost, unit).verdict;

  test("is a sentence with a range, in one unit", () => {
    const cost = { time: 50_100, low: 35_200, high: 70_400, exact: true, spent: 11_300 };
    expect(verdict(cost)).toBe("11 s instead of about 50 s (35 s to 70 s)");
    expect(savedTexts(cost, "ms").detail).toMatch(/77% of the time was saved/);
    expect(verdict(cost, "flips")).toMatch(/^11,300 flips instead of about 50,100 flips/);
  });

  test("is never a gain that may be a loss, nor a loss that may be a gain", () => {
    const cost = { time: 10_000, low: 8_000, high: 13_000, exact: true };
    expect(verdict({ ...cost, spent: 9_000 })).toBe("9 s, about as long as without a cutoff (8 s to 13 s)");
    expect(verdict({ ...cost, spent: 12_500 })).toMatch(/about as long/);
    expect(verdict({ ...cost, spent: 14_000 })).toMatch(/: restarting cost time$/);
    expect(verdict({ time: 30_000, exact: false, spent: 10_000 })).toBe("10 s instead of at least 30 s");
    expect(verdict({ time: 5, low: 5, high: 5, exact: true, spent: 5 })).toBe("5 ms, nothing was cut");
  });

  test("in a list it is short", () => {
    const short = (withoutCutoff: CostWithoutCutoff | null) =>
      savedShort({ withoutCutoff, unit: "ms" } as unknown as Summary);
    expect(short({ time: 50_000, low: 35_000, high: 70_000, exact: true, spent: 11_000 })).toBe("39 s saved");
    expect(short({ time: 30_000, exact: false, spent: 10_000 })).toBe("at least 20 s saved");
    expect(short({ time: 10_000, low: 8_000, high: 12_000, exact: true, spent: 20_000 })).toBe("10 s lost");
    expect(short({ time: 10_000, low: 8_000, high: 12_000, exact: true, spent: 9_000 })).toBe(
      "about the same",
    );
    expect(short(null)).toBe("not known");
  });
});

describe("a run's clock", () => {
  const begun = 1e12;
  const runOf = (run: object) =>
    ({
      readOnly: true,
      lastActive: begun + 10_000,
      run: { began: begun, state: "running", done: 0, doneBefore: 0, ...run },
    }) as unknown as Summary;

  test("the time left follows from the tasks of this session", () => {
    const now = begun + 60_000;
    expect(runTimeLeft(runOf({ tasks: 100, done: 40, doneBefore: 20 }), now)).toBe(180_000);
    for (const none of [{ done: 40 }, { tasks: 100, done: 20, doneBefore: 20 }, { tasks: 9, done: 9 }]) {
      expect(runTimeLeft(runOf(none), now)).toBeUndefined();
    }
    expect(runTimeLeft(runOf({ tasks: 100, done: 40, state: "gone" }), now)).toBeUndefined();
  });

  test("a run that ended lasted until its last trial", () => {
    expect(runDuration(runOf({ state: "gone" }), begun + 60_000)).toBe(10_000);
    expect(runDuration(runOf({}), begun + 60_000)).toBe(60_000);
    const texts = ["7 s", "3 min 20 s", "2 h 5 min", "1 d 3 h"];
    expect([7_400, 200_000, 7_500_000, 1e8].map(durationText)).toEqual(texts);
  });

  test("how it ended is said", () => {
    const said = ["running", "finished", "stopped", "gone"].map((state) => runStatus(runOf({ state })));
    expect(said).toEqual(["running", "finished", "stopped early", "stopped: its process is gone"]);
  });
});

test("runs are sorted by what is known of them; those without a value stand last", () => {
  const now = 1e12;
  const run = (name: string, began?: number, withoutCutoff: CostWithoutCutoff | null = null, completed = 0) =>
    ({
      name,
      readOnly: true,
      lastActive: now,
      arms: [arm({ completed })],
      run: { ...(began === undefined ? {} : { began }), state: "finished", done: 0, doneBefore: 0 },
      withoutCutoff,
    }) as unknown as Summary;
  const saved = (time: number) => ({ time, exact: true, spent: 1 });
  const runs = [run("a", now - 5, saved(3)), run("b", undefined, null, 7), run("c", now - 9, saved(8), 2)];
  const names = (order: Parameters<typeof sortRuns>[1]) => sortRuns(runs, order, now).map(({ name }) => name);
  expect(names("name")).toEqual(["a", "b", "c"]);
  expect(names("start")).toEqual(["a", "c", "b"]);
  expect(names("duration")).toEqual(["c", "a", "b"]);
  expect(names("solved")).toEqual(["b", "c", "a"]);
  expect(names("saved")).toEqual(["c", "a", "b"]);
  const byStart = { value: ({ summary }: { summary: Summary }) => summary.run?.began };
  const compared = runs.map((summary) => ({ summary, state: undefined }));
  const order = (isUp: boolean) => sortedBy(compared, byStart, isUp, now).map(({ summary }) => summary.name);
  expect(order(true)).toEqual(["c", "a", "b"]);
  expect(order(false)).toEqual(["a", "c", "b"]);
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

  test("a place on the clock is a bar, or the nearest one of its lane", () => {
    const { lanes } = lanesOf([tried(1, "a", 2), tried(2, "b", 3), tried(3, "a", 1)], ["a", "b"], true);
    const at = [0.1, 2.5, 4.9, 9].map((time) => barAt(lanes[0].bars, time)?.tried.number);
    expect(at).toEqual([1, 1, 3, 3]);
    expect(barAt([], 1)).toBeUndefined();
  });

  test("an axis has round numbers, about as many as asked for", () => {
    expect(ticksBetween(0, 10, 5)).toEqual([0, 2, 4, 6, 8, 10]);
    expect(ticksBetween(-5, 0, 3).map((tick) => tick + 0)).toEqual([-4, -2, 0]);
    expect(ticksBetween(0, 42, 2)).toEqual([0, 20, 40]);
    expect(ticksBetween(3, 3, 4)).toEqual([3]);
  });
});

test("curves share their cutoffs, and the best cutoff lies on its curve; what is infinite is left out", () => {
  const point = (cutoff: number, rate: number) => ({ cutoff, survival: 0.5, rate, low: 0, high: Infinity });
  const arms = [
    arm({ name: "a", decisions: 1, curve: [point(1, 4), point(4, 6)] }),
    arm({ name: "none", decisions: 9 }),
    arm({ name: "b", decisions: 2, curve: [point(3, 7)] }),
  ];
  expect(drawnArms(arms, 1).map(({ name }) => name)).toEqual(["b"]);
  const drawn = drawnArms(arms, 4);
  expect(drawn.map(({ name }) => name)).toEqual(["a", "b"]);
  // 2 lies half-way between 1 and 4 on a log axis; 9 lies beyond the end of its curve.
  const curves = [
    { ...drawn[0], best: 2 },
    { ...drawn[1], best: 9 },
  ];
  expect(curveRows(curves, 10)).toEqual([
    [1, 2, 3, 4],
    [40, 50, null, 60],
    [null, null, null, null],
    [0, 0, null, 0],
    [null, null, 70, null],
    [null, null, null, null],
    [null, null, 0, null],
    [null, 50, null, null],
    [null, null, null, null],
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
  const names = sortRuns([...problems, running], "activity", now).map(({ name }) => name);
  expect(names).toEqual(["slow", "c", "z", "b", "old"]);
  expect([59_000, 61_000, 7.3e6, 1e9].map((ago) => agoText(now - ago, now))).toEqual([
    "just now",
    "1 min ago",
    "2 h ago",
    "2001-08-28",
  ]);
});

describe("following", () => {
  const event = { event: "state", id: "1", data: {} } satisfies ServiceEvent;

  test("pauses stay short while nothing answers, and grow to half a minute while the server refuses", () => {
    const pauses = (status?: number) => [1, 2, 3, 6, 60].map((failures) => pauseAfter(failures, status));
    expect(pauses()).toEqual([1_000, 2_000, 2_000, 2_000, 2_000]);
    expect(pauses(502)).toEqual(pauses());
    expect(pauses(429)).toEqual([1_000, 2_000, 4_000, 30_000, 30_000]);
  });

  /** Streams that end as told, one after the other; the last stays open. Resolves to the states, with the pauses. */
  async function played(...ends: readonly (Error | "ends")[]): Promise<string[]> {
    vi.useFakeTimers();
    const states: string[] = [];
    const told = (state: StreamState) =>
      state.kind === "lost" ? `lost for ${state.againAt - Date.now()} ms` : state.kind;
    const left = [...ends];
    const { stop } = followEvents({
      async *open() {
        const end = left.shift();
        if (end instanceof Error) throw end;
        yield event;
        if (end === undefined) await new Promise(() => {});
      },
      onEvent() {},
      onState: (state) => states.push(told(state)),
    });
    await vi.advanceTimersByTimeAsync(120_000);
    stop();
    vi.useRealTimers();
    return states;
  }

  test("what breaks off or is refused for now is tried again; a first word ends the pauses", async () => {
    const refused = new ServiceError(429, "many");
    expect(await played(new TypeError("network"), refused, refused, "ends")).toEqual([
      "connecting",
      "lost for 1000 ms",
      "lost for 2000 ms",
      "lost for 4000 ms",
      "open",
      "lost for 1000 ms",
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
