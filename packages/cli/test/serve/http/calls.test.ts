import { expect, test } from "vitest";
import { connect } from "../../../dist/client.js";
import { served } from "../served.ts";
import { settableClock } from "../settable-clock.ts";

const NEVER = { decisions: [], wait: "inf" };

/** A service with a problem of calls to two arms, of which so many have succeeded at once, with a time of 10 ms. */
async function quotes(more: object = {}, succeeded = 0) {
  const { clock, pass } = settableClock();
  const { ask, create, observe, state } = await served({ clock });
  expect((await create("quotes", { kind: "calls", ...more })).status).toBe(201);
  const decide = async (body: object) => (await ask("POST", "/v1/problems/quotes/decisions", body)).body;
  const tell = (id: string, outcome: object) => observe("quotes", [{ id, kind: "completed", ...outcome }]);
  for (let call = 0; call < succeeded; call++) {
    const { decisions } = await decide({ task: `warm ${call}` });
    await tell(decisions[0].id, { time: 10 });
  }
  return { ask, create, observe, pass, decide, tell, state: () => state("quotes") };
}

test("a problem of calls is made, decides, and explains itself", async () => {
  const given = { deadline: 5_000, objective: "p99", halfLife: "inf" };
  const { create, decide, tell, state } = await quotes(given);
  const again = await create("quotes", { kind: "calls", ...given });
  expect(again).toMatchObject({ status: 201, body: { kind: "calls", ...given, seed: 1 } });
  expect(again.body).not.toHaveProperty("policy");
  expect((await create("quotes", { kind: "calls", deadline: 6_000 })).status).toBe(409);
  const { decisions } = await decide({ task: "a" });
  const id = expect.stringMatching(/-1$/);
  // While nothing is known, half of the deadline is for each of the two arms.
  const asked = { arm: "east", cutoff: 2_500, attempt: 1, askAfter: 100, retry: true, hedge: false };
  expect(decisions).toEqual([{ id, ...asked }]);
  await tell(decisions[0].id, { time: 10 });
  const { explanation, ...known } = await state();
  expect(known).toMatchObject({ kind: "calls", observations: 1, outstanding: 0 });
  expect(explanation.sentence).toMatch(/^Asks (east|west)/);
  expect(explanation.arms).toMatchObject([{ arm: "east" }, { arm: "west" }]);
});

test("a failed attempt is followed by another, and so is one that reached its cutoff, which is cut then", async () => {
  const { decide, tell, observe, pass } = await quotes({}, 30);
  const [first] = (await decide({ task: "a" })).decisions;
  await tell(first.id, { time: 1, reward: 0 });
  const [second] = (await decide({ task: "a" })).decisions;
  expect(second).toMatchObject({ attempt: 2 });
  const wait = expect.closeTo(second.cutoff, 0);
  expect(await decide({ task: "a" })).toEqual({ decisions: [], refused: "cutoff", wait });
  // A client that lost the answer asks by the number of the attempt.
  expect((await decide({ task: "a", attempt: 2 })).decisions).toMatchObject([{ id: second.id }]);
  pass(second.cutoff + 5);
  expect(await decide({ task: "a" })).toMatchObject({ decisions: [{ attempt: 3 }], cut: [second.id] });
  // The cut may be told, and counts as observed; it was learned when it was allowed.
  const told = [{ id: second.id, kind: "censored", time: second.cutoff }];
  expect(await observe("quotes", told)).toMatchObject({ accepted: 1 });
});

test("beyond the budget a failure is final, and an attempt at its cutoff is waited for", async () => {
  const { decide, tell, pass } = await quotes({ maxExtraLoad: 0 }, 30);
  const [failed] = (await decide({ task: "a" })).decisions;
  expect(failed.retry).toBe(false);
  await tell(failed.id, { time: 1, reward: 0 });
  expect(await decide({ task: "a" })).toEqual({ ...NEVER, refused: "load" });
  const [slow] = (await decide({ task: "b" })).decisions;
  pass(slow.cutoff + 5);
  // As long again as it has run.
  const wait = expect.closeTo(slow.cutoff + 5, 0);
  expect(await decide({ task: "b" })).toEqual({ decisions: [], refused: "load", wait });
});

