import { expect, test } from "vitest";
import { connect } from "../../../dist/client.js";
import { newProblem, served } from "../served.ts";
import { settableClock } from "../settable-clock.ts";

const place = "/v1/problems/quotes";
type Asking = Awaited<ReturnType<typeof served>>["ask"];

const calls = (more: object = {}) => newProblem("quotes", { kind: "calls", ...more });
const decide = (ask: Asking, body: object = {}) => ask("POST", `${place}/decisions`, body);
const observe = (ask: Asking, ...observations: object[]) =>
  ask("POST", `${place}/observations`, { observations });

/** So many calls that succeed at once, with a time of 10 ms. */
async function succeed(ask: Asking, count: number): Promise<void> {
  for (let call = 0; call < count; call++) {
    const { decisions } = (await decide(ask, { task: `warm ${call}` })).body;
    await observe(ask, { id: decisions[0].id, kind: "completed", time: 10 });
  }
}

test("a problem of calls is made, decides, and explains itself", async () => {
  const { ask } = await served();
  const created = await ask(
    "POST",
    "/v1/problems",
    calls({ deadline: 5_000, objective: "p99", halfLife: "inf" }),
  );
  expect(created).toMatchObject({
    status: 201,
    body: { kind: "calls", deadline: 5_000, objective: "p99", halfLife: "inf", seed: 1 },
  });
  expect(created.body).not.toHaveProperty("policy");
  expect(
    (await ask("POST", "/v1/problems", calls({ deadline: 5_000, objective: "p99", halfLife: "inf" }))).status,
  ).toBe(201);
  expect((await ask("POST", "/v1/problems", calls({ deadline: 6_000 }))).status).toBe(409);
  const { status, body } = await decide(ask, { task: "a" });
  expect(status).toBe(200);
  // While nothing is known, half of the deadline is for each of the two arms.
  expect(body).toEqual({
    decisions: [
      {
        id: expect.stringMatching(/-1$/),
        arm: "east",
        cutoff: 2_500,
        attempt: 1,
        askAfter: 100,
        retry: true,
        hedge: false,
      },
    ],
  });
  await observe(ask, { id: body.decisions[0].id, kind: "completed", time: 10 });
  const state = (await ask("GET", place)).body;
  expect(state).toMatchObject({ kind: "calls", observations: 1, outstanding: 0 });
  expect(state.explanation.sentence).toMatch(/^Asks (east|west)/);
  expect(state.explanation.arms.map(({ arm }: { arm: string }) => arm)).toEqual(["east", "west"]);
});

test("a failed attempt is followed by another, and so is one that reached its cutoff, which is cut then", async () => {
  const { clock, pass } = settableClock();
  const { ask } = await served({ clock });
  await ask("POST", "/v1/problems", calls());
  await succeed(ask, 30);
  const [first] = (await decide(ask, { task: "a" })).body.decisions;
  await observe(ask, { id: first.id, kind: "completed", time: 1, reward: 0 });
  const [second] = (await decide(ask, { task: "a" })).body.decisions;
  expect(second).toMatchObject({ attempt: 2 });
  const early = await decide(ask, { task: "a" });
  expect(early.body).toMatchObject({ decisions: [], refused: "cutoff" });
  expect(early.body.wait).toBeCloseTo(second.cutoff, 0);
  // Whoever lost the answer asks by the number of the attempt.
  expect((await decide(ask, { task: "a", attempt: 2 })).body.decisions[0]).toMatchObject({ id: second.id });
  pass(second.cutoff + 5);
  const third = await decide(ask, { task: "a" });
  expect(third.body).toMatchObject({ decisions: [{ attempt: 3 }], cut: [second.id] });
  // The cut may be told, and counts as observed; it was learned when it was allowed.
  expect((await observe(ask, { id: second.id, kind: "censored", time: second.cutoff })).body.accepted).toBe(
    1,
  );
});

test("beyond the budget a failure is final, and an attempt at its cutoff is waited for", async () => {
  const { clock, pass } = settableClock();
  const { ask } = await served({ clock });
  await ask("POST", "/v1/problems", calls({ maxExtraLoad: 0 }));
  await succeed(ask, 30);
  const [failed] = (await decide(ask, { task: "a" })).body.decisions;
  expect(failed.retry).toBe(false);
  await observe(ask, { id: failed.id, kind: "completed", time: 1, reward: 0 });
  expect((await decide(ask, { task: "a" })).body).toEqual({ decisions: [], refused: "load", wait: "inf" });
  const [slow] = (await decide(ask, { task: "b" })).body.decisions;
  pass(slow.cutoff + 5);
  const { body } = await decide(ask, { task: "b" });
  // As long again as it has run.
  expect(body).toEqual({ decisions: [], refused: "load", wait: expect.closeTo(slow.cutoff + 5, 0) });
});

