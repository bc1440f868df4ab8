import { describe, expect, test } from "vitest";
import * as schemas from "../../../dist/serve/http/schemas.js";
import { ListSchema, StateSchema, SummarySchema } from "../../../dist/serve/http/state-schemas.js";
import { MAX_TRIES } from "../../../dist/serve/problem/recent-trials.js";
import { newFolder } from "../../new-folder.ts";
import { newProblem, served } from "../served.ts";

test("a problem is made, asked, told, read, listed and deleted", async () => {
  const { ask, defects } = await served();
  const made = await ask("POST", "/v1/problems", newProblem("mirror", { seed: 7 }));
  expect(made).toMatchObject({ status: 201, type: "application/json" });
  expect(made.headers.get("location")).toBe("/v1/problems/mirror");
  expect(made.body).toMatchObject({
    name: "mirror",
    policy: "km-ts",
    cutoffs: "auto",
    mode: "abandon",
    seed: 7,
  });
  expect(SummarySchema.safeParse(made.body).error).toBeUndefined();

  const decided = await ask("POST", "/v1/problems/mirror/decisions", { count: 3 });
  expect(decided.status).toBe(200);
  expect(schemas.DecisionsSchema.safeParse(decided.body).error).toBeUndefined();
  const { decisions } = decided.body;
  expect(decisions.length).toBe(3);
  expect(new Set(decisions.map(({ id }: { id: string }) => id)).size).toBe(3);

  const observations = [
    { id: decisions[0].id, kind: "completed", time: 2.5 },
    { id: decisions[1].id, kind: "censored", time: 4, resetting: 0.5 },
    { id: decisions[0].id, kind: "completed", time: 2.5 },
    { id: "nobody-1", kind: "censored", time: 1 },
  ];
  const told = await ask("POST", "/v1/problems/mirror/observations", { observations });
  expect(told).toMatchObject({ status: 200, body: { accepted: 2, repeated: 1, unknown: 1 } });

  const read = await ask("GET", "/v1/problems/mirror");
  expect(read.status).toBe(200);
  expect(StateSchema.safeParse(read.body).error).toBeUndefined();
  expect(read.body).toMatchObject({
    decisions: 3,
    observations: 2,
    outstanding: 1,
    sequence: 5,
    readOnly: false,
  });
  const sum = (field: string) =>
    read.body.arms.reduce((total: number, arm: Record<string, number>) => total + arm[field], 0);
  expect([sum("completed"), sum("censored"), sum("reward")]).toEqual([1, 1, 1]);

  const listed = await ask("GET", "/v1/problems");
  expect(ListSchema.safeParse(listed.body).error).toBeUndefined();
  expect(listed.body.problems.map(({ name }: { name: string }) => name)).toEqual(["mirror"]);

  expect((await ask("DELETE", "/v1/problems/mirror")).status).toBe(204);
  expect((await ask("GET", "/v1/problems/mirror")).status).toBe(404);
  expect((await ask("DELETE", "/v1/problems/mirror")).status).toBe(404);
  expect(defects).toEqual([]);
});

test("the state has the learned curve with its band, the best cutoff and the verdict of analyze", async () => {
  const { ask } = await served();
  await ask(
    "POST",
    "/v1/problems",
    newProblem("curve", { arms: [{ name: "only" }], cutoffs: "inf", policy: "never" }),
  );
  const { decisions } = (await ask("POST", "/v1/problems/curve/decisions", { count: 300 })).body;
  // Two kinds: 1, or a hundred times as long. A cutoff right after 1 earns 1/2 in 1; waiting earns 1 in 50.5.
  const observations = decisions.map(({ id }: { id: string }, i: number) => ({
    id,
    kind: "completed",
    time: i % 2 === 0 ? 1 : 100,
  }));
  await ask("POST", "/v1/problems/curve/observations", { observations });
  const { body } = await ask("GET", "/v1/problems/curve");
  expect(StateSchema.safeParse(body).error).toBeUndefined();
  expect(body.best).toMatchObject({ arm: "only", cutoff: 1, rate: expect.closeTo(0.5, 12) });
  const [arm] = body.arms;
  expect(arm).toMatchObject({ restart: "yes", bestCutoff: 1, bestRate: expect.closeTo(0.5, 12) });
  expect(arm.rateWithoutCutoff).toBeCloseTo(1 / 50.5, 12);
  expect(arm.curve[0]).toMatchObject({
    cutoff: 1,
    survival: expect.closeTo(0.5, 12),
    rate: expect.closeTo(0.5, 12),
  });
  expect(arm.curve[0].low).toBeLessThan(0.5);
  expect(arm.curve[0].high).toBeGreaterThan(0.5);
});

