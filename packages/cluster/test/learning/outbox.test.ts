import { summedPolicy } from "@mulligan/core/policies";
import { Tally } from "@mulligan/core/statistics";
import { expect, test } from "vitest";
import { type EntryStore, Outbox } from "../../src/learning/outbox.ts";
import { SharedPolicy } from "../../src/learning/shared-policy.ts";
import type { RecordRequest } from "../../src/store/run-store.ts";

const request = { arms: ["a"], schedule: "luby" as const };
const decision = { arm: 0, cutoff: 8, attempt: 1 };
const solved = { kind: "completed" as const, time: 3, reward: 1 };

/** A store in memory that counts each id once, and fails when it is told to. */
function memory() {
  const tally = new Tally();
  const seen = new Set<string>();
  const state = { fails: 0, calls: 0 };
  const store: EntryStore = {
    async record(entries: readonly RecordRequest[], wantsTally) {
      state.calls += 1;
      let counted = 0;
      for (const { id, increments } of entries) {
        if (seen.has(id)) continue;
        seen.add(id);
        tally.add(increments);
        counted += 1;
      }
      // The answer is lost after it was counted.
      if (state.fails-- > 0) throw new Error("lost");
      const answer = { state: "open" as const, counted, seen: entries.length - counted, late: 0 };
      return wantsTally ? { ...answer, tally: Tally.load(tally.save()) } : answer;
    },
  };
  return { store, tally, state };
}

function entryOf(id: number, increments: Readonly<Record<string, number>>): RecordRequest {
  return { id: String(id), task: id, turn: 1, increments, text: "{}", ends: false };
}

test("a decision is made at once from trials of one's own that nobody has heard of yet", () => {
  const shared = new SharedPolicy(summedPolicy("km-ts", request), 0);
  const cold = shared.policy.decide().cutoff;
  for (let i = 0; i < 50; i++) shared.learn(decision, solved);
  const { cutoff } = shared.policy.decide();
  expect(cold).toBeLessThan(0.01);
  expect(cutoff).toBeGreaterThanOrEqual(3);
});

test("merged and not yet merged trials count once each: the state is that of all of them", () => {
  const summed = summedPolicy("km-ucb", request);
  const [shared, central] = [new SharedPolicy(summed, 0), new Tally()];
  for (let i = 0; i < 5; i++) central.add(shared.learn(decision, solved));
  for (let i = 0; i < 7; i++) central.add(summed.increments(decision, { kind: "censored", time: 8 }));
  // Two more are under way when the tally with the first five is sent.
  const at = Tally.load(central.save());
  for (let i = 0; i < 2; i++) central.add(shared.learn(decision, solved));
  shared.merge(at, 5);
  const { state } = shared.policy.snapshot();
  expect(summed.from(central).snapshot().state).toEqual(state);
  expect(state).toMatchObject({ groups: [{ observed: 14 }, { observed: 0 }] });
});

test("what was not answered is sent again with the same ids, and counts once", async () => {
  const { store, tally, state } = memory();
  const shared = new SharedPolicy(summedPolicy("km-ts", request), 0);
  const outbox = new Outbox(store, shared, { mergeEveryTrials: 1 });
  state.fails = 2;
  for (let i = 0; i < 10; i++) outbox.add(entryOf(i, shared.learn(decision, solved)), true);
  await outbox.settled();
  expect(state.calls).toBeGreaterThanOrEqual(3);
  expect(tally.save()).toMatchObject({ "c/0/417": "10" });
  expect(outbox.answered).toEqual({ counted: 0, seen: 10, late: 0 });
});

test("entries of the same moment travel together", async () => {
  const { store, state } = memory();
  const outbox = new Outbox(store, undefined);
  for (let i = 0; i < 100; i++) outbox.add(entryOf(i, {}), false);
  await outbox.settled();
  expect(state.calls).toBe(1);
});

test("a policy that learns nothing goes on with its sequence, whatever is merged", () => {
  const shared = new SharedPolicy(summedPolicy("luby", { arms: ["a"] }), 0);
  const cutoffs = Array.from({ length: 7 }, () => {
    shared.merge(new Tally(), 0);
    return shared.policy.decide().cutoff;
  });
  expect(cutoffs).toEqual([1, 1, 2, 1, 1, 2, 4]);
});
