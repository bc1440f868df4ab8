import {
  fromJsonNumber,
  isCutoff,
  isRewardWithinLimits,
  isTime,
  isTimeWithinLimits,
  type JsonNumber,
  trialFromJson,
} from "@mulligan/core/problem";
import { expect, test } from "vitest";
import { ObservationsSchema } from "../../../src/serve/http/schemas.ts";
import { CutoffSchema, TimeSchema } from "../../../src/serve/problem/problem-schema.ts";
import { encodeOutcome, parseRecord } from "../../../src/serve/problem/records.ts";

/** What a field may hold that comes as JSON, and some that JSON cannot hold. */
const SAMPLES: readonly unknown[] = [
  ...[0, -0, 1, 0.5, 5e-324, 1.0000001, 7, 1e308, Number.MAX_VALUE],
  ...[-1, -5e-324, Infinity, -Infinity, Number.NaN],
  ...["inf", "Infinity", "1", "", null, undefined, true, [1], {}],
];

const isTimeInSchema = (time: unknown) => TimeSchema.safeParse(time).success;
const observed = (fields: object) =>
  ObservationsSchema.safeParse({ observations: [{ id: "a-1", kind: "completed", time: 1, ...fields }] })
    .success;
const line = (fields: object) =>
  trialFromJson(
    {
      type: "trial",
      instance: "i",
      occurrence: 1,
      arm: "a",
      cutoff: 1,
      completed: 1,
      time: 1,
      reward: 1,
      seed: 1,
      ...fields,
    },
    ["a"],
  ) !== undefined;

test.each(SAMPLES)("the service and core agree on whether %j is a time, a cutoff, a reward", (value) => {
  expect(isTimeInSchema(value)).toBe(isTime(value));
  const isAllowed = isTimeWithinLimits(value);
  expect(observed({ time: value })).toBe(isAllowed);
  expect(line({ time: value })).toBe(isAllowed);
  expect(parseRecord(JSON.stringify({ observed: [[1, 0, value]] }), 1) !== undefined).toBe(isAllowed);

  const isReward = isRewardWithinLimits(value);
  expect(line({ reward: value })).toBe(isReward);
  expect(parseRecord(JSON.stringify({ observed: [[1, 1, 1, value]] }), 1) !== undefined).toBe(isReward);
  // The reward of an observation may be left out: it is 1 then.
  if (value !== undefined) expect(observed({ reward: value })).toBe(isReward);

  const cutoff = fromJsonNumber(value as JsonNumber);
  expect(line({ cutoff: value })).toBe(isCutoff(cutoff));
  // ∞ is written as a word, and a service decides on no cutoff of 0.
  const isDecided = value !== Infinity && isCutoff(cutoff) && cutoff > 0;
  expect(CutoffSchema.safeParse(value).success).toBe(isDecided);
  expect(parseRecord(JSON.stringify({ decided: [[1, 0, value]], at: 0 }), 1) !== undefined).toBe(isDecided);
});

test("an outcome takes as few numbers as it has", () => {
  const cut = { kind: "censored", time: 2 } as const;
  expect(encodeOutcome({ number: 1, outcome: { kind: "completed", time: 2, reward: 0.5 } })).toEqual([
    1, 1, 2, 0.5,
  ]);
  expect(encodeOutcome({ number: 1, outcome: cut })).toEqual([1, 0, 2]);
  expect(encodeOutcome({ number: 1, outcome: { ...cut, resetting: 3 } })).toEqual([1, 0, 2, 3]);
  expect(encodeOutcome({ number: 1, outcome: cut, cost: 4 })).toEqual([1, 0, 2, null, null, 4]);
});
