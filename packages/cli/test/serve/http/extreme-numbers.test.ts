import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { policies } from "@mulligan/core/policies";
import { describe, expect, test } from "vitest";
import { isThorough } from "../../../../../test/thorough.ts";
import { DecisionsSchema, TriesSchema } from "../../../dist/serve/http/schemas.js";
import { ListSchema, StateSchema } from "../../../dist/serve/http/state-schemas.js";
import { newFolder } from "../../new-folder.ts";
import { newProblem, served } from "../served.ts";

const LIMITS = "must be 0, or from 1e-15 to 1e15";

/** A problem of each policy that a service can have, with the widest cutoffs that it takes. */
const kinds = policies
  .map(({ name }) => name)
  .filter((name) => name !== "static")
  .map((policy) => ({
    policy: policy === "fixed" ? "fixed:cutoff=1e15" : policy,
    horizon: 1e15,
    cutoffs: policy === "ucb-rc" ? "1e-15..1e15" : [1e-15, 1, 1e15],
  }));

/** The corners of what an observation may be. */
const OUTCOMES = [
  { kind: "completed", time: 1e-15, reward: 1e-15 },
  { kind: "censored", time: 1e15, resetting: 1e15 },
  { kind: "completed", time: 1e15 },
  { kind: "completed", time: 0 },
  { kind: "censored", time: 0, resetting: 0 },
  { kind: "censored", time: 1e-15, resetting: 1e-15 },
  { kind: "completed", time: 1e15, reward: 0 },
];

type Ask = Awaited<ReturnType<typeof served>>["ask"];

/** Decides and observes, one outcome after the other in turn. */
async function play(ask: Ask, name: string, rounds: number, more: object = {}): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const decided = await ask("POST", `/v1/problems/${name}/decisions`, { count: 20, ...more });
    expect(decided).toMatchObject({ status: 200 });
    DecisionsSchema.parse(decided.body);
    const observations = decided.body.decisions.map(({ id }: { id: string }, i: number) => ({
      id,
      ...OUTCOMES[(round + i) % OUTCOMES.length],
    }));
    const observed = await ask("POST", `/v1/problems/${name}/observations`, { observations });
    expect(observed).toMatchObject({ status: 200, body: { accepted: 20 } });
  }
}

describe.each(kinds)("$policy", (given) => {
  test("the largest and smallest numbers that are allowed: answers fit the schemas, and a restart has all of it", async () => {
    const state = newFolder();
    const first = await served({ state });
    for (const mode of isThorough ? ["abandon", "retry"] : ["abandon"]) {
      const made = await first.ask("POST", "/v1/problems", newProblem(mode, { ...given, mode }));
      expect(made).toMatchObject({ status: 201 });
      await play(first.ask, mode, 4, mode === "retry" ? { task: "one", attempt: 2 } : {});
      StateSchema.parse((await first.ask("GET", `/v1/problems/${mode}`)).body);
      TriesSchema.parse((await first.ask("GET", `/v1/problems/${mode}/tries`)).body);
    }
    const before = (await first.ask("GET", "/v1/problems")).body;
    ListSchema.parse(before);
    await first.close();
    const second = await served({ state });
    const after = (await second.ask("GET", "/v1/problems")).body;
    expect(after.unreadable).toEqual([]);
    expect(after.problems.map((one: { arms: unknown }) => one.arms)).toEqual(
      before.problems.map((one: { arms: unknown }) => one.arms),
    );
    await play(second.ask, "abandon", 1);
    expect([...first.defects, ...second.defects]).toEqual([]);
  });
});

test("with automatic cutoffs, too, in both modes", async () => {
  const { ask, defects } = await served();
  for (const [name, more] of [
    ["plain", {}],
    ["tasks", { mode: "retry", policy: "hidden-types" }],
    ["fine", { resolution: 1e-15 }],
    ["coarse", { resolution: 1e15, mode: "retry", policy: "hidden-types" }],
  ] as const) {
    expect(await ask("POST", "/v1/problems", newProblem(name, more))).toMatchObject({ status: 201 });
    await play(ask, name, 2, { task: "one", attempt: 1 });
    StateSchema.parse((await ask("GET", `/v1/problems/${name}`)).body);
  }
  expect(defects).toEqual([]);
});

test.each([
  // The mean of ten times 0.1 is a little less, since it comes from their sum, so that the curve goes on by one rounding error.
  [
    "ten trials of 0.1, and one cut there",
    [...Array(10).fill({ time: 0.1 }), { kind: "censored", time: 0.1 }],
  ],
  ["no reward, in no time", [0.1, 0].map((time) => ({ time, reward: 0 }))],
])("%s: a state that fits the schema", async (_, outcomes: readonly object[]) => {
  const { ask, defects } = await served();
  await ask("POST", "/v1/problems", newProblem("a", { arms: [{ name: "only" }] }));
  const { body } = await ask("POST", "/v1/problems/a/decisions", { count: outcomes.length });
  const observations = outcomes.map((outcome, i) => ({
    id: body.decisions[i].id,
    kind: "completed",
    ...outcome,
  }));
  expect((await ask("POST", "/v1/problems/a/observations", { observations })).status).toBe(200);
  const state = await ask("GET", "/v1/problems/a");
  expect([state.status, defects]).toEqual([200, []]);
  expect(StateSchema.parse(state.body).arms[0].curve).not.toEqual([]);
});

