import { expect, test } from "vitest";
import type { SatContestant } from "../../src/sat/contestant.ts";
import { Trace, WalkChoice } from "../../src/sat/trace.ts";

/** As much of a contestant as is looked at. */
function at(formula: number, name = "learned"): SatContestant {
  const trace = new Trace();
  trace.begin(0, 50);
  return { name, trace, traced: formula } as SatContestant;
}

test("a formula that is over stays in sight for most of a second, then the newest follows", () => {
  const shown = new WalkChoice(false);
  expect(shown.next(at(0), 1_000, false)?.formula).toBe(0);
  expect(shown.next(at(1), 1_500, false)).toBeUndefined();
  expect(shown.next(at(7), 2_000, false)?.formula).toBe(7);
});

test("what was walked after the last picture of it is still shown", () => {
  const shown = new WalkChoice(false);
  const first = at(0);
  shown.next(first, 0, false);
  first.trace.end(1, 0);
  expect(shown.next(at(1), 50, false)).toMatchObject({ formula: 0, values: [50, 0] });
  expect(shown.next(at(2), 100, false)).toBeUndefined();
});

test("another contestant is shown at once, and so is the end", () => {
  const shown = new WalkChoice(true);
  shown.next(at(3), 0, false);
  expect(shown.next(at(1, "luby"), 10, false)).toMatchObject({ formula: 1, contestant: "luby" });
  expect(shown.next(at(2, "luby"), 20, true)?.formula).toBe(2);
});