test("a problem is the same again after a restart, whatever it was made of", async () => {
  const state = newFolder();
  const whole = newProblem("all", {
    policy: "km-ts:strength=3",
    options: { tolerance: 0.02 },
    resolution: 2,
    resetting: "proportional(0.1)",
    mode: "retry",
    schedule: "geometric",
    horizon: 1e6,
    seed: 2 ** 53 - 1,
  });
  const others = [
    newProblem("list", { cutoffs: [0.5, 2, "inf"] }),
    newProblem("range", { cutoffs: "1..9", resetting: 0.5 }),
  ];
  const first = await served({ state });
  for (const problem of [whole, ...others])
    expect((await first.ask("POST", "/v1/problems", problem)).status).toBe(201);
  await first.close();
  const second = await served({ state });
  for (const problem of [whole, ...others])
    expect((await second.ask("POST", "/v1/problems", problem)).status).toBe(201);
  expect((await second.ask("GET", "/v1/problems")).body.problems[0]).toMatchObject({
    ...whole,
    arms: [{}, {}],
  });
});

test("attempts at a task get Luby's multiples of the base, whatever other tasks do meanwhile", async () => {
  const { ask } = await served();
  await ask("POST", "/v1/problems", newProblem("tasks", { policy: "fixed:cutoff=10", mode: "retry" }));
  const cutoffs: number[] = [];
  for (let attempt = 1; attempt <= 7; attempt++) {
    const { body } = await ask("POST", "/v1/problems/tasks/decisions", { task: "x", attempt });
    expect(body.decisions[0].attempt).toBe(attempt);
    cutoffs.push(body.decisions[0].cutoff);
    await ask("POST", "/v1/problems/tasks/decisions", { task: "y", attempt: 1 });
  }
  expect(cutoffs).toEqual([10, 10, 20, 10, 10, 20, 40]);
});

test("the latest tries are kept, with their arms, cutoffs and ends, also over a restart", async () => {
  const state = newFolder();
  const first = await served({ state });
  const made = newProblem("a", { policy: "fixed:cutoff=10", cutoffs: [10, "inf"] });
  expect((await first.ask("POST", "/v1/problems", made)).body.cutoffs).toEqual([10, "inf"]);
  const begun = Date.now();
  const ids: string[] = [];
  for (let i = 0; i < 3; i++) {
    const { body } = await first.ask("POST", "/v1/problems/a/decisions", {
      count: 100,
      task: "t",
      attempt: 2,
    });
    ids.push(...body.decisions.map(({ id }: { id: string }) => id));
    const observations = body.decisions.map(({ id }: { id: string }, at: number) =>
      at % 2 === 0
        ? { id, kind: "completed", time: 100 * i + at }
        : { id, kind: "censored", time: 10, resetting: 1 },
    );
    await first.ask("POST", "/v1/problems/a/observations", { observations });
  }
  const { body } = await first.ask("GET", "/v1/problems/a/tries");
  expect(schemas.TriesSchema.safeParse(body).error).toBeUndefined();
  expect(body.last).toBe(300);
  expect(body.tries.map(({ number }: { number: number }) => number)).toEqual(
    Array.from({ length: MAX_TRIES }, (_, place) => 301 - MAX_TRIES + place),
  );
  const [solved, cut] = body.tries.slice(-2);
  expect(solved).toEqual({
    number: 299,
    at: expect.any(Number),
    arm: "east",
    cutoff: 10,
    attempt: 2,
    task: "t",
    kind: "completed",
    time: 298,
    reward: 1,
  });
  expect(solved.at).toBeGreaterThanOrEqual(begun);
  expect(cut).toMatchObject({ number: 300, kind: "censored", time: 10, resetting: 1 });
  const after = await first.ask("GET", "/v1/problems/a/tries?after=298");
  expect(after.body).toEqual({ last: 300, tries: [solved, cut] });
  await first.close();
  const second = await served({ state });
  expect((await second.ask("GET", "/v1/problems/a/tries")).body).toEqual(body);
  expect((await second.ask("GET", "/v1/problems/nobody/tries")).status).toBe(404);
  for (const query of ["after=-1", "after=x", "after=1e3"]) {
    expect((await second.ask("GET", `/v1/problems/a/tries?${query}`)).status, query).toBe(400);
  }
});

