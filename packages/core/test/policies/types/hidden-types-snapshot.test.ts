import { describe, expect, test } from "vitest";
import type { Policy, PolicySnapshot } from "../../../src/policies/definition/policy.ts";
import { makePolicy, restorePolicy } from "../../../src/policies/make-policy.ts";
import { stream } from "../../../src/random/stream.ts";
import { standardNormal } from "../../../src/random/ziggurat.ts";
import { playTaskPolicy, type TimeOf } from "./task-play.ts";

const timeOf: TimeOf = (random, task, arm) =>
  random.uniform() < 0.2
    ? Infinity
    : Math.exp(1.5 * standardNormal(random)) * (task % 7 === 6 ? 40 : 1) * (1 + arm);

const play = (policy: Policy, from: number, tasks: number) =>
  playTaskPolicy({ policy, random: stream(from, "play"), timeOf, from, tasks, nameOf: (task) => task });

const throughJson = (policy: Policy): PolicySnapshot => JSON.parse(JSON.stringify(policy.snapshot()));

test("a snapshot in the middle of tasks, before and after the first success, goes on as the policy does", () => {
  const arms = ["a", "b"];
  const policy = makePolicy("hidden-types", { arms, options: { halfLife: 10 }, seed: 1, mode: "retry" });
  for (const solved of [0, 1, 12]) {
    play(policy, 100 * solved, solved);
    const out = [1, 2, 3].map((task) => policy.decide({ attempt: 1, task: `open ${task} ${solved}` }));
    policy.observe(out[0], { kind: "censored", time: 0.3 });
    out[0] = policy.decide({ attempt: 2, task: `open 1 ${solved}` });
    const restored = restorePolicy(throughJson(policy));
    for (const each of [policy, restored]) {
      const done = each.decide({ attempt: 1, task: "done" });
      each.observe(done, { kind: "completed", time: 0.5, reward: 1 });
    }
    for (const decision of out) {
      expect(restored.reconsider!(decision, 4)).toBe(policy.reconsider!(decision, 4));
    }
    expect(play(restored, 50, 3)).toEqual(play(policy, 50, 3));
    expect(restored.snapshot()).toEqual(policy.snapshot());
  }
});

describe("a broken snapshot is refused", () => {
  const policy = makePolicy("hidden-types", { arms: ["a"], seed: 2, mode: "retry" });
  play(policy, 0, 12);
  policy.observe(policy.decide({ attempt: 1, task: "open" }), { kind: "censored", time: 3 });
  type State = Record<string, Record<string, unknown>> & { open: Record<string, unknown>[] };
  const change = (to: (state: State) => void): PolicySnapshot => {
    const snapshot = throughJson(policy);
    to(snapshot.state as State);
    return snapshot;
  };
  const cells = "the saved cells must be those of 12 successes";

  test.each<[string, (state: State) => void, string]>([
    ["no histories", ({ beliefs }) => delete beliefs.histories, "the saved histories must be a list"],
    ["another arm", ({ beliefs }) => (beliefs.histories = [[1, 3, 0]]), "must be a history of 1 arms"],
    ["successes below 0", ({ beliefs }) => (beliefs.successes = -1), "the saved successes must be a finite"],
    ["no model", ({ beliefs }) => delete beliefs.model, "the saved state must be an object"],
    ["successes and no fit", ({ beliefs }) => (beliefs.fits = 0), cells],
    ["absurd cells", ({ beliefs }) => (beliefs.shortest = [-1e9]), cells],
    ["half a cell", ({ beliefs }) => (beliefs.longest = [0.5]), cells],
    ["open tasks by name", (state) => Object.assign(state, { open: {} }), "open tasks must be a list"],
    ["a name that is none", ({ open }) => (open[0].name = [1]), "must be a string or a number"],
    [
      "a plan for another arm",
      ({ open }) => ((open[0].task as { plan: number[] }).plan = [4, 0]),
      "the saved plan must be of 1 arms",
    ],
    ["a cold start of words", (state) => Object.assign(state, { cold: ["x"] }), "the saved cold must be"],
    ["a turn that is none", (state) => Object.assign(state, { turn: "x" }), "the saved turn must be"],
  ])("%s", (_, to, message) => {
    expect(() => restorePolicy(change(to))).toThrow(message);
    expect(() => restorePolicy(change(() => {}))).not.toThrow();
  });
});
