import { appendFileSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { policies } from "@mulligan/core/policies";
import { expect, test } from "vitest";
import { isThorough } from "../../../../../test/thorough.ts";
import { DecisionsSchema, TriesSchema } from "../../../dist/serve/http/schemas.js";
import { ListSchema, StateSchema } from "../../../dist/serve/http/state-schemas.js";
import { newFolder } from "../../new-folder.ts";
import { newProblem, served } from "../served.ts";

const LIMITS = "must be 0, or from 1e-15 to 1e15";

interface Kind {
  readonly mode?: "retry";
  readonly [field: string]: unknown;
}

/** A problem of each policy that a service can have, with the widest cutoffs that it takes. */
const listed: Kind[] = policies
  .map(({ name }) => name)
  .filter((name) => name !== "static")
  .map((policy) => ({
    policy: policy === "fixed" ? "fixed:cutoff=1e15" : policy,
    horizon: 1e15,
    cutoffs: policy === "ucb-rc" ? "1e-15..1e15" : [1e-15, 1, 1e15],
  }));
const automatic: Kind[] = [
  { policy: "km-ts" },
  { policy: "hidden-types", mode: "retry" },
  { policy: "km-ts", resolution: 1e-15 },
  { policy: "hidden-types", resolution: 1e15, mode: "retry" },
];

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

type Serving = Awaited<ReturnType<typeof served>>;

/** Decides and observes, one outcome after the other in turn. */
async function play({ decide, observe }: Serving, name: string, rounds: number): Promise<void> {
  const more = name === "retry" ? { task: "one", attempt: 2 } : {};
  for (let round = 0; round < rounds; round++) {
    const { decisions } = DecisionsSchema.parse({ decisions: await decide(name, { count: 20, ...more }) });
    const outcomes = decisions.map(({ id }, i) => ({ id, ...OUTCOMES[(round + i) % OUTCOMES.length] }));
    expect(await observe(name, outcomes)).toMatchObject({ accepted: 20 });
  }
}

/** What the list says of each problem. */
const armsOf = async ({ ask }: Serving) => {
  const { problems, unreadable } = ListSchema.parse((await ask("GET", "/v1/problems")).body);
  expect(unreadable).toEqual([]);
  return problems.map(({ arms }) => arms);
};

test.each([...listed, ...automatic])(
  "answers to the largest and smallest numbers fit the schemas, and a restart has all of it: %o",
  async (given) => {
    const folder = newFolder();
    const first = await served({ state: folder });
    const modes = isThorough ? ["abandon", "retry"] : [given.mode ?? "abandon"];
    for (const mode of modes) {
      expect(await first.create(mode, { ...given, mode })).toMatchObject({ status: 201 });
      await play(first, mode, 4);
      StateSchema.parse(await first.state(mode));
      TriesSchema.parse((await first.ask("GET", `/v1/problems/${mode}/tries`)).body);
    }
    const before = await armsOf(first);
    await first.close();
    const second = await served({ state: folder });
    expect(await armsOf(second)).toEqual(before);
    await play(second, modes[0], 1);
    expect([...first.defects, ...second.defects]).toEqual([]);
  },
);

test.each([
  // The mean of ten times 0.1 is a little less, since it comes from their sum, so that the curve goes on by one rounding error.
  [
    "ten trials of 0.1, and one cut there",
    [...Array(10).fill({ time: 0.1 }), { kind: "censored", time: 0.1 }],
  ],
  ["no reward, in no time", [0.1, 0].map((time) => ({ time, reward: 0 }))],
])("%s: a state that fits the schema", async (_, outcomes: readonly object[]) => {
  const { create, decide, observe, state, defects } = await served();
  await create("a", { arms: [{ name: "only" }] });
  const decisions = await decide("a", { count: outcomes.length });
  const told = outcomes.map((outcome, i) => ({ id: decisions[i].id, kind: "completed", ...outcome }));
  expect(await observe("a", told)).toMatchObject({ accepted: outcomes.length });
  expect(StateSchema.parse(await state("a")).arms[0].curve).not.toEqual([]);
  expect(defects).toEqual([]);
});

test("what is beyond the limits is refused with them, in an observation and in a problem", async () => {
  const { create, decide, observe } = await served();
  await create("a");
  const [{ id }] = await decide("a");
  for (const [outcome, field, rule] of [
    [{ kind: "completed", time: 1e300 }, "time", LIMITS],
    [{ kind: "completed", time: 1e-300 }, "time", LIMITS],
    [{ kind: "censored", time: 1, resetting: 1e155 }, "resetting", LIMITS],
    [{ kind: "completed", time: 1, reward: 1e-300 }, "reward", "must be 0, or from 1e-15 to 1"],
  ] as const) {
    const detail = expect.stringContaining(`observations.0.${field}: ${rule}`);
    expect(await observe("a", [{ id, ...outcome }])).toMatchObject({ status: 400, detail });
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
    expect((await create("b", more)).body).toMatchObject({ status: 400, detail });
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
  const folder = newFolder();
  const first = await served({ state: folder });
  await first.create("bad");
  const [file] = readdirSync(join(folder, "problems"));
  await first.create("good");
  await first.close();
  const path = join(folder, "problems", file);
  appendFileSync(path, "hello\n");
  const damaged = readFileSync(path, "utf8");

  const { ask, create, decide, notices, defects } = await served({ state: folder });
  const reason = expect.stringContaining(`${path}:2: must be a problem of mulligan serve`);
  expect(notices).toEqual([reason]);
  const refused = { status: 409, body: { detail: reason } };
  for (const place of ["", "/tries", "/events"]) {
    expect(await ask("GET", `/v1/problems/bad${place}`)).toMatchObject(refused);
  }
  expect(await ask("POST", "/v1/problems/bad/decisions")).toMatchObject(refused);
  expect(await create("bad")).toMatchObject(refused);
  const list = (await ask("GET", "/v1/problems")).body;
  expect(list).toMatchObject({ problems: [{ name: "good" }], unreadable: [{ name: "bad", reason }] });
  expect(await decide("good")).toHaveLength(1);
  expect(readFileSync(path, "utf8")).toBe(damaged);
  expect((await ask("DELETE", "/v1/problems/bad")).status).toBe(204);
  expect((await ask("GET", "/v1/problems/bad")).status).toBe(404);
  expect((await create("bad")).status).toBe(201);
  expect(defects).toEqual([]);
});