test("what is beyond the limits is refused with them, in an observation and in a problem", async () => {
  const { ask } = await served();
  await ask("POST", "/v1/problems", newProblem("a"));
  const { body } = await ask("POST", "/v1/problems/a/decisions");
  for (const [outcome, field, rule] of [
    [{ kind: "completed", time: 1e300 }, "time", LIMITS],
    [{ kind: "completed", time: 1e-300 }, "time", LIMITS],
    [{ kind: "censored", time: 1, resetting: 1e155 }, "resetting", LIMITS],
    [{ kind: "completed", time: 1, reward: 1e-300 }, "reward", "must be 0, or from 1e-15 to 1"],
  ] as const) {
    const observations = [{ id: body.decisions[0].id, ...outcome }];
    expect(await ask("POST", "/v1/problems/a/observations", { observations })).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining(`observations.0.${field}: ${rule}`) },
    });
  }
  for (const [more, limit] of [
    [{ resolution: 1e-300 }, "1e-15"],
    [{ horizon: 1e300 }, "1e15"],
    [{ cutoffs: [1e-300, 1] }, "1e-15"],
    [{ cutoffs: "1e-300,1" }, "1e-15"],
    [{ cutoffs: "1..1e300", policy: "ucb-rc" }, "1e15"],
    [{ resetting: 1e300 }, "1e15"],
    [{ resetting: "constant(1e300)" }, "1e15"],
    [{ policy: "fixed:cutoff=1e300" }, "1e15"],
    [{ policy: "fixed", options: { cutoff: 1e300 } }, "1e15"],
  ] as const) {
    const detail = expect.stringContaining(limit);
    expect(await ask("POST", "/v1/problems", newProblem("b", more))).toMatchObject({
      status: 400,
      body: { detail },
    });
  }
});

test.each(["__proto__", "constructor"])(
  "the option %s is refused as any other that is unknown, wherever it is given",
  async (name) => {
    const { ask, defects } = await served();
    const option = JSON.stringify(newProblem("a", { options: { NAME: 1 } })).replace("NAME", name);
    const field = JSON.stringify(newProblem("a", { NAME: 1 })).replace("NAME", name);
    const policy = newProblem("a", { policy: `km-ts:${name}=1` });
    for (const body of [option, option.replace("o", "\\u006f"), field, policy]) {
      expect((await ask("POST", "/v1/problems", body)).status).toBe(400);
    }
    expect(defects).toEqual([]);
  },
);

test("a problem that cannot be read is answered with 409 and its reason until it is deleted; the others are served", async () => {
  const state = newFolder();
  const first = await served({ state });
  await first.ask("POST", "/v1/problems", newProblem("bad"));
  const [file] = readdirSync(join(state, "problems"));
  await first.ask("POST", "/v1/problems", newProblem("good"));
  await first.close();
  const path = join(state, "problems", file);
  const damaged = `${readFileSync(path, "utf8")}hello\n`;
  writeFileSync(path, damaged);

  const { ask, notices, defects } = await served({ state });
  expect(notices).toEqual([expect.stringContaining(`${path}:2: must be a problem of mulligan serve`)]);
  const refused = { status: 409, body: { detail: expect.stringContaining(`${path}:2: must be`) } };
  expect(await ask("GET", "/v1/problems/bad")).toMatchObject(refused);
  expect(await ask("GET", "/v1/problems/bad/tries")).toMatchObject(refused);
  expect(await ask("GET", "/v1/problems/bad/events")).toMatchObject(refused);
  expect(await ask("POST", "/v1/problems/bad/decisions")).toMatchObject(refused);
  expect(await ask("POST", "/v1/problems", newProblem("bad"))).toMatchObject(refused);
  const list = (await ask("GET", "/v1/problems")).body;
  expect(list.problems.map(({ name }: { name: string }) => name)).toEqual(["good"]);
  expect(list.unreadable).toEqual([{ name: "bad", reason: expect.stringContaining(path) }]);
  expect((await ask("POST", "/v1/problems/good/decisions")).status).toBe(200);
  expect(readFileSync(path, "utf8")).toBe(damaged);
  expect((await ask("DELETE", "/v1/problems/bad")).status).toBe(204);
  expect((await ask("GET", "/v1/problems/bad")).status).toBe(404);
  expect((await ask("POST", "/v1/problems", newProblem("bad"))).status).toBe(201);
  expect(defects).toEqual([]);
});
