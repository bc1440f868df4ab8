import { describe, expect, test } from "vitest";
import { isThorough } from "../../../../../test/thorough.ts";
import type { Policy, PolicySnapshot } from "../../../src/policies/definition/policy.ts";
import { makePolicy, restorePolicy } from "../../../src/policies/make-policy.ts";
import { stream } from "../../../src/random/stream.ts";
import { standardNormal } from "../../../src/random/ziggurat.ts";
import { playTaskPolicy, type TimeOf } from "./task-play.ts";

const timeOf: TimeOf = (random, task, arm) =>
  random.uniform() < 0.2
    ? Infinity
    : Math.exp(1.5 * standardNormal(random)) * (task % 7 === 6 ? 40 : 1) * (1 + arm);

const play = (policy: Policy, from: number, tasks: number, key = "play") =>
  playTaskPolicy({ policy, random: stream(from, key), timeOf, from, tasks, nameOf: (task) => task });

const throughJson = (policy: Policy): PolicySnapshot => JSON.parse(JSON.stringify(policy.snapshot()));

describe.each([1, 2])("with %d arms", (arms) => {
  const make = (options: Record<string, number> = {}) =>
    makePolicy("hidden-types", { arms: ["a", "b"].slice(0, arms), options, seed: 1, mode: "retry" });

  test.each(isThorough ? [1, 3, 9, 30] : [1, 9])(
    "a snapshot after %d tasks goes on as the policy does",
    (tasks) => {
      const policy = make();
      play(policy, 0, tasks);
      const restored = restorePolicy(throughJson(policy));
      expect(play(restored, tasks, 15)).toEqual(play(policy, tasks, 15));
      expect(restored.snapshot()).toEqual(policy.snapshot());
    },
  );

  test.each([0.3, 3])(
    "also in the middle of tasks, with attempts out and cut at %d, before the first success and after it",
    (time) => {
      const policy = make({ halfLife: 10 });
      for (const solved of [0, 1, 20]) {
        play(policy, 100 * solved, solved);
        const out = [1, 2, 3].map((task) => policy.decide({ attempt: 1, task: `open ${task} ${solved}` }));
        policy.observe(out[0], { kind: "censored", time });
        out[0] = policy.decide({ attempt: 2, task: `open 1 ${solved}` });
        const restored = restorePolicy(throughJson(policy));
        for (const each of [policy, restored]) {
          const done = each.decide({ attempt: 1, task: "done" });
          each.observe(done, { kind: "completed", time: 0.5, reward: 1 });
        }
        for (const decision of out) {
          expect(restored.reconsider!(decision, 4)).toBe(policy.reconsider!(decision, 4));
        }
        expect(restored.decide({ attempt: 2, task: `open 2 ${solved}` })).toEqual(
          policy.decide({ attempt: 2, task: `open 2 ${solved}` }),
        );
        expect(restored.snapshot()).toEqual(policy.snapshot());
      }
    },
  );
});

describe("a broken snapshot is refused", () => {
  const policy = makePolicy("hidden-types", { arms: ["a"], seed: 2, mode: "retry" });
  play(policy, 0, 12);
  policy.observe(policy.decide({ attempt: 1, task: "open" }), { kind: "censored", time: 3 });
  type State = Record<string, Record<string, unknown>> & { open: Record<string, unknown>[] };
  const changed = (change: (state: State) => void): PolicySnapshot => {
    const snapshot = throughJson(policy);
    change(snapshot.state as State);
    return snapshot;
  };

  test.each<[string, (state: State) => void, string]>([
    [
      "a word for the state",
      (state) => Object.assign(state, { beliefs: 7 }),
      "the saved state must be an object",
    ],
    ["no histories", ({ beliefs }) => delete beliefs.histories, "the saved histories must be a list"],
    ["another arm", ({ beliefs }) => (beliefs.histories = [[1, 3, 0]]), "must be a history of 1 arms"],
    [
      "successes below 0",
      ({ beliefs }) => (beliefs.successes = -1),
      "the saved successes must be a finite number",
    ],
    ["no model", ({ beliefs }) => delete beliefs.model, "the saved state must be an object"],
    [
      "successes and no fit",
      ({ beliefs }) => (beliefs.fits = 0),
      "the saved cells must be those of 12 successes",
    ],
    [
      "absurd cells",
      ({ beliefs }) => (beliefs.shortest = [-1e9]),
      "the saved cells must be those of 12 successes",
    ],
    [
      "half a cell",
      ({ beliefs }) => (beliefs.longest = [0.5]),
      "the saved cells must be those of 12 successes",
    ],
    [
      "open tasks by name",
      (state) => Object.assign(state, { open: {} }),
      "the saved open tasks must be a list",
    ],
    [
      "a name that is none",
      ({ open }) => (open[0].name = [1]),
      "the name of a saved task must be a string or a number",
    ],
    ["an open task of nothing", ({ open }) => (open[0].task = null), "the saved state must be an object"],
    [
      "a plan for another arm",
      ({ open }) => ((open[0].task as { plan: number[] }).plan = [4, 0]),
      "the saved plan must be of 1 arms",
    ],
    [
      "a cold start of words",
      (state) => Object.assign(state, { cold: ["x"] }),
      "the saved cold must be an array of finite numbers",
    ],
    [
      "a turn that is none",
      (state) => Object.assign(state, { turn: "x" }),
      "the saved turn must be a finite number",
    ],
  ])("%s", (_, change, message) => {
    expect(() => restorePolicy(changed(change))).toThrow(message);
  });

  test("one that is whole is not", () => {
    expect(() => restorePolicy(changed(() => {}))).not.toThrow();
  });
});
