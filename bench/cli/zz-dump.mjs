import { makePolicy } from "@mulligan/core";
import { autoCutoffs, elapsed, measuredResetting } from "@mulligan/core/problem";
import { stream } from "@mulligan/core/random";
import { playInParallel } from "@mulligan/core/simulate";
import { UncutCost } from "../../packages/cli/dist/tasks/without-cutoff.js";
import { boundedPolicy } from "../../packages/cli/dist/tasks/task-policy.js";
import { writeFileSync } from "node:fs";
const seeds = Number(process.argv[2] ?? 40);
const normal = (random) => Math.sqrt(-2 * Math.log(1 - random.uniform())) * Math.cos(2 * Math.PI * random.uniform());
const exponential = (random) => -Math.log(1 - random.uniform());
const mostly = (random, share, rare, usual) => (random.uniform() < share ? rare : usual);
const families = [
  ["own 0.3/6s", (task) => mostly(task, 0.2, 6_000, 300)],
  ["own lognormal 1.5", (task, own) => 500 * Math.exp(1.5 * normal(task)) * (1 + 0.05 * normal(own))],
  ["a quarter 3 s (example)", (_, own) => mostly(own, 0.25, 3_000, 100) + 5*exponential(own)],
  ["a fifth 12 s", (_, own) => mostly(own, 0.2, 12_000, 300)],
  ["a fifth 2 s", (_, own) => mostly(own, 0.2, 2_000, 300)],
  ["a fifth 2..10 s", (_, own) => mostly(own, 0.2, 2_000 + 8000*own.uniform(), 300)],
  ["a tenth exp(10 s)", (_, own) => mostly(own, 0.1, 10_000*exponential(own), 300)],
  ["half 1 s or 20 s tail", (_, own) => mostly(own, 0.3, mostly(own,0.2,20000,1000), 100)],
  ["lognormal 1", (_, own) => 500 * Math.exp(normal(own))],
  ["lognormal 1.5", (_, own) => 500 * Math.exp(1.5*normal(own))],
  ["lognormal 2", (_, own) => 500 * Math.exp(2 * normal(own))],
  ["exponential", (_, own) => 10 + 1_000 * exponential(own)],
  ["exp own mean", (task, own) => 10 + 1_000 * Math.exp(1.5 * normal(task)) * exponential(own)],
  ["pareto 1.2", (_, own) => 200 * (1 - own.uniform()) ** (-1 / 1.2)],
  ["pareto 2", (_, own) => 200 * (1 - own.uniform()) ** (-1 / 2)],
  ["weibull .5", (_, own) => 1000 * exponential(own) ** 2],
  ["own logn, tenth 30 s", (task, own) => mostly(own, 0.1, 30_000, 300 * Math.exp(normal(task)))],
  ["logn 30% succeed", (_, own) => 300 * Math.exp(0.7 * normal(own)), 0.3],
  ["uniform", (_, own) => 200 + 800 * own.uniform()],
];

import { appendFileSync } from "node:fs";
const half = Number(process.argv[3]);
for (let seed = 1; seed <= seeds; seed++) for (const [i,[name, law, wins = 1]] of families.entries()) if (i % 2 === half)
  for (const [tasks, explore] of [[20,.2],[60,.1],[60,.2],[120,.1]]) {
    const { trials, truth } = play(law, wins, tasks, explore, seed);
    appendFileSync(`/tmp/runs-exp/trials-${half}.jsonl`, JSON.stringify({ name, tasks, explore, seed, truth, trials }) + "\n");
  }
function play(law, wins, tasks, explore, seed) {
  const policy0 = makePolicy("hidden-types", { arms: [{ name: "program", resetting: measuredResetting }], cutoffs: autoCutoffs(2), options: {}, seed, firstCutoff: undefined, mode: "retry" });
  const policy = boundedPolicy(policy0, { low: 0, high: Infinity, explore, seed });
  const trials=[];
  const draw = (task, attempt) => ({ time: law(stream(seed, "task", task), stream(seed, task, attempt)), reward: stream(seed, "wins", task, attempt).uniform() < wins ? 1 : 0 });
  const observe = (decision, outcome) => { trials.push([decision.task, outcome.kind==='completed'?1:0, outcome.time, outcome.reward??0, elapsed(outcome,0)]); policy.observe(decision, outcome); };
  playInParallel({ tasks, jobs: 1, policy: { ...policy, observe }, draw, resetting: 2 });
  let truth = 0;
  for (let task = 0; task < tasks; task++) { let attempt = 1; while (draw(task, attempt).reward === 0) truth += draw(task, attempt++).time; truth += draw(task, attempt).time; }
  return { trials, truth };
}
