import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Trial, trialFromJson, trialToJson } from "../../src/problem/trial.ts";
import { MAX_TIME, MIN_REWARD, MIN_TIME } from "../../src/problem/trial-limits.ts";

const ARMS = ["east", "west", "inf"];

const anyAmount = fc.double({ min: 0, max: Number.MAX_VALUE, noNaN: true });
const amount = fc.oneof(fc.constant(0), fc.double({ min: MIN_TIME, max: MAX_TIME, noNaN: true }));
const cutoff = fc.oneof(anyAmount, fc.constant(Infinity));
const count = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const trial: fc.Arbitrary<Trial> = fc.record(
  {
    input: fc.oneof(fc.constant(null), fc.string()),
    occurrence: count,
    arm: fc.nat({ max: ARMS.length - 1 }),
    cutoff,
    startCutoff: cutoff,
    attempt: count,
    seed: fc.maxSafeInteger(),
    explored: fc.constant(true as const),
    outcome: fc.oneof(
      fc.record(
        {
          kind: fc.constant("completed" as const),
          time: amount,
          reward: fc.oneof(fc.constant(0), fc.double({ min: MIN_REWARD, max: 1, noNaN: true })),
        },
        { noNullPrototype: true },
      ),
      fc.record(
        { kind: fc.constant("censored" as const), time: amount, resetting: amount },
        { requiredKeys: ["kind", "time"], noNullPrototype: true },
      ),
    ),
    exit: fc.oneof(fc.integer(), fc.string()),
    stopped: fc.constant(true as const),
    result: fc.string(),
    worker: fc.string(),
  },
  { requiredKeys: ["input", "occurrence", "arm", "cutoff", "seed", "outcome"], noNullPrototype: true },
);

/** A line of a journal, as `JSON.parse` gives it. */
const completed = {
  type: "trial",
  instance: "a.cnf",
  arm: "west",
  cutoff: 2,
  completed: 1,
  time: 1.5,
  reward: 0.25,
  occurrence: 1,
  seed: 7,
};
const { reward: _reward, ...unrewarded } = completed;
const censored = { ...unrewarded, completed: 0, resetting: 0.5 };

test("a trial comes back from its JSON text as it was, with every field that it has", () => {
  fc.assert(
    fc.property(trial, (original) => {
      const text = JSON.stringify(trialToJson(original, ARMS));
      expect(trialFromJson(JSON.parse(text), ARMS)).toStrictEqual(original);
    }),
  );
});

test("the JSON form by hand: flat, arms by name, 1 for completed, ∞ as inf, absent fields left out", () => {
  const retried: Trial = {
    input: "a.cnf",
    occurrence: 2,
    arm: 1,
    cutoff: Infinity,
    startCutoff: 4,
    attempt: 3,
    seed: 7,
    outcome: { kind: "completed", time: 1.5, reward: 0.25 },
    exit: "SIGTERM",
  };
  expect(JSON.stringify(trialToJson(retried, ARMS))).toBe(
    '{"type":"trial","instance":"a.cnf","arm":"west","cutoff":"inf","startCutoff":4,"completed":1,' +
      '"time":1.5,"reward":0.25,"occurrence":2,"attempt":3,"seed":7,"exit":"SIGTERM"}',
  );
  const cut: Trial = {
    input: null,
    occurrence: 1,
    arm: 0,
    cutoff: 2,
    seed: 1,
    outcome: { kind: "censored", time: 2, resetting: 0.125 },
    stopped: true,
  };
  expect(JSON.stringify(trialToJson(cut, ARMS))).toBe(
    '{"type":"trial","instance":null,"arm":"east","cutoff":2,"completed":0,' +
      '"time":2,"resetting":0.125,"occurrence":1,"seed":1,"stopped":true}',
  );
});

describe("limits", () => {
  test("the ends of each range are inside", () => {
    const least = { ...completed, cutoff: 0, startCutoff: 0, time: 0, reward: 0, attempt: 1, seed: -0.5 };
    const tiny = { ...completed, time: MIN_TIME, reward: MIN_REWARD };
    const most = { ...completed, reward: 1, time: MAX_TIME, occurrence: Number.MAX_SAFE_INTEGER };
    expect(trialFromJson(least, ARMS)).toBeDefined();
    expect(trialFromJson(tiny, ARMS)).toBeDefined();
    expect(trialFromJson(most, ARMS)).toBeDefined();
    expect(trialFromJson({ ...censored, resetting: 0 }, ARMS)).toBeDefined();
  });

  const counts = [0, -1, 1.5, 2 ** 53, NaN, Infinity, "1", null];
  const amounts = [-1, NaN, Infinity, 5e-324, 2 * MAX_TIME, "1", null];
  const refused: Record<string, readonly unknown[]> = {
    type: ["decision", undefined],
    instance: [1, undefined, {}],
    arm: ["north", 0, undefined],
    cutoff: [-1, NaN, "infinite", "1", null, undefined],
    startCutoff: [-1, NaN, "infinite", null],
    completed: [2, true, "1", undefined],
    time: [...amounts, undefined],
    reward: [...amounts, 1.01, undefined],
    occurrence: [...counts, undefined],
    attempt: counts,
    seed: [NaN, Infinity, "7", null, undefined],
  };

  test.each(Object.entries(refused))("a wrong %s makes the line no trial", (field, values) => {
    for (const value of values) {
      expect(trialFromJson({ ...completed, [field]: value }, ARMS), `${field}: ${value}`).toBeUndefined();
    }
  });

  test("a wrong resetting time makes the line no trial", () => {
    for (const resetting of amounts) {
      expect(trialFromJson({ ...censored, resetting }, ARMS), `${resetting}`).toBeUndefined();
    }
  });

  test("remarks of another kind are left out, and the trial is read", () => {
    const odd = { ...completed, exit: null, explored: 1, stopped: "yes", result: 3, worker: {}, extra: 1 };
    expect(trialFromJson(odd, ARMS)).toStrictEqual(trialFromJson(completed, ARMS));
  });
});
