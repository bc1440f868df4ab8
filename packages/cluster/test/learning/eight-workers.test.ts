import { summedPolicy } from "@mulligan/core/policies";
import { stream } from "@mulligan/core/random";
import { Tally } from "@mulligan/core/statistics";
import { expect, test } from "vitest";
import { SharedPolicy } from "../../src/learning/shared-policy.ts";

const TASKS = 400;
const SEEDS = 10;
/** As `Outbox` requests the merged tally. */
const MERGE_MS = 500;
const MERGE_TRIALS = 32;

interface Worker {
  readonly shared: SharedPolicy;
  clock: number;
  merged: number;
  unmerged: number;
  task?: { readonly index: number; trials: number };
}

/** The time of all trials of workers that learn together, in virtual milliseconds, until all tasks are solved. */
function totalWork(workers: number, seed: number): number {
  const central = new Tally();
  const crew: Worker[] = Array.from({ length: workers }, (_, place) => {
    const summed = summedPolicy("km-ts", { arms: ["a", "b"], schedule: "luby", seed: seed * 100 + place });
    return { shared: new SharedPolicy(summed, place), clock: 0, merged: 0, unmerged: 0 };
  });
  let [next, solved, work] = [0, 0, 0];
  while (solved < TASKS) {
    const busy = crew.filter(({ task }) => task !== undefined || next < TASKS);
    const worker = busy.reduce((first, one) => (one.clock < first.clock ? one : first));
    worker.task ??= { index: next++, trials: 0 };
    const { index, trials } = worker.task;
    const decision = worker.shared.policy.decide({ attempt: trials + 1, task: index });
    // Heavy-tailed: half the trials end within some 100 ms, the rest take a hundred times as long and more.
    const random = stream(seed, "solver", index, trials, decision.arm);
    const time = (decision.arm === 0 ? 20 : 60) * random.uniform() ** -1.5;
    const spent = Math.min(time, decision.cutoff);
    const done = time <= decision.cutoff;
    central.add(
      worker.shared.learn(
        decision,
        done ? { kind: "completed", time, reward: 1 } : { kind: "censored", time: spent },
      ),
    );
    worker.clock += spent;
    worker.unmerged += 1;
    worker.task.trials += 1;
    work += spent;
    if (done) {
      solved += 1;
      delete worker.task;
    }
    if (worker.clock - worker.merged < MERGE_MS && worker.unmerged < MERGE_TRIALS) continue;
    worker.shared.merge(Tally.load(central.save()), worker.unmerged);
    worker.merged = worker.clock;
    worker.unmerged = 0;
  }
  return work;
}

test(`eight workers spend at most 10% more on the same tasks than one, in the mean of ${SEEDS} seeds`, () => {
  const seeds = Array.from({ length: SEEDS }, (_, place) => place + 1);
  const mean = (workers: number) =>
    seeds.reduce((sum, seed) => sum + totalWork(workers, seed), 0) / seeds.length;
  const [one, eight] = [mean(1), mean(8)];
  console.log(`work of eight over that of one: ${(eight / one).toFixed(3)}`);
  expect(eight / one).toBeLessThanOrEqual(1.1);
});
