// Compares a policy of your own with a built-in one: ε-greedy on the rates observed so far.
import { pathToFileURL } from "node:url";
import { parseLaw, rewardOne } from "@mulligan/core/distributions";
import { definePolicy } from "@mulligan/core/policies";
import { elapsed } from "@mulligan/core/problem";
import { runExperiment, stationary } from "@mulligan/core/simulate";
import { knownArm } from "@mulligan/core/theory";

export const greedy = definePolicy({
  name: "greedy",
  citation: "Sutton, Barto: Reinforcement learning, 1998, chapter 2",
  summary: "the arm and cutoff that earned most per unit time so far; now and then any other",
  options: {
    explore: { kind: "number", text: "how often any decision is taken", default: 0.1, atLeast: 0, atMost: 1 },
  },
  // The options are checked, with their defaults filled in; `saved` is what `save` returned, after JSON.
  create({ arms, cutoffs, random }, { explore }, saved) {
    if (cutoffs.kind !== "list") throw new RangeError(`greedy: cutoffs must be a list, got ${cutoffs.kind}`);
    const decisions = arms.flatMap((_, arm) => cutoffs.values.map((cutoff) => ({ arm, cutoff })));
    const seen = saved ?? decisions.map(() => ({ time: 0, reward: 0 }));
    return {
      decide() {
        const untried = seen.findIndex(({ time }) => time === 0);
        if (untried >= 0) return decisions[untried];
        if (random.uniform() < explore) return decisions[Math.floor(random.uniform() * decisions.length)];
        const rates = seen.map(({ time, reward }) => reward / time);
        return decisions[rates.indexOf(Math.max(...rates))];
      },
      observe({ arm, cutoff }, outcome) {
        const own = seen[arm * cutoffs.values.length + cutoffs.values.indexOf(cutoff)];
        own.time += elapsed(outcome, arms[arm].resetting.mean(cutoff));
        if (outcome.kind === "completed") own.reward += outcome.reward;
      },
      save: () => seen,
    };
  },
});

/** A steady solver, and a lucky one that is better if it is cut in time. */
const solvers = {
  steady: "gamma(shape=3,scale=2)",
  lucky: "mixture(0.5*shift(by=0.5,exponential(mean=0.5)),0.5*exponential(mean=1000))",
};

export function compare({ runs = 20 } = {}) {
  const arms = Object.entries(solvers).map(([name, law]) => knownArm(rewardOne(parseLaw(law)), { name }));
  return runExperiment({
    environment: stationary(arms),
    policies: [
      { definition: greedy },
      { definition: greedy, label: "greedy, 2%", options: { explore: 0.02 } },
      { name: "ucb-rb" },
      { name: "km-ts" },
    ],
    cutoffs: "log:0.5:50:9",
    horizons: [1_000, 10_000],
    runs,
    seed: 1,
  });
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const { policy, horizon, efficiency } of compare()) {
    console.log(`${policy.padEnd(12)} ${horizon}  ${(100 * efficiency.mean).toFixed(1)}% of the best`);
  }
}
