import { stream } from "@mulligan/core/random";
import { expect, test } from "vitest";
import type { CallsProblemDefinition } from "../../../src/serve/problem/definition.ts";
import { type DecisionsRequest, ServiceProblem } from "../../../src/serve/problem/problem.ts";
import { type ProblemRecord, parseRecord } from "../../../src/serve/problem/records.ts";
import { recordLine } from "../../../src/serve/store/problem-file.ts";

function calls(given: Partial<CallsProblemDefinition> = {}): CallsProblemDefinition {
  const arms = [{ name: "east" }, { name: "west" }];
  return { kind: "calls", name: "test", arms, maxKeys: 10, seed: 1, ...given };
}

/** Calls that come, ask, fail, hang and are forgotten in an order that chance chooses, from a time on; and what happened as records. */
function play(problem: ServiceProblem, steps: number, seed: number, from = 0): ProblemRecord[] {
  const random = stream(seed, "calls");
  const chance = (share: number) => random.uniform() < share;
  const records: ProblemRecord[] = [];
  const open: { readonly number: number; readonly task: string | undefined; readonly at: number }[] = [];
  let at = from;
  for (let step = 0; step < steps; step++) {
    at += Math.floor(20 * random.uniform());
    if (open.length < 5 || chance(0.4)) {
      const known = open[Math.floor(random.uniform() * open.length)];
      const task = known !== undefined && chance(0.5) ? known.task : `call ${from + step}`;
      const wanted: DecisionsRequest = chance(0.1)
        ? { count: 3, key: "many" }
        : { count: 1, task, ...(chance(0.3) ? { key: "own", remaining: 500 } : {}) };
      const record = problem.decide(wanted, at, at - 5_000);
      records.push(record);
      open.push(...record.decisions.map(({ number }) => ({ number, at, task: wanted.task })));
    } else {
      const [{ number, at: began }] = open.splice(Math.floor(random.uniform() * open.length), 1);
      const time = Math.min(at - began, 30);
      const told = chance(0.7)
        ? { outcome: { kind: "completed", time, reward: 1 } as const }
        : chance(0.5)
          ? { outcome: { kind: "completed", time, reward: 0 } as const, retryAfter: 40, cost: 2 }
          : { outcome: { kind: "censored", time: at - began } as const, cost: 1 };
      const { record } = problem.observe([{ number, ...told }], at);
      if (record !== undefined) records.push(record);
    }
  }
  return records;
}

const lines = (records: readonly ProblemRecord[]) => records.map((record) => recordLine(record).slice(0, -1));

test.each<[string, Partial<CallsProblemDefinition>]>([
  ["the defaults", {}],
  ["a deadline and costs", { deadline: 2_000, msPerCost: 10 }],
  ["hedges and a large budget", { hedge: { maxExtraLoad: 0.5 }, maxExtraLoad: 2, objective: "p99" }],
])(
  "a problem of calls is what follows from its log, and goes on from a saved state as from the log: %s",
  (_, given) => {
    const problem = new ServiceProblem(calls(given));
    const records = play(problem, 400, 1);
    expect(records.some((record) => "refused" in record)).toBe(true);
    const replayed = new ServiceProblem(calls(given));
    for (const line of lines(records)) expect(replayed.replay(parseRecord(line, 2)!)).toBe(true);
    expect(replayed.save()).toEqual(problem.save());
    const restored = new ServiceProblem(calls(given), JSON.parse(JSON.stringify(problem.save())));
    const later = 10_000;
    const expected = lines(play(problem, 200, 11, later));
    expect(lines(play(restored, 200, 11, later))).toEqual(expected);
    expect(lines(play(replayed, 200, 11, later))).toEqual(expected);
  },
);

test("what was answered counts, should this version answer otherwise", () => {
  const at = 1_000;
  const problem = new ServiceProblem(calls());
  const asked = { task: "a" };
  const replay = (line: object) => problem.replay(parseRecord(JSON.stringify(line), 2)!);
  expect(replay({ decided: [[1, 1, 77, 1, "a"]], at, asked, cut: [] })).toBe(true);
  // It would not have been refused, nor was it time for another attempt.
  expect(replay({ decided: [], at, asked: { task: "b" }, cut: [], refused: "breaker" })).toBe(true);
  expect(replay({ decided: [[2, 0, 88, 2, "a"]], at, asked, cut: [1] })).toBe(true);
  expect(problem.outstanding.waiting.get(2)).toMatchObject({ arm: 0, cutoff: 88, task: "a", attempt: 2 });
  problem.observe([{ number: 2, outcome: { kind: "completed", time: 5, reward: 1 } }], at + 5);
  expect(problem.decide({ count: 1, task: "c" }, at + 10, 0).decisions[0].number).toBe(3);
  expect(problem.explain(at + 20)!.reason).not.toBe("start");
});

test("a decision whose answer was lost is answered again, and nothing changes", () => {
  const problem = new ServiceProblem(calls());
  const { decisions } = problem.decide({ count: 1, task: "a" }, 0, 0);
  const before = problem.save();
  expect(problem.waitingFor({ task: "a", attempt: 1 }, 10)).toMatchObject({ decisions });
  expect(problem.waitingFor({ task: "a", attempt: 2 }, 10)).toBeUndefined();
  expect(problem.save()).toEqual(before);
});

test("an explanation changes nothing", () => {
  const problem = new ServiceProblem(calls());
  play(problem, 100, 5);
  const before = problem.save();
  expect(problem.explain(100_000)!.sentence).toMatch(/\w/);
  expect(problem.save()).toEqual(before);
});
