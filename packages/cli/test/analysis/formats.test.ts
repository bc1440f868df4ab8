import { describe, expect, test } from "vitest";
import { LOG_SAMPLES } from "../../../../soak/log-samples.mjs";
import { parseLog } from "../../src/analysis/parse-log.ts";

/** The reward of the one sample that has others than 0 and 1. */
const REWARDS: Readonly<Record<string, number>> = { "the service's tries": 0.5 };
const parse = (text: string) => parseLog("log", new TextEncoder().encode(text));

describe.each(LOG_SAMPLES)("$name, as $source describes it", ({ name, kind, text, unit, runs, notice }) => {
  test("is told from others by what stands in it, and has these runs", () => {
    const found = parse(text);
    expect([found.kind, found.unit]).toEqual([kind, unit]);
    // These say when each run began, by which runs of several jobs are put in order.
    const timed = ["joblog", "github-jobs", "otlp"].includes(kind);
    expect(found.rows.every(({ start }) => (start !== undefined) === timed)).toBe(true);
    expect(found.rows.map(({ start: _, ...row }) => row)).toEqual(
      runs.map(([time, ending, instance, arm = "all"]) => ({
        arm,
        ...(instance === undefined ? {} : { instance }),
        time: expect.closeTo(time, 9),
        completed: ending !== "cut",
        reward: ending === "done" ? (REWARDS[name] ?? 1) : 0,
      })),
    );
    if (notice === undefined) expect(found.notice ?? "").not.toContain(":");
    else expect(found.notice?.split(/runs?[^:]*: /)[1]).toBe(notice);
  });

  test("is the same with CR LF at its lines and a byte order mark", () => {
    // A program writes a journal, never with such a mark.
    const mark = kind === "journal" ? "" : "\uFEFF";
    const windows = `${mark}${text.replace(/^\uFEFF/, "").replaceAll(/\r?\n/g, "\r\n")}`;
    expect(parse(windows).rows).toEqual(parse(text).rows);
  });
});
