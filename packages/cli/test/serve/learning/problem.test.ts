import { stream } from "@mulligan/core/random";
import { describe, expect, test } from "vitest";
import type { PolicyDefinition } from "../../../src/serve/learning/definition.ts";
import { Problem } from "../../../src/serve/learning/problem.ts";
import { type ProblemRecord, parseRecord } from "../../../src/serve/learning/record.ts";
import { definition } from "../definition.ts";

/** Decisions and outcomes in an order that chance chooses, and what happened as records. */
function play(problem: Problem, steps: number, seed: number): ProblemRecord[] {
  const random = stream(seed, "test");
  const records: ProblemRecord[] = [];
  const open: number[] = [];
  for (let step = 0; step < steps; step++) {
    if (open.length === 0 || random.uniform() < 0.5) {
      const attempt =
        (problem.definition as PolicyDefinition).mode === "retry"
          ? 1 + Math.floor(3 * random.uniform())
          : undefined;
      const task = attempt === undefined ? undefined : `task ${step % 7}`;
      const record = problem.decide(
        { count: 1 + Math.floor(3 * random.uniform()), task, attempt },
        step,
        step - 50,
      );
      records.push(record);
      open.push(...record.decided.map(([number]) => number));
    } else {
      const [number] = open.splice(Math.floor(random.uniform() * open.length), 1);
      const time = -Math.log(random.uniform());
      const { record } = problem.observe([
        {
          number,
          outcome: time < 2 ? { kind: "completed", time, reward: 1 } : { kind: "censored", time: 2 },
        },
      ]);
      if (record !== undefined) records.push(record);
    }
  }
  return records;
}

const throughJson = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value));

const kinds: [string, PolicyDefinition][] = [
  ["km-ts", definition()],
  ["ucb-rm on a list", definition({ policy: "ucb-rm", cutoffs: [1, 2, "inf"] })],
  ["luby", definition({ policy: "luby" })],
  ["km-ts for tasks", definition({ mode: "retry" })],
  ["hidden-types for tasks", definition({ policy: "hidden-types", mode: "retry" })],
];

describe.each(kinds)("%s", (_, given) => {
  test("the records, replayed, make the same problem", () => {
    const problem = new Problem(given);
    const records = play(problem, 300, 1).map((record) => parseRecord(JSON.stringify(record), 2)!);
    const again = new Problem(given);
    expect(records.every((record) => again.replay(record))).toBe(true);
    expect(again.save()).toEqual(problem.save());
  });

  test("what is saved goes on as it would have, through JSON", () => {
    const problem = new Problem(given);
    play(problem, 200, 2);
    const again = new Problem(given, throughJson(problem.save()));
    expect(throughJson(again.save())).toEqual(throughJson(problem.save()));
    expect(again.sequence).toBe(problem.sequence);
    const [first, second] = [problem, again].map((one) => play(one, 100, 3));
    expect(second).toEqual(first);
  });
});

test("an outcome counts once, however often it is sent, also twice in one request", () => {
  const problem = new Problem(definition());
  const [[number]] = problem.decide({ count: 1 }, 0, 0).decided;
  const sent = { number, outcome: { kind: "completed", time: 1, reward: 1 } } as const;
  expect(problem.observe([sent, sent, { ...sent, number: 99 }]).counted).toEqual({
    accepted: 1,
    repeated: 1,
    unknown: 1,
  });
  expect(problem.observe([sent])).toEqual({ counted: { accepted: 0, repeated: 1, unknown: 0 } });
  expect(problem.observations).toBe(1);
});

test("automatic cutoffs begin at the resolution", () => {
  const [[, , cutoff]] = new Problem(definition({ resolution: 100 })).decide({ count: 1 }, 0, 0).decided;
  expect(cutoff).toBeGreaterThanOrEqual(100);
  expect(cutoff).toBeLessThan(200);
});

test("a decision that nobody observes is forgotten after its time, and that is in the record", () => {
  const problem = new Problem(definition());
  problem.decide({ count: 2 }, 1_000, 0);
  expect(problem.decide({ count: 1 }, 3_000, 1_500)).toMatchObject({ forgot: [1, 2] });
  const late = { number: 1, outcome: { kind: "censored", time: 1 } } as const;
  expect(problem.observe([late]).counted).toEqual({ accepted: 0, repeated: 0, unknown: 1 });
});

test("a record of an outcome that nobody waits for, or of a number out of turn, is refused", () => {
  expect(new Problem(definition()).replay({ observed: [[1, 1, 1, 1]] })).toBe(false);
  expect(new Problem(definition()).replay({ decided: [[2, 0, 1]], at: 0 })).toBe(false);
});

test.each([
  '{"decided":[[1,2,1]],"at":0}',
  '{"decided":[[1,0,0]],"at":0}',
  '{"decided":[[1,0,1,0]],"at":0}',
  '{"decided":[[1,0,1]]}',
  '{"observed":[[1,1,1]]}',
  '{"observed":[[1,1,1,2]]}',
  '{"observed":[[1,0,-1]]}',
  '{"observed":7}',
  "[]",
  "{",
])("%s is no record of two arms", (text) => {
  expect(parseRecord(text, 2)).toBeUndefined();
});

test.each([
  [{ policy: "nonsense" }, 'unknown policy "nonsense"'],
  [{ policy: "km-ts:strength=0" }, "strength"],
  [{ policy: "km-ts:strength=2", options: { strength: 3 } }, "options: strength may be given once"],
  [{ options: { nonsense: 1 } }, 'unknown option "nonsense"'],
  [{ cutoffs: "log:1:2:2000" }, "cutoffs: must be at most 1024, got 2000"],
  [
    { cutoffs: "log:1:2:1000", arms: Array.from({ length: 9 }, (_, i) => ({ name: `${i}` })) },
    "cutoffs: times arms must be at most 8192, got 1000 × 9",
  ],
  [{ cutoffs: [2, 1] }, "each must exceed the one before"],
  [{ cutoffs: "1..2..3" }, "LOW..HIGH"],
  [{ cutoffs: [1, 2], resolution: 1 }, 'resolution: must stand with cutoffs "auto"'],
  [{ resetting: "often" }, "unknown resetting time"],
  [{ schedule: "luby" as const }, 'schedule: must stand with mode "retry"'],
  [{ policy: "ucb-rb" }, "auto cutoffs need a horizon"],
  [{ policy: "static" }, "static"],
  [{ arms: [{ name: "a" }, { name: "a" }] }, "each name may stand once"],
])("a problem with %o is a mistake of its maker's", (given, message) => {
  expect(() => new Problem(definition(given))).toThrow(
    expect.objectContaining({ name: "UsageError", message: expect.stringContaining(message) }),
  );
});
