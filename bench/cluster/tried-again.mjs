import { summedPolicy } from "@mulligan/core/policies";
import { autoCutoffs } from "@mulligan/core/problem";
import { stream } from "@mulligan/core/random";
import { playCluster } from "./virtual-cluster.mjs";

/** As `packages/cli/src/run/plan.ts` has it, in ms. */
const RESOLUTION = 2;

/**
 * So many tasks, each tried until it is done (mode `retry`): a worker takes the next one and stays with it. The a-th
 * try at a task takes equally long whoever makes it. Gives the time for which programs ran, all together.
 */
export function playTriedAgain({ law, policy, workers, refresh, tasks, seed }) {
  const request = { arms: ["solver"], cutoffs: autoCutoffs(RESOLUTION), seed, schedule: "luby" };
  const held = new Map();
  let [begun, done, work] = [0, 0, 0];
  const played = playCluster({
    summed: summedPolicy(policy, request),
    workers,
    refresh,
    begin(own, worker) {
      if (!held.has(worker)) {
        if (begun === tasks) return undefined;
        held.set(worker, { task: begun++, attempt: 0 });
      }
      const turn = held.get(worker);
      turn.attempt += 1;
      const decision = own.decide({ attempt: turn.attempt, task: turn.task });
      const time = law(stream(seed, "try", turn.task, turn.attempt));
      const solved = time <= decision.cutoff;
      const took = solved ? time : decision.cutoff;
      const outcome = solved
        ? { kind: "completed", time: took, reward: 1 }
        : { kind: "censored", time: took };
      return { decision, outcome, took, worker };
    },
    end({ outcome, took, worker }) {
      work += took;
      if (outcome.kind === "completed") {
        held.delete(worker);
        done += 1;
      }
      return done < tasks;
    },
  });
  return { ...played, work };
}

/** Times of `bench/run/fake-solver.sh`, with what a program takes to start: Pareto, at most 5 s, in ms. */
export function fakeSolver(random) {
  return 6 + Math.min(5_000, 20 / (1 - random.uniform()) ** (1 / 0.6));
}
