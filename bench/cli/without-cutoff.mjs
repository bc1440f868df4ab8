// Is what `run` says of its cost without cutoffs right? Runs in virtual time by the default policy, beside the truth:
// node bench/cli/without-cutoff.mjs [SEEDS [JOBS [FIRST CUTOFF IN MS]]]; two minutes for the default, 40 and 1.
import { makePolicy } from "@mulligan/core";
import { autoCutoffs, elapsed, measuredResetting } from "@mulligan/core/problem";
import { stream } from "@mulligan/core/random";
import { playInParallel } from "@mulligan/core/simulate";
import { UncutCost } from "../../packages/cli/dist/tasks/without-cutoff.js";
import { row, title } from "../report.mjs";

const seeds = Number(process.argv[2] ?? 40);
const jobs = Number(process.argv[3] ?? 1);
const firstCutoff = process.argv[4] === undefined ? undefined : Number(process.argv[4]);

const normal = (random) =>
  Math.sqrt(-2 * Math.log(1 - random.uniform())) * Math.cos(2 * Math.PI * random.uniform());
const exponential = (random) => -Math.log(1 - random.uniform());
const mostly = (random, share, rare, usual) => (random.uniform() < share ? rare : usual);

/** The time of a try in ms, by the luck of its task and by its own; `wins` is its chance to succeed. */
const own = [
  { name: "own times: 0.3 s, a fifth of them 6 s", law: (task) => mostly(task, 0.2, 6_000, 300) },
  {
    name: "own lognormal times (σ 1.5), which vary by 5%",
    law: (task, own) => 500 * Math.exp(1.5 * normal(task)) * (1 + 0.05 * normal(own)),
  },
];
const drawn = [
  { name: "0.3 s, a fifth of the tries 12 s", law: (_, own) => mostly(own, 0.2, 12_000, 300) },
  { name: "0.3 s, a fifth of the tries 2 s", law: (_, own) => mostly(own, 0.2, 2_000, 300) },
  { name: "lognormal, σ 1", law: (_, own) => 500 * Math.exp(normal(own)) },
  { name: "lognormal, σ 2", law: (_, own) => 500 * Math.exp(2 * normal(own)) },
  { name: "exponential", law: (_, own) => 10 + 1_000 * exponential(own) },
  {
    name: "exponential, each task with its own mean",
    law: (task, own) => 10 + 1_000 * Math.exp(1.5 * normal(task)) * exponential(own),
  },
  { name: "Pareto, shape 1.2", law: (_, own) => 200 * (1 - own.uniform()) ** (-1 / 1.2) },
  { name: "0.1 s, half of the tries hang", law: (_, own) => mostly(own, 0.5, Infinity, 100) },
  {
    name: "own lognormal times, a tenth of the tries 30 s",
    law: (task, own) => mostly(own, 0.1, 30_000, 300 * Math.exp(normal(task))),
  },
  { name: "lognormal, 30% succeed", law: (_, own) => 300 * Math.exp(0.7 * normal(own)), wins: 0.3 },
  { name: "uniform, 0.2 to 1 s", law: (_, own) => 200 + 800 * own.uniform() },
];
const settings = [
  { name: "one task with its own time, 1 to 31 s", law: (task) => 1_000 + 30_000 * task.uniform(), tasks: 1 },
  ...own.flatMap((family) => [10, 30].map((tasks) => ({ ...family, tasks }))),
  ...drawn.flatMap((family) => [5, 20, 100].map((tasks) => ({ ...family, tasks }))),
];

title("without cutoff: the truth in the interval, unknown, or wrong", [
  "tries",
  "tasks",
  "`{seed}`",
  "right",
  "unknown",
  "wrong",
  "a loss told where there was a gain",
]);
let [all, wrong] = [0, 0];
for (const setting of settings) {
  for (const repeats of [true, false]) {
    const counts = { right: 0, unknown: 0, wrong: 0, falseLoss: 0 };
    for (let seed = 1; seed <= seeds; seed++) judge(play(setting, repeats, seed), counts);
    row([setting.name, setting.tasks, repeats ? "no" : "yes", ...Object.values(counts)]);
    all += seeds;
    wrong += counts.wrong;
  }
}
console.log(`\n${wrong} of ${all} wrong: ${((100 * wrong) / all).toFixed(1)}%`);

function judge({ estimate, truth }, counts) {
  if (estimate === undefined || !estimate.exact) {
    const isBound = estimate === undefined || estimate.time <= truth;
    counts[isBound ? "unknown" : "wrong"] += 1;
    return;
  }
  // Sums of the same times in another order differ in their last digit.
  const isInside = truth > estimate.low * (1 - 1e-9) && truth < estimate.high * (1 + 1e-9);
  counts[isInside ? "right" : "wrong"] += 1;
  if (estimate.spent > 1.2 * estimate.time && truth > estimate.spent) counts.falseLoss += 1;
}

/** A run by the default policy, what is said of it, and what it costs without cutoffs with the same luck. */
function play({ law, tasks, wins = 1 }, repeats, seed) {
  const policy = makePolicy("hidden-types", {
    arms: [{ name: "program", resetting: measuredResetting }],
    cutoffs: autoCutoffs(2),
    options: {},
    seed,
    ...(firstCutoff === undefined ? {} : { firstCutoff }),
    mode: "retry",
  });
  const cost = new UncutCost({ repeats, abandons: false });
  const draw = (task, attempt) => ({
    time: law(stream(seed, "task", task), stream(seed, task, attempt)),
    reward: stream(seed, "wins", task, attempt).uniform() < wins ? 1 : 0,
  });
  const observe = (decision, outcome) => {
    cost.add(String(decision.task), outcome, elapsed(outcome, 0));
    policy.observe(decision, outcome);
  };
  playInParallel({ tasks, jobs, policy: { ...policy, observe }, draw, resetting: 2 });
  let truth = 0;
  for (let task = 0; task < tasks; task++) {
    let attempt = 1;
    while (draw(task, attempt).reward === 0) truth += draw(task, attempt++).time;
    truth += draw(task, attempt).time;
  }
  return { estimate: cost.estimate(), truth };
}
