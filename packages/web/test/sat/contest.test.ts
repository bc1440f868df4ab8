import { expect, test } from "vitest";
import { addPlayed, type Contest, newContest, plan, poolSize } from "../../src/sat/contest.ts";
import type { FormulaRow } from "../../src/sat/messages.ts";
import { TRIED_BASES } from "../../src/sat/spread.ts";
import { settingOf } from "./play-seeds.ts";

/** A contest whose formulas are read, and whose jobs are set. */
function planned(text: string, rows: readonly Partial<FormulaRow>[]): Contest {
  const contest = newContest(settingOf(text), undefined);
  for (const row of rows)
    contest.formulas.push({ name: "a", variables: 3, clauses: 4, bytes: 1_000, ...row });
  plan(contest);
  return contest;
}

test("seeds are played one after the other, and then every other base with every seed", () => {
  const { jobs, seeds } = planned("seed=5&seeds=2", [{}]);
  expect(seeds).toEqual([5, 6]);
  expect(jobs.slice(0, 6).map(({ name, seed }) => `${name} ${seed}`)).toEqual([
    "learned 5",
    "luby 5",
    "never 5",
    "learned 6",
    "luby 6",
    "never 6",
  ]);
  const ofLuby = jobs.filter(({ name }) => name === "luby").map(({ base, seed }) => `${base} ${seed}`);
  expect(new Set(ofLuby)).toEqual(new Set(TRIED_BASES.flatMap((base) => [`${base} 5`, `${base} 6`])));
  expect(ofLuby).toHaveLength(2 * TRIED_BASES.length);
});

test.each([
  [1_000_000, 4],
  [100_000_000, 1],
])("a formula of %i clauses gets %i seeds, so that the walks come to an end", (clauses, count) => {
  expect(planned("seeds=20", [{ clauses }]).seeds).toHaveLength(count);
});

test("walks of a gigabyte are played by at most two workers, and nothing is played if no file can be read", () => {
  expect(poolSize(planned("", [{}]), 7)).toBe(7);
  expect(poolSize(planned("", [{ bytes: 2 ** 30 }]), 7)).toBe(2);
  expect(poolSize(planned("", [{ bytes: 2 ** 40 }]), 7)).toBe(1);
  expect(planned("", [{ problem: "broken" }]).jobs).toEqual([]);
});

test("the first solution of a formula is kept, once, and the contest is over with its last job", () => {
  const contest = planned("seeds=1", [{}]);
  contest.jobs = contest.jobs.slice(0, 2);
  for (const [job, contestant] of contest.jobs.entries()) {
    contest.played.push({ contestant, ends: [], clock: 0, restarts: 0, over: false });
    const model = new Uint8Array([0, job]);
    const ends = [{ formula: 0, solved: true, flips: 7, clock: 7, model }];
    addPlayed(contest, job, { kind: "played", ends, clock: 7, restarts: 0, over: true });
    expect(contest.status).toBe(job === 0 ? "reading" : "over");
  }
  expect(contest.models).toEqual(new Map([[0, new Uint8Array([0, 0])]]));
  expect(contest.played[1].ends).toEqual([{ formula: 0, solved: true, flips: 7, clock: 7 }]);
});
