import { stream } from "@mulligan/core/random";
import { describe, expect, test } from "vitest";
import type { PolicyProblemDefinition } from "../../../src/serve/problem/definition.ts";
import { ServiceProblem } from "../../../src/serve/problem/problem.ts";
import { type ProblemRecord, parseRecord } from "../../../src/serve/problem/records.ts";
import { recordLine } from "../../../src/serve/store/problem-file.ts";
import { definition } from "../definition.ts";

const oneArm = { arms: [{ name: "only" }] };
const kinds: [string, Partial<PolicyProblemDefinition>][] = [
  ["km-ts", {}],
  ["km-ts for tasks", { mode: "retry" }],
  ["hidden-types for tasks", { policy: "hidden-types", mode: "retry" }],
];
const throughJson = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value));
const throughLog = (record: ProblemRecord) => parseRecord(recordLine(record).slice(0, -1), 2);

/** A decision, as a client gets it. */
function ask(problem: ServiceProblem, wanted: { task?: string; attempt?: number } = {}) {
  const record = problem.decide({ count: 1, ...wanted }, 0, 0);
  const [{ number, arm, cutoff }] = record.decisions;
  return { record, number, arm, cutoff };
}

const cut = (time: number) => ({ kind: "censored", time }) as const;
const done = (time: number, reward = 1) => ({ kind: "completed", time, reward }) as const;

/**
 * Tries one after the other, each of which needs the time that `law` says. The client waits no longer than `limit`. Gives
 * what happened, and for each try its arm, its time and whether it completed.
 */
function play(problem: ServiceProblem, law: (arm: number) => number, tries: number, limit = Infinity) {
  const records: ProblemRecord[] = [];
  const outcomes: { arm: number; time: number; completed: boolean }[] = [];
  let [task, attempt] = [1, 1];
  for (let place = 0; place < tries; place++) {
    const named =
      (problem.definition as PolicyProblemDefinition).mode === "retry" ? { task: `${task}`, attempt } : {};
    const { record, number, arm, cutoff } = ask(problem, named);
    const [needed, waits] = [law(arm), Math.min(cutoff, limit)];
    const completed = needed <= waits;
    const time = Math.min(needed, waits);
    const { record: observed } = problem.observe([{ number, outcome: completed ? done(time) : cut(time) }]);
    records.push(record, observed!);
    outcomes.push({ arm, time, completed });
    [task, attempt] = completed ? [task + 1, 1] : [task, attempt + 1];
  }
  return { records, outcomes };
}

/** Takes so long with probability one half, and else never ends. */
function hangsHalfOfTheTime(needed: number, seed: number): () => number {
  const random = stream(seed, "hangs");
  return () => (random.uniform() < 0.5 ? needed : Infinity);
}

describe.each(kinds)("%s", (_, given) => {
  test("two arms that take 5,000 are seen to complete by the first two tries", () => {
    const { outcomes } = play(new ServiceProblem(definition(given)), () => 5_000, 2);
    expect(outcomes).toEqual([
      { arm: 0, time: 5_000, completed: true },
      { arm: 1, time: 5_000, completed: true },
    ]);
  });

  test.each([1, 2])(
    "arms that take 5,000 half of the time and else hang are learned, by a client that waits for 60,000, seed %d",
    (seed) => {
      const law = hangsHalfOfTheTime(5_000, seed);
      const { outcomes } = play(new ServiceProblem(definition({ ...given, seed })), law, 300, 60_000);
      const latest = outcomes.slice(-150);
      const time = latest.reduce((sum, outcome) => sum + outcome.time, 0);
      const successes = latest.filter(({ completed }) => completed).length;
      // The best cutoff costs 10,000 for each success; to wait for 60,000 costs 65,000.
      expect(time / successes).toBeLessThan(15_000);
    },
  );

  test("after every single record, the log and what was saved make the same problem", () => {
    const law = hangsHalfOfTheTime(5_000, 3);
    let calls = 0;
    // All of the first 20 tries hang.
    const { records } = play(
      new ServiceProblem(definition(given)),
      () => (++calls > 20 ? law() : Infinity),
      40,
      60_000,
    );
    const live = new ServiceProblem(definition(given));
    for (const [place, record] of records.entries()) {
      expect(live.replay(record)).toBe(true);
      // All until the first success, and some later.
      if (place > 50 && place % 10 > 0) continue;
      const replayed = new ServiceProblem(definition(given));
      for (const earlier of records.slice(0, place + 1)) replayed.replay(throughLog(earlier)!);
      const restored = new ServiceProblem(definition(given), throughJson(live.save()));
      expect(replayed.save()).toEqual(live.save());
      expect(throughJson(restored.save())).toEqual(throughJson(live.save()));
    }
    const restored = new ServiceProblem(definition(given), throughJson(live.save()));
    expect(play(restored, () => 7_000, 20)).toEqual(play(live, () => 7_000, 20));
  });
});

