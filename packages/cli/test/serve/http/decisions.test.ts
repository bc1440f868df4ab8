import { expect, test } from "vitest";
import { decisionHandlers, MAX_OUTSTANDING_IN_ALL } from "../../../src/serve/http/decisions.ts";
import { faultOf } from "../../../src/serve/http/fault.ts";
import {
  MAX_PROBLEMS,
  openProblemStore,
  type ProblemStore,
  TooManyProblems,
} from "../../../src/serve/store/problem-store.ts";
import type { StoredProblem } from "../../../src/serve/store/stored-problem.ts";
import { definition } from "../definition.ts";

const runs = { all: () => [], find: () => undefined, close() {} };

/** As if there were one problem with so many decisions. */
function asking(waiting: number) {
  const problem = { outstanding: { waiting: { size: waiting } } };
  const kept = { definition: definition({ name: "full" }), problem } as unknown as StoredProblem;
  const problems = {
    all: () => [kept],
    find: (name: string) => (name === "full" ? kept : undefined),
  } as unknown as ProblemStore;
  return decisionHandlers(problems, runs, { changed() {}, removed() {} });
}

test("one problem too many is refused", () => {
  expect(faultOf(new TooManyProblems(), () => {})).toMatchObject({
    status: 429,
    message: `There may be at most ${MAX_PROBLEMS} problems: delete one first`,
  });
});

test("where too many decisions wait altogether no more are made", async () => {
  await expect(asking(MAX_OUTSTANDING_IN_ALL).decide("full", { count: 1 })).rejects.toMatchObject({
    status: 429,
    message: expect.stringContaining("observe some, or delete problems"),
  });
});

test("a batch that takes long is handled in parts, between which other requests have their turn, and answered whole", async () => {
  const problems = await openProblemStore(
    undefined,
    { now: () => 0, forgetAfterMs: 1_000, onRecord() {} },
    () => {},
  );
  const { create, decide, observe, totals } = decisionHandlers(problems, runs, {
    changed() {},
    removed() {},
  });
  await create(definition({ name: "slow" }));
  const { problem } = problems.find("slow")!;
  const slowly =
    <Arguments extends unknown[], Result>(handle: (...given: Arguments) => Result) =>
    (...given: Arguments) => {
      for (const end = performance.now() + 6; performance.now() < end; );
      return handle(...given);
    };
  const { decider } = problem as unknown as { decider: Record<"decide" | "observe", () => unknown> };
  for (const name of ["decide", "observe"] as const) decider[name] = slowly(decider[name].bind(decider));

  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  });
  const answer = (await decide("slow", { count: 20 })) as { decisions: { id: string }[] };
  expect(new Set(answer.decisions.map(({ id }) => id)).size).toBe(20);
  expect(turns).toBeGreaterThan(5);
  turns = 0;
  const sent = answer.decisions.map(({ id }) => ({ id, kind: "completed", time: 1 }) as const);
  const twice = [...sent, sent[0], { ...sent[0], id: "none" }];
  expect(await observe("slow", twice)).toEqual({ accepted: 20, repeated: 1, unknown: 1 });
  expect(turns).toBeGreaterThan(5);
  clearInterval(timer);
  expect(totals).toMatchObject({ decisions: 20, observations: 20 });
  await problems.close();
});