test("Retry-After cools an arm, and all of them refuse then; time runs out", async () => {
  const { decide, tell, state } = await quotes({ maxAttempts: 3 });
  for (let attempt = 1; attempt <= 2; attempt++) {
    const [{ id }] = (await decide({ task: "a" })).decisions;
    await tell(id, { time: 1, reward: 0, retryAfter: 60_000 });
  }
  const cooling = await decide({ task: "a" });
  expect(cooling).toMatchObject({ decisions: [], refused: "cooldown" });
  expect(cooling.wait).toBeGreaterThan(50_000);
  for (const remaining of [0, 1_000]) {
    expect(await decide({ task: `${remaining}`, remaining })).toEqual({ ...NEVER, refused: "deadline" });
  }
  const { explanation } = await state();
  expect([explanation.reason, explanation.arm]).toEqual(["cooldown", undefined]);
});

test("a decision without a task is a call of its own: many at once, each with one attempt", async () => {
  const { decide } = await quotes({}, 10);
  const { decisions } = await decide({ count: 100, key: "batch" });
  expect(new Set(decisions.map(({ id }: { id: string }) => id)).size).toBe(100);
  // Nothing can follow, so it is not cut before the ceiling.
  expect(decisions[0]).toMatchObject({ attempt: 1, cutoff: 120_000, retry: false });
});

test("definitions, requests and observations that do not fit the kind are refused in a sentence", async () => {
  const { ask, create, decide, tell, observe } = await quotes();
  for (const [more, sentence] of [
    [{ policy: "km-ts" }, 'policy must not be used with kind "calls"'],
    [{ mode: "retry", cutoffs: "auto" }, "mode, cutoffs must not be used with kind"],
    [{ kind: "other" }, 'kind: Invalid input: expected "calls"'],
    [{ kind: undefined, deadline: 5 }, 'deadline must be used with kind "calls", got none'],
    [{ minCutoffMs: 50, maxCutoffMs: 5 }, "mulligan: minCutoffMs must be above 0 and at most 5, got 50"],
    [{ arms: [{ name: "a" }, { name: "a" }] }, "arms must be different names"],
    [{ hedge: { maxExtraLoad: 2 } }, "hedge.maxExtraLoad"],
    [{ unheard: 1 }, "unheard"],
  ] as const) {
    const detail = expect.stringContaining(sentence);
    expect((await create("b", { kind: "calls", ...more })).body).toMatchObject({ status: 400, detail });
  }
  await create("other");
  const [{ id }] = (await decide({ task: "a" })).decisions;
  for (const [refused, sentence] of [
    [await decide({ task: "a", count: 2 }), 'The count must be 1 with a task of kind "calls", got 2'],
    [await observe("quotes", [{ id, kind: "censored", time: 1, resetting: 1 }]), "resetting: must not be"],
    [await tell(id, { time: 1, cost: 1 }), "cost: must be of a problem with msPerCost"],
    [await tell(id, { time: 1, retryAfter: 1 }), "retryAfter: must be of a failed attempt"],
    [(await ask("POST", "/v1/problems/other/decisions", { key: "k" })).body, "key and remaining must be"],
    [
      await observe("other", [{ id: "x", kind: "completed", time: 1, reward: 0, retryAfter: 1 }]),
      'retryAfter: must be of a problem of kind "calls"',
    ],
  ]) {
    expect(refused).toMatchObject({ status: 400, detail: expect.stringContaining(sentence) });
  }
});

test("the client of JavaScript asks for calls", async () => {
  const { url } = await served();
  const problem = await connect(url).create({
    ...{ kind: "calls", name: "quotes", arms: [{ name: "east" }] },
    ...{ halfLife: Infinity, maxExtraLoad: 0 },
  });
  const { decision, cut } = await problem.decideCall({ task: "a", key: "small" });
  expect(decision).toMatchObject({ arm: "east", attempt: 1 });
  expect(cut).toEqual([]);
  await problem.observe({ id: decision!.id, kind: "completed", time: 1, reward: 0 });
  expect(await problem.decideCall({ task: "a" })).toEqual({ cut: [], refused: "load", wait: Infinity });
  expect((await problem.state()).explanation).toMatchObject({ reason: "start", expectedMs: Infinity });
});
