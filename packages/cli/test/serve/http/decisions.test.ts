import { expect, test } from "vitest";
import { decisionHandlers, MAX_OUTSTANDING_IN_ALL } from "../../../src/serve/http/decisions.ts";
import { MAX_PROBLEMS, type ProblemStore } from "../../../src/serve/store/problem-store.ts";
import type { StoredProblem } from "../../../src/serve/store/stored-problem.ts";
import { definition } from "../definition.ts";

const runs = { all: () => [], find: () => undefined, close() {} };

/** As if there were so many problems, and so many decisions of one. */
function asking(size: number, waiting: number) {
  const problem = { outstanding: { waiting: { size: waiting } } };
  const kept = { definition: definition({ name: "full" }), problem } as unknown as StoredProblem;
  const problems = {
    size: () => size,
    all: () => [kept],
    find: (name: string) => (name === "full" ? kept : undefined),
    create: async () => kept,
  } as unknown as ProblemStore;
  return decisionHandlers(problems, runs, { changed() {}, removed() {} });
}

test("one problem too many is refused", async () => {
  await expect(asking(MAX_PROBLEMS, 0).create(definition())).rejects.toMatchObject({
    status: 429,
    message: `There may be at most ${MAX_PROBLEMS} problems: delete one first`,
  });
});

test("where too many decisions wait altogether no more are made", async () => {
  await expect(asking(1, MAX_OUTSTANDING_IN_ALL).decide("full", { count: 1 })).rejects.toMatchObject({
    status: 429,
    message: expect.stringContaining("observe some, or delete problems"),
  });
});
