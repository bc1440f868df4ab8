import { expect, test } from "vitest";
import * as schemas from "../../../dist/serve/http/schemas.js";
import { ListSchema, StateSchema, SummarySchema } from "../../../dist/serve/http/state-schemas.js";
import { MAX_TRIES } from "../../../dist/serve/problem/recent-trials.js";
import { newFolder } from "../../new-folder.ts";
import { newProblem, served } from "../served.ts";

test("a problem is made, asked, told, read, listed, deleted, and counted", async () => {
  const { ask, create, decide, observe, state, defects } = await served();
  const made = await create("mirror", { seed: 7 });
  expect(made).toMatchObject({ status: 201, type: "application/json" });
  expect(made.headers.get("location")).toBe("/v1/problems/mirror");
  expect(made.body).toMatchObject({ policy: "km-ts", cutoffs: "auto", mode: "abandon", seed: 7 });
  SummarySchema.parse(made.body);

  const decisions = await decide("mirror", { count: 3 });
  schemas.DecisionsSchema.parse({ decisions });
  expect(new Set(decisions.map(({ id }) => id)).size).toBe(3);
  const counts = await observe("mirror", [
    { id: decisions[0].id, kind: "completed", time: 2.5 },
    { id: decisions[1].id, kind: "censored", time: 4, resetting: 0.5 },
    { id: decisions[0].id, kind: "completed", time: 2.5 },
    // Of a problem that had the name before.
    { id: "deadbeef-1", kind: "censored", time: 1 },
  ]);
  expect(counts).toEqual({ accepted: 2, repeated: 1, unknown: 1 });

  const read = StateSchema.parse(await state("mirror"));
  expect(read).toMatchObject({ decisions: 3, observations: 2, outstanding: 1, sequence: 5, readOnly: false });
  const sum = (field: "completed" | "censored" | "reward") =>
    read.arms.reduce((total, arm) => total + arm[field], 0);
  expect([sum("completed"), sum("censored"), sum("reward")]).toEqual([1, 1, 1]);
  const listed = ListSchema.parse((await ask("GET", "/v1/problems")).body);
  expect(listed.problems.map(({ name }) => name)).toEqual(["mirror"]);

  expect(await ask("GET", "/healthz")).toMatchObject({ status: 200, body: "ok\n" });
  const { body, type } = await ask("GET", "/metrics");
  expect(type).toContain("version=0.0.4");
  for (const line of [
    "problems 1",
    "decisions_total 3",
    "outstanding_decisions 1",
    'answers_total{code="2xx"} 6',
  ]) {
    expect(body).toContain(`\nmulligan_${line}\n`);
  }
  const isMetric = /^(# (HELP|TYPE) \w+ .+|\w+(\{code="\dxx"\})? [\d.e+]+)$/;
  expect(
    body
      .trimEnd()
      .split("\n")
      .filter((line: string) => !isMetric.test(line)),
  ).toEqual([]);

  expect((await ask("DELETE", "/v1/problems/mirror")).status).toBe(204);
  expect((await ask("GET", "/v1/problems/mirror")).status).toBe(404);
  expect((await ask("DELETE", "/v1/problems/mirror")).status).toBe(404);
  expect(defects).toEqual([]);
});

test("the state has the learned curve with its band, the best cutoff and the verdict of analyze", async () => {
  const { create, decide, observe, state } = await served();
  await create("curve", { arms: [{ name: "only" }], cutoffs: "inf", policy: "never" });
  const decisions = await decide("curve", { count: 300 });
  // Two kinds: 1, or a hundred times as long. A cutoff right after 1 earns 1/2 in 1; waiting earns 1 in 50.5.
  const times = decisions.map(({ id }, i) => ({ id, kind: "completed", time: i % 2 === 0 ? 1 : 100 }));
  await observe("curve", times);
  const { best, arms } = StateSchema.parse(await state("curve"));
  const half = expect.closeTo(0.5, 12);
  expect(best).toMatchObject({ arm: "only", cutoff: 1, rate: half });
  expect(arms[0]).toMatchObject({ restart: "yes", bestCutoff: 1, bestRate: half });
  expect(arms[0].rateWithoutCutoff).toBeCloseTo(1 / 50.5, 12);
  expect(arms[0].curve[0]).toMatchObject({ cutoff: 1, survival: half, rate: half });
  expect(arms[0].curve[0].low).toBeLessThan(0.5);
  expect(arms[0].curve[0].high).toBeGreaterThan(0.5);
});

test("a problem is the same again after a restart, whatever it was made of", async () => {
  const folder = newFolder();
  const whole = newProblem("all", {
    ...{ policy: "km-ts:strength=3", options: { tolerance: 0.02 }, resolution: 2, horizon: 1e6 },
    ...{ resetting: "proportional(0.1)", mode: "retry", schedule: "geometric", seed: 2 ** 53 - 1 },
  });
  const list = newProblem("list", { cutoffs: [0.5, 2, "inf"] });
  const range = newProblem("range", { cutoffs: "1..9", resetting: 0.5 });
  for (const isAgain of [false, true]) {
    const { ask, state, close } = await served({ state: folder });
    if (isAgain) expect(await state("all")).toMatchObject({ ...whole, arms: [{}, {}] });
    // The same definition again is no conflict.
    for (const problem of [whole, list, range]) {
      expect((await ask("POST", "/v1/problems", problem)).status).toBe(201);
    }
    await close();
  }
});

test("attempts at a task get Luby's multiples of the base, whatever other tasks do meanwhile", async () => {
  const { create, decide } = await served();
  await create("tasks", { policy: "fixed:cutoff=10", mode: "retry" });
  const cutoffs: unknown[] = [];
  for (let attempt = 1; attempt <= 7; attempt++) {
    const [decision] = await decide("tasks", { task: "x", attempt });
    expect(decision.attempt).toBe(attempt);
    cutoffs.push(decision.cutoff);
    await decide("tasks", { task: "y", attempt: 1 });
  }
  expect(cutoffs).toEqual([10, 10, 20, 10, 10, 20, 40]);
});

test("the latest tries are kept, with their arms, cutoffs and ends, also over a restart", async () => {
  const folder = newFolder();
  const first = await served({ state: folder });
  const made = await first.create("a", { policy: "fixed:cutoff=10", cutoffs: [10, "inf"] });
  expect(made.body.cutoffs).toEqual([10, "inf"]);
  const begun = Date.now();
  for (let i = 0; i < 3; i++) {
    const decisions = await first.decide("a", { count: 100, task: "t", attempt: 2 });
    const observations = decisions.map(({ id }, at) =>
      at % 2 === 0
        ? { id, kind: "completed", time: 100 * i + at }
        : { id, kind: "censored", time: 10, resetting: 1 },
    );
    await first.observe("a", observations);
  }
  const { body } = await first.ask("GET", "/v1/problems/a/tries");
  const { last, tries } = schemas.TriesSchema.parse(body);
  expect([last, ...tries.map(({ number }) => number)]).toEqual([
    300,
    ...Array.from({ length: MAX_TRIES }, (_, place) => 301 - MAX_TRIES + place),
  ]);
  const [solved, cut] = body.tries.slice(-2);
  const common = { arm: "east", cutoff: 10, attempt: 2, task: "t", at: expect.any(Number) };
  expect(solved).toEqual({ number: 299, ...common, kind: "completed", time: 298, reward: 1 });
  expect(cut).toEqual({ number: 300, ...common, kind: "censored", time: 10, resetting: 1 });
  expect(solved.at).toBeGreaterThanOrEqual(begun);
  const after = await first.ask("GET", "/v1/problems/a/tries?after=298");
  expect(after.body).toEqual({ last: 300, tries: [solved, cut] });
  await first.close();
  const { ask } = await served({ state: folder });
  expect((await ask("GET", "/v1/problems/a/tries")).body).toEqual(body);
  expect((await ask("GET", "/v1/problems/nobody/tries")).status).toBe(404);
  for (const query of ["after=-1", "after=x", "after=1e3"]) {
    expect((await ask("GET", `/v1/problems/a/tries?${query}`)).status, query).toBe(400);
  }
});

test("the list can be of those that were active last, and says when that was, and where journals are looked for", async () => {
  const folder = newFolder();
  const { ask, create, decide } = await served({ state: folder });
  for (const name of ["a", "b", "c"]) await create(name);
  await decide("a");
  const { body } = await ask("GET", "/v1/problems?latest=2");
  const names = body.problems.map(({ name }: { name: string }) => name);
  expect([names.length, names[0], body.folder]).toEqual([2, "a", folder]);
  expect(body.problems[0]).toMatchObject({ live: true, lastActive: expect.closeTo(Date.now(), -4.5) });
  expect((await ask("GET", "/v1/problems?latest=all")).status).toBe(400);
});

test("the state says what the same reward would have cost without a cutoff, and between which bounds", async () => {
  const { create, decide, observe, state } = await served();
  await create("a", { arms: [{ name: "only" }] });
  const decisions = await decide("a", { count: 40 });
  const known = async (from: number, to: number, outcome: object) => {
    const told = decisions.slice(from, to).map(({ id }) => ({ id, ...outcome }));
    if (told.length > 0) await observe("a", told);
    return StateSchema.parse(await state("a"));
  };
  expect((await known(0, 0, {})).arms[0].withoutCutoff).toBeNull();
  const { withoutCutoff: sure } = await known(0, 10, { kind: "completed", time: 1 });
  expect(sure).toEqual({ time: 10, low: 10, high: 10, exact: true, spent: 10 });
  expect((await known(10, 20, { kind: "censored", time: 2 })).withoutCutoff).toBeNull();
  // The tries that were cut at 2 would have ended at 4, as the others did: a success costs (1 + 3 · 4)/4 in the mean.
  const { withoutCutoff, arms } = await known(20, 40, { kind: "completed", time: 4 });
  expect(arms[0].withoutCutoff).toEqual(withoutCutoff);
  expect(withoutCutoff).toMatchObject({ time: expect.closeTo((30 * 13) / 4, 9), exact: true, spent: 110 });
  expect(withoutCutoff!.low).toBeLessThan(90);
  expect(withoutCutoff!.high).toBeGreaterThan(105);
});