test("the list can be of those that were active last, and says when that was, and where journals are looked for", async () => {
  const state = newFolder();
  const { ask } = await served({ state });
  for (const name of ["a", "b", "c"]) await ask("POST", "/v1/problems", newProblem(name));
  await ask("POST", "/v1/problems/a/decisions");
  const { body } = await ask("GET", "/v1/problems?latest=2");
  const names = body.problems.map(({ name }: { name: string }) => name);
  expect(names.length).toBe(2);
  expect(names).toContain("a");
  expect(body.folder).toBe(state);
  expect(body.problems[0]).toMatchObject({ live: true, lastActive: expect.closeTo(Date.now(), -4.5) });
  expect((await ask("GET", "/v1/problems?latest=all")).status).toBe(400);
});

test("the state says what the same reward would have cost without a cutoff, and between which bounds", async () => {
  const { ask } = await served();
  await ask("POST", "/v1/problems", newProblem("a", { arms: [{ name: "only" }] }));
  const { decisions } = (await ask("POST", "/v1/problems/a/decisions", { count: 40 })).body;
  const tell = (from: number, to: number, outcome: object) =>
    ask("POST", "/v1/problems/a/observations", {
      observations: decisions.slice(from, to).map(({ id }: { id: string }) => ({ id, ...outcome })),
    });
  const known = async () => (await ask("GET", "/v1/problems/a")).body;
  expect((await known()).arms[0].withoutCutoff).toBeNull();
  await tell(0, 10, { kind: "completed", time: 1 });
  expect((await known()).withoutCutoff).toEqual({ time: 10, low: 10, high: 10, exact: true, spent: 10 });
  await tell(10, 20, { kind: "censored", time: 2 });
  expect((await known()).withoutCutoff).toBeNull();
  // The tries that were cut at 2 would have ended at 4, as the others did: a success costs (1 + 3 · 4)/4 in the mean.
  await tell(20, 40, { kind: "completed", time: 4 });
  const { withoutCutoff, arms } = await known();
  expect(arms[0].withoutCutoff).toEqual(withoutCutoff);
  expect(withoutCutoff).toMatchObject({ time: expect.closeTo((30 * 13) / 4, 9), exact: true, spent: 110 });
  expect(withoutCutoff.low).toBeLessThan(90);
  expect(withoutCutoff.high).toBeGreaterThan(105);
});

describe("for machines", () => {
  test("/healthz says ok, /metrics counts in Prometheus' format", async () => {
    const { ask } = await served();
    expect(await ask("GET", "/healthz")).toMatchObject({ status: 200, body: "ok\n" });
    await ask("POST", "/v1/problems", newProblem("a"));
    await ask("POST", "/v1/problems/a/decisions", { count: 5 });
    const { body, type } = await ask("GET", "/metrics");
    expect(type).toContain("version=0.0.4");
    expect(body).toMatch(/^mulligan_problems 1$/m);
    expect(body).toMatch(/^mulligan_decisions_total 5$/m);
    expect(body).toMatch(/^mulligan_outstanding_decisions 5$/m);
    expect(body).toMatch(/^mulligan_answers_total\{code="2xx"\} 3$/m);
    const lines = body.trimEnd().split("\n");
    expect(
      lines.filter((line: string) => !/^(# (HELP|TYPE) \w+ .+|\w+(\{code="\dxx"\})? [\d.e+]+)$/.test(line)),
    ).toEqual([]);
  });
});
