import { expect, test } from "vitest";
import { decisionHandlers, MAX_OUTSTANDING_IN_ALL } from "../../../src/serve/http/decisions.ts";
import { faultOf } from "../../../src/serve/http/fault.ts";
import { MAX_PROBLEMS, type ProblemStore, TooManyProblems } from "../../../src/serve/store/problem-store.ts";
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
