import { makePolicy } from "@mulligan/core";
import { type Law, parseLaw } from "@mulligan/core/distributions";
import { stream } from "@mulligan/core/random";
import { describe, expect, test } from "vitest";
import { isThorough } from "../../../../test/thorough.ts";
import { ServiceProblem } from "../../src/serve/problem/problem.ts";
import { newFolder } from "../new-folder.ts";
import { definition } from "./definition.ts";
import { listening } from "./listening.ts";
import { served } from "./served.ts";

const CLIENTS = 20;
const ROUNDS = 10;

/** What the service said, told to a policy of the library one by one: it must have decided the same each time. */
function replaySerially(heard: Awaited<ReturnType<typeof listening>>["heard"]) {
  const arms = ["east", "west"];
  const policy = makePolicy("km-ts", { arms, seed: 1 });
  const decided = new Map<string, ReturnType<typeof policy.decide>>();
  const sums = arms.map((name) => ({ name, completed: 0, censored: 0, time: 0 }));
  for (const { event, data } of heard) {
    if (event === "decision") {
      const decision = policy.decide();
      expect([data.arm, data.cutoff]).toEqual([arms[decision.arm], decision.cutoff]);
      decided.set(data.id, decision);
    } else if (event === "outcome") {
      const decision = decided.get(data.id)!;
      const { kind, time, reward } = data as { kind: "completed" | "censored"; time: number; reward: number };
      policy.observe(decision, kind === "completed" ? { kind, time, reward } : { kind, time });
      sums[decision.arm][kind] += 1;
      sums[decision.arm].time += time;
    }
  }
  return sums;
}

test(`${CLIENTS} clients at once, some of which die with a decision, make the statistics of a serial replay`, async () => {
  const folder = newFolder();
  const { create, decide, observe, state, url, close } = await served({ state: folder });
  await create("a", { resolution: 0.001 });
  const { heard, until } = await listening(`${url}/v1/problems/a/events`);
  let [accepted, died] = [0, 0];
  const client = async (place: number) => {
    const random = stream(place, "client");
    for (let round = 0; round < ROUNDS; round++) {
      const decisions = await decide("a", { count: 1 + (place % 3) });
      if (random.uniform() < 0.05) {
        died += 1;
        return;
      }
      const observations = decisions.map(({ id, cutoff }) => {
        const time = -Math.log(1 - random.uniform());
        return time <= Number(cutoff)
          ? { id, kind: "completed", time }
          : { id, kind: "censored", time: cutoff };
      });
      const counts = await observe("a", observations);
      accepted += counts.accepted;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, place) => client(place)));
  expect(died).toBeGreaterThan(2);
  const before = await state("a");
  expect(before.observations).toBe(accepted);
  await until((all) => all.some(({ event, id }) => event !== "state" && id === before.sequence));
  expect(before.arms).toMatchObject(replaySerially(heard));

  await close();
  const again = await served({ state: folder });
  // When it was active last is then known from its file, which was written a moment before.
  const lastActive = expect.closeTo(before.lastActive, -4);
  expect(await again.state("a")).toEqual({ ...before, lastActive });
});

describe.runIf(isThorough)("learning with 20 decisions outstanding (in `npm run soak`)", () => {
  const SEEDS = 10;
  /** Of trials, altogether. With a third of it, when little was learned yet, the last law costs 10%. */
  const BUDGET = 1_500;

  /** The reward of `workers` that try side by side until so much time was spent. */
  function reward(law: Law, workers: number, seed: number): number {
    const problem = new ServiceProblem(definition({ arms: [{ name: "only" }], resolution: 0.001, seed }));
    const random = stream(seed, "trials");
    const busy: { until: number; time: number; number: number; completed: boolean }[] = [];
    let [now, spent, earned] = [0, 0, 0];
    while (spent < BUDGET) {
      while (busy.length < workers) {
        const [{ number, cutoff }] = problem.decide({ count: 1 }, 0, 0).decisions;
        const needed = law.quantile(random.uniform());
        const time = Math.min(needed, cutoff);
        busy.push({ until: now + time, time, number, completed: needed <= cutoff });
      }
      busy.sort((a, b) => b.until - a.until);
      const { until, time, number, completed } = busy.pop()!;
      now = until;
      spent += time;
      if (completed) earned += 1;
      problem.observe([
        { number, outcome: completed ? { kind: "completed", time, reward: 1 } : { kind: "censored", time } },
      ]);
    }
    return earned;
  }

  /** The seeds are fixed. */
  const laws: [string, number][] = [
    ["pareto(scale=1,shape=1.2)", 5],
    ["lognormal(median=1,sigma=1.5)", 5],
    // A draw is held for a while only if one trial is out at a time, which helps most here.
    ["mixture(0.5*exponential(mean=1),0.5*exponential(mean=100))", 10],
  ];
  test.each(laws)("on %s costs at most %d%% of the reward", (text, percent) => {
    const law = parseLaw(text);
    const sum = (workers: number) =>
      Array.from({ length: SEEDS }, (_, seed) => reward(law, workers, seed)).reduce((a, b) => a + b);
    expect(sum(20) / sum(1)).toBeGreaterThan(1 - percent / 100);
  });
});