test("nothing is cut before a client gives up; then cutoffs are Luby's, up to what it waited, and twice as long", () => {
  const problem = new ServiceProblem(definition(oneArm));
  const { number, cutoff } = ask(problem);
  expect(cutoff).toBe(Infinity);
  problem.observe([{ number, outcome: cut(800) }]);
  const { outcomes } = play(problem, () => Infinity, 15);
  expect(outcomes.map(({ time }) => time)).toEqual([
    ...[100, 200, 100, 100, 200, 400, 800],
    ...[200, 200, 400, 200, 200, 400, 800, 1_600],
  ]);
});

test("cutoffs do not grow while the client gives up before them", () => {
  const problem = new ServiceProblem(definition(oneArm));
  play(problem, () => Infinity, 200, 800);
  const cutoffs = Array.from({ length: 8 }, () => ask(problem).cutoff);
  expect(Math.max(...cutoffs)).toBe(1_600);
});

test("with many tries out at once the longest cutoff doubles by what failed, not by how many did", () => {
  const problem = new ServiceProblem(definition(oneArm));
  const round = (count: number, limit: number) => {
    const { decisions } = problem.decide({ count }, 0, 0);
    problem.observe(
      decisions.map(({ number, cutoff }) => ({ number, outcome: cut(Math.min(cutoff, limit)) })),
    );
    return Math.max(...decisions.map(({ cutoff }) => cutoff));
  };
  expect([round(64, 800), round(64, 1e9), round(64, 1e9), round(64, 1e9)]).toEqual([
    Infinity,
    800,
    1_600,
    3_200,
  ]);
});

test("a first try that was stopped after 3 does not hide an arm that takes 5,000 for long", () => {
  const problem = new ServiceProblem(definition());
  const { number } = ask(problem);
  problem.observe([{ number, outcome: cut(3) }]);
  const { outcomes } = play(problem, () => 5_000, 200);
  expect(outcomes.findIndex(({ completed }) => completed)).toBeLessThan(100);
});

test("a try that failed by itself sets no scale, and one without a duration neither", () => {
  const problem = new ServiceProblem(definition());
  for (const outcome of [done(3, 0), cut(0), done(0)]) {
    const { number, cutoff } = ask(problem);
    expect(cutoff).toBe(Infinity);
    problem.observe([{ number, outcome }]);
  }
  expect(ask(problem).cutoff).toBe(Infinity);
});

test("the tries before the first success are learned from", () => {
  const problem = new ServiceProblem(definition());
  const { outcomes } = play(problem, (arm) => (arm === 0 ? Infinity : 5_000), 100, 60_000);
  expect(outcomes.slice(0, 2).map(({ completed }) => completed)).toEqual([false, true]);
  expect(outcomes.slice(2).filter(({ arm }) => arm === 0).length).toBeLessThan(15);
});

test.each([
  [{ resolution: 100 }, [101.59, 101.59]],
  [{ cutoffs: [5] }, [5, 5]],
  [{ policy: "luby:base=3" }, [3, 3]],
  [{ policy: "never" }, [Infinity, Infinity]],
  [{ policy: "fixed:cutoff=9" }, [9, 9]],
])("a problem with %o has its own first cutoffs", (given, expected) => {
  const problem = new ServiceProblem(definition(given as Partial<PolicyProblemDefinition>));
  const cutoffs = expected.map(() => {
    const { number, cutoff } = ask(problem);
    problem.observe([{ number, outcome: cut(Math.min(cutoff, 60)) }]);
    return cutoff;
  });
  expect(cutoffs).toEqual(
    expected.map((cutoff) => (cutoff === Infinity ? cutoff : expect.closeTo(cutoff, 0))),
  );
});
