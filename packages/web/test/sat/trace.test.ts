import { expect, test } from "vitest";
import { Trace, WalkChoice } from "../../src/sat/trace.ts";

/** A walk whose count of false clauses is 100 less the flips, interrupted after every `turn` flips. */
function walked(end: number, turn = Infinity): Trace {
  const trace = new Trace();
  trace.begin(0, 100);
  for (let at = 0; at < end; ) {
    at += Math.min(trace.distance(at), turn - (at % turn) || Infinity, end - at);
    trace.sample(at, Math.max(0, 100 - at));
  }
  trace.end(end, Math.max(0, 100 - end));
  return trace;
}

test("a try is drawn from its start, flip by flip while there is room", () => {
  expect(walked(4).drawn()).toEqual({
    places: [0, 1, 2, 3, 4],
    values: [100, 99, 98, 97, 96],
    cuts: [null, null, null, null, null],
  });
});

test("the line breaks where a try was cut, and the cut is marked", () => {
  const trace = walked(2);
  trace.begin(12, 50);
  trace.sample(13, 40);
  expect(trace.drawn()).toEqual({
    places: [0, 1, 2, 12, 12, 13],
    values: [100, 99, 98, null, 50, 40],
    cuts: [null, null, 98, null, null, null],
  });
});

test("where a walk was interrupted is not to be seen", () => {
  expect(walked(50_000, 7).drawn()).toEqual(walked(50_000).drawn());
});

test("however long it walks, a few hundred samples are kept, from the first to the last", () => {
  const { places } = walked(1_000_000).drawn();
  expect(places.length).toBeLessThanOrEqual(601);
  expect(places.length).toBeGreaterThan(200);
  expect([places[0], places.at(-1)]).toEqual([0, 1_000_000]);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

test("with thousands of tries the newest are kept, whole", () => {
  const trace = new Trace();
  for (let i = 0; i < 5_000; i++) {
    trace.begin(10 * i, 60);
    for (let at = 10 * i; at < 10 * i + 8; ) trace.sample((at += trace.distance(at)), 5);
  }
  const { places, values } = trace.drawn();
  expect(places.length).toBeLessThanOrEqual(620);
  expect(places.at(-1)).toBeGreaterThanOrEqual(49_990);
  expect(values.filter((value) => value === null).length).toBeGreaterThan(10);
});

const contestant = { name: "learned", seed: 1, base: 0.25 } as const;

function at(formula: number) {
  const trace = new Trace();
  trace.begin(0, 50);
  return { contestant, trace, traced: formula };
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

test("the end is shown at once", () => {
  const shown = new WalkChoice(true);
  shown.next(at(3), 0, false);
  expect(shown.next(at(2), 20, true)).toMatchObject({ formula: 2, contestant });
});
