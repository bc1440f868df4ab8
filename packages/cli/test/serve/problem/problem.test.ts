import { stream } from "@mulligan/core/random";
import { describe, expect, test } from "vitest";
import type { PolicyProblemDefinition } from "../../../src/serve/problem/definition.ts";
import { ServiceProblem } from "../../../src/serve/problem/problem.ts";
import { type ProblemRecord, parseRecord } from "../../../src/serve/problem/records.ts";
import { recordLine } from "../../../src/serve/store/problem-file.ts";
import { openProblemStore } from "../../../src/serve/store/problem-store.ts";
import { newFolder } from "../../new-folder.ts";
import { definition } from "../definition.ts";

/** Decisions and outcomes in an order that chance chooses, and what happened as records. */
function play(problem: ServiceProblem, steps: number, seed: number): ProblemRecord[] {
  const random = stream(seed, "test");
  const records: ProblemRecord[] = [];
  const open: number[] = [];
  for (let step = 0; step < steps; step++) {
    if (open.length === 0 || random.uniform() < 0.5) {
      const attempt =
        (problem.definition as PolicyProblemDefinition).mode === "retry"
          ? 1 + Math.floor(3 * random.uniform())
          : undefined;
      const task = attempt === undefined ? undefined : `task ${step % 7}`;
      const record = problem.decide(
        { count: 1 + Math.floor(3 * random.uniform()), task, attempt },
        step,
        step - 50,
      );
      records.push(record);
      open.push(...record.decisions.map(({ number }) => number));
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

const kinds: [string, PolicyProblemDefinition][] = [
  ["km-ts", definition()],
  ["ucb-rm on a list", definition({ policy: "ucb-rm", cutoffs: [1, 2, "inf"] })],
  ["luby", definition({ policy: "luby" })],
  ["km-ts for tasks", definition({ mode: "retry" })],
  ["hidden-types for tasks", definition({ policy: "hidden-types", mode: "retry" })],
];

describe.each(kinds)("%s", (_, given) => {
  test("the records, replayed, make the same problem, and what is saved goes on as it would have", () => {
    const problem = new ServiceProblem(given);
    const records = play(problem, 150, 1).map((record) => parseRecord(recordLine(record).slice(0, -1), 2)!);
    const replayed = new ServiceProblem(given);
    expect(records.every((record) => replayed.replay(record))).toBe(true);
    expect(replayed.save()).toEqual(problem.save());
    const again = new ServiceProblem(given, throughJson(problem.save()));
    expect(throughJson(again.save())).toEqual(throughJson(problem.save()));
    expect(again.sequence).toBe(problem.sequence);
    expect(play(again, 50, 3)).toEqual(play(problem, 50, 3));
  });
});

test("an outcome counts once, however often it is sent, also twice in one request", () => {
  const problem = new ServiceProblem(definition());
  const [{ number }] = problem.decide({ count: 1 }, 0, 0).decisions;
  const sent = { number, outcome: { kind: "completed", time: 1, reward: 1 } } as const;
  expect(problem.observe([sent, sent, { ...sent, number: 99 }]).counts).toEqual({
    accepted: 1,
    repeated: 1,
    unknown: 1,
  });
  expect(problem.observe([sent])).toEqual({ counts: { accepted: 0, repeated: 1, unknown: 0 } });
  expect(problem.observations).toBe(1);
});

test("a decision that nobody observes is forgotten after its time, and that is in the record", () => {
  const problem = new ServiceProblem(definition());
  problem.decide({ count: 2 }, 1_000, 0);
  expect(problem.decide({ count: 1 }, 3_000, 1_500)).toMatchObject({ forgotten: [1, 2] });
  const late = { number: 1, outcome: { kind: "censored", time: 1 } } as const;
  expect(problem.observe([late]).counts).toEqual({ accepted: 0, repeated: 0, unknown: 1 });
});

test("a record of an outcome that nobody waits for, or of a number out of turn, is refused", () => {
  expect(new ServiceProblem(definition()).replay(parseRecord('{"observed":[[1,1,1,1]]}', 2)!)).toBe(false);
  expect(new ServiceProblem(definition()).replay(parseRecord('{"decided":[[2,0,1]],"at":0}', 2)!)).toBe(
    false,
  );
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
  [{ cutoffs: [1, 2], resolution: 1 }, 'resolution: must be used with cutoffs "auto"'],
  [{ resetting: "often" }, "unknown resetting time"],
  [{ schedule: "luby" as const }, 'schedule: must be used with mode "retry"'],
  [{ policy: "ucb-rb" }, "auto cutoffs need a horizon"],
  [{ policy: "static" }, "static"],
  [{ arms: [{ name: "a" }, { name: "a" }] }, "each name may be given once"],
])("a problem with %o is a mistake of its maker's", (given, message) => {
  expect(() => new ServiceProblem(definition(given))).toThrow(
    expect.objectContaining({ name: "UsageError", message: expect.stringContaining(message) }),
  );
});

describe("a decider that throws, as a policy of the user's may", () => {
  /** Makes the decider of a problem throw at one of its next calls. */
  function failing(problem: ServiceProblem, method: "decide" | "observe", call: number): void {
    const { decider } = problem as unknown as { decider: Record<string, (...given: never[]) => unknown> };
    const usual = decider[method];
    let calls = 0;
    decider[method] = (...given) => {
      calls += 1;
      if (calls === call) throw new RangeError("a defect of the policy");
      return usual(...given);
    };
  }

  test("in the midst of a batch of decisions leaves none of them", () => {
    const problem = new ServiceProblem(definition());
    problem.decide({ count: 2 }, 0, 0);
    const before = { ...problem.save(), policy: undefined };
    failing(problem, "decide", 3);
    expect(() => problem.decide({ count: 5 }, 0, 0)).toThrow("a defect of the policy");
    expect({ ...problem.save(), policy: undefined }).toEqual(before);
    expect(problem.decide({ count: 1 }, 0, 0).decisions[0].number).toBe(3);
  });

  test.each(["decide", "observe"] as const)(
    "in the midst of a batch, at %s: the problem is what its log says, with its policy",
    async (method) => {
      const folder = newFolder();
      const options = { now: () => 1_000, forgetAfterMs: 1_000, onRecord() {} };
      const problems = await openProblemStore(folder, options, () => {});
      await problems.create(definition());
      const stored = problems.find("test")!;
      await stored.decide({ count: 4 });
      const before = stored.problem.save();
      failing(stored.problem, method, 3);
      const batch =
        method === "decide"
          ? stored.decide({ count: 5 })
          : stored.observe(
              [1, 2, 3, 4].map((number) => ({ number, outcome: { kind: "completed", time: 1, reward: 1 } })),
            );
      await expect(batch).rejects.toThrow("a defect of the policy");
      await stored.flushed();
      expect(stored.problem.save()).toEqual(before);
      const { decisions } = await stored.decide({ count: 1 });
      expect(decisions[0].number).toBe(5);
      await problems.close();
    },
  );
});