test("Retry-After cools an arm, and all of them refuse then; attempts and time run out", async () => {
  const { ask } = await served();
  await ask("POST", "/v1/problems", calls({ maxAttempts: 3 }));
  for (const attempt of [1, 2]) {
    const [{ id }] = (await decide(ask, { task: "a" })).body.decisions;
    await observe(ask, { id, kind: "completed", time: 1, reward: 0, retryAfter: 60_000 });
    expect(attempt).toBeLessThan(3);
  }
  const { body } = await decide(ask, { task: "a" });
  expect(body).toMatchObject({ decisions: [], refused: "cooldown" });
  expect(body.wait).toBeGreaterThan(50_000);
  expect((await decide(ask, { task: "b", remaining: 1_000 })).body).toMatchObject({
    refused: "deadline",
    wait: "inf",
  });
  expect((await decide(ask, { task: "c", remaining: 0 })).body).toMatchObject({
    refused: "deadline",
    wait: "inf",
  });
  expect((await ask("GET", place)).body.explanation).toMatchObject({ reason: "cooldown" });
  expect((await ask("GET", place)).body.explanation).not.toHaveProperty("arm");
});

test("a decision without a task is a call of its own: many at once, each with one attempt", async () => {
  const { ask } = await served();
  await ask("POST", "/v1/problems", calls());
  await succeed(ask, 10);
  const { decisions } = (await decide(ask, { count: 100, key: "batch" })).body;
  expect(new Set(decisions.map(({ id }: { id: string }) => id)).size).toBe(100);
  // Nothing can follow, so it is not cut before the ceiling.
  expect(decisions[0]).toMatchObject({ attempt: 1, cutoff: 120_000, retry: false });
});

test.each<[object, string]>([
  [
    { policy: "km-ts" },
    'policy must not be used with kind "calls", which learns arms, cutoffs and retries itself',
  ],
  [{ mode: "retry", cutoffs: "auto" }, "mode, cutoffs must not be used with kind"],
  [{ kind: "other" }, 'kind: Invalid input: expected "calls"'],
  [{ kind: undefined, deadline: 5 }, 'deadline must be used with kind "calls", got none'],
  [{ minCutoffMs: 50, maxCutoffMs: 5 }, "mulligan: minCutoffMs must be above 0 and at most 5, got 50"],
  [{ arms: [{ name: "a" }, { name: "a" }] }, "arms must be different names"],
  [{ hedge: { maxExtraLoad: 2 } }, "hedge.maxExtraLoad"],
  [{ unheard: 1 }, "unheard"],
])("refuses %o in a sentence", async (more, sentence) => {
  const { ask, defects } = await served();
  const { status, body } = await ask("POST", "/v1/problems", calls(more));
  expect(status).toBe(400);
  expect(body.detail).toContain(sentence);
  expect(defects).toEqual([]);
});

test("requests and observations that do not fit the kind are refused", async () => {
  const { ask } = await served();
  await ask("POST", "/v1/problems", calls());
  await ask("POST", "/v1/problems", newProblem("other"));
  const [{ id }] = (await decide(ask, { task: "a" })).body.decisions;
  const refusals = [
    await decide(ask, { task: "a", count: 2 }),
    await observe(ask, { id, kind: "censored", time: 1, resetting: 1 }),
    await observe(ask, { id, kind: "completed", time: 1, cost: 1 }),
    await observe(ask, { id, kind: "completed", time: 1, retryAfter: 1 }),
    await ask("POST", "/v1/problems/other/decisions", { key: "k" }),
    await ask("POST", "/v1/problems/other/observations", {
      observations: [{ id: "x", kind: "completed", time: 1, reward: 0, retryAfter: 1 }],
    }),
  ];
  expect(refusals.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 400]);
  expect(refusals.map(({ body }) => body.detail)).toEqual([
    'The count must be 1 with a task of kind "calls", got 2',
    expect.stringContaining('observations.0.resetting: must not be of a problem of kind "calls"'),
    expect.stringContaining("observations.0.cost: must be of a problem with msPerCost"),
    expect.stringContaining("observations.0.retryAfter: must be of a failed attempt"),
    'The fields key and remaining must be of a problem of kind "calls", got another',
    expect.stringContaining('observations.0.retryAfter: must be of a problem of kind "calls"'),
  ]);
});

test("the client of JavaScript asks for calls", async () => {
  const { url } = await served();
  const problem = await connect(url).create({
    kind: "calls",
    name: "quotes",
    arms: [{ name: "east" }],
    halfLife: Infinity,
    maxExtraLoad: 0,
  });
  const { decision, cut } = await problem.decideCall({ task: "a", key: "small" });
  expect(decision).toMatchObject({ arm: "east", attempt: 1 });
  expect(cut).toEqual([]);
  await problem.observe({ id: decision!.id, kind: "completed", time: 1, reward: 0 });
  expect(await problem.decideCall({ task: "a" })).toEqual({ cut: [], refused: "load", wait: Infinity });
  expect((await problem.state()).explanation).toMatchObject({ reason: "start", expectedMs: Infinity });
});
