import { expect, test } from "vitest";
import { LOG_SAMPLES } from "../../../../soak/log-samples.mjs";
import { previewLog } from "../../src/analysis/log-preview.ts";
import { parseLog } from "../../src/analysis/parse-log.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

test.each(LOG_SAMPLES)(
  "$name: the preview has the kind and, if columns can be chosen, those that are read",
  (sample) => {
    const preview = previewLog(bytes(sample.text), {});
    expect(preview.kind).toBe(sample.kind);
    const isChosen = ["table", "json", "sacct"].includes(sample.kind);
    expect(preview.rows.length > 0).toBe(isChosen);
    expect(preview.found !== undefined).toBe(isChosen);
    // The words for outcomes are those that the whole log has: it is short.
    expect(preview.words).toEqual(parseLog("log", bytes(sample.text)).words ?? []);
  },
);

const odd = "took,end\n3,SAT\n1,weird\n40,XX\n";

test("words that are not understood are listed without a meaning, and the user says what they mean", () => {
  const { found, words } = previewLog(bytes(odd), { outcome: "end" });
  expect(found).toMatchObject({ time: 0, outcome: 1 });
  expect(words).toEqual([
    { word: "SAT", ending: "done", runs: 1 },
    { word: "weird", runs: 1 },
    { word: "XX", runs: 1 },
  ]);
  expect(() => parseLog("log", bytes(odd), { outcome: "end" })).toThrow(
    /log:3: outcome must be .*got "weird"/,
  );
  const given = { outcome: "end", done: "Weird", failed: "sat", skip: "xx" };
  expect(parseLog("log", bytes(odd), given).rows.map(({ time, reward }) => [time, reward])).toEqual([
    [3, 0],
    [1, 1],
  ]);
  // With all cuts given, every other unknown word means done.
  expect(parseLog("log", bytes(odd), { outcome: "end", cut: "XX" }).rows.map((row) => row.completed)).toEqual(
    [true, true, false],
  );
});

test("a number keeps its sign as a word: -1 is another exit code than 1", () => {
  const text = "time,exit\n1,1\n2,-1\n3,0\n";
  const { rows } = parseLog("log", bytes(text), { done: "1" });
  // By itself -1 means that a signal ended the run.
  expect(rows.map(({ completed }) => completed)).toEqual([true, false, true]);
});

test("a unit that the user gives stands for that of the heading; times with units keep theirs", () => {
  const read = (text: string) => parseLog("log", bytes(text), { timeUnit: "s" });
  expect(read("took_ms\n3\n")).toMatchObject({ unit: "s", rows: [{ time: 3 }] });
  expect(read("took\n3\n")).toMatchObject({ unit: "s", rows: [{ time: 3 }] });
  expect(read("took_ms\n3ms\n")).toMatchObject({ unit: "ms", rows: [{ time: 3 }] });
  expect(() => parseLog("log", bytes("took\n3\n"), { timeUnit: "years" })).toThrow(
    '--time-unit: must be one of ns, us, ms, s, min, h, d, got "years"',
  );
});

test("of a long table only whole rows of its beginning are looked at, also where a quote is left open there", () => {
  const row = `1,"${"a".repeat(100)}, b"\n`;
  const { rows } = previewLog(bytes(`time,name\n${row.repeat(20_000)}`), {});
  expect(rows).toHaveLength(2_000);
  expect(rows[1]).toEqual(["1", `${"a".repeat(100)}, b`]);
});
