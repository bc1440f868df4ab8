// What it costs to learn from statistics that are d trials old, for 1 to 10,000 workers, in virtual time. Seeded;
// `npm run bench stale` prints the tables, writes docs/benchmarks/stale-statistics.csv and draws
// docs/figures/stale-statistics.svg. It takes about a quarter of an hour; --quick leaves out 10,000 workers.
import { writeFileSync } from "node:fs";
import { parseLaw, rewardOne } from "@mulligan/core/distributions";
import { estimate } from "@mulligan/core/simulate";
import { knownArm } from "@mulligan/core/theory";
import { row, title } from "../report.mjs";
import { playFreshTasks } from "./fresh-tasks.mjs";
import { drawStale } from "./stale-figure.mjs";
import { fakeSolver, playTriedAgain } from "./tried-again.mjs";

const laws = {
  "Pareto 1.2": ["pareto(scale=1,shape=1.2)"],
  "lognormal, σ 2": ["lognormal(median=1,sigma=2)"],
  "30% hang": ["mixture(0.7*lognormal(median=1,sigma=0.5),0.3*constant(value=10000))"],
  "two arms": ["lognormal(median=1,sigma=1.2)", "lognormal(median=1.5,sigma=1.2)"],
};
/** Four decades, four to each: they are told to all, so that those can be compared that need a list. */
const CUTOFFS = "log:0.01:100:17";
const POLICIES = ["km-ts", "km-ucb", "ucb-rb"];
const WORKERS = [10, 100, 1_000, 10_000];
const TASKS_A_WORKER = [10, 100];
/** A worker asks for the merged state after so many trials: half a second, if a trial takes 60 ms. */
const REFRESH = 8;
/** Tasks that are played with each at most, so that all of it takes minutes; a million with one law and policy. */
const MOST_TASKS = { "km-ts": 100_000, "km-ucb": 100_000, "ucb-rb": 10_000 };
const isPlayed = (law, policy, tasks) =>
  tasks <= MOST_TASKS[policy] || (law === "Pareto 1.2" && policy === "km-ts");
/** The more tasks, the less the luck of one seed matters. A single one says nothing of its spread. */
const seedsFor = (tasks) => Math.max(1, Math.min(10, Math.round(200_000 / tasks)));

const arms = (law) =>
  laws[law].map((text, place) => knownArm(rewardOne(parseLaw(text)), { name: `arm ${place}` }));
const percent = ({ mean, standardError }, seeds) =>
  seeds === 1 ? (100 * mean).toFixed(1) : `${(100 * mean).toFixed(1)} ± ${(100 * standardError).toFixed(1)}`;
const shown = ({ loss, seeds }) => percent(loss, seeds);

export async function benchStale(options = []) {
  const workers = options.includes("--quick") ? WORKERS.slice(0, -1) : WORKERS;
  const points = [];
  for (const tasksEach of TASKS_A_WORKER) {
    title(`work lost, in percent of one worker's: ${tasksEach} tasks a worker`, [
      "law",
      "policy",
      ...workers.map((count) => `${count.toLocaleString("en-US")} workers`),
    ]);
    for (const law of Object.keys(laws)) {
      for (const policy of POLICIES) {
        const able = workers.filter((count) => isPlayed(law, policy, count * tasksEach));
        const found = able.map((count) => lossOf({ law, policy, workers: count, tasksEach }));
        points.push(...found);
        const cells = workers.map((_, place) => (found[place] ? shown(found[place]) : "–"));
        row([law, `\`${policy}\``, ...cells]);
      }
    }
  }
  tellAges(points, workers);
  tellRefresh(points);
  tellTriedAgain(points, workers);
  writeFileSync("docs/benchmarks/stale-statistics.csv", csvOf(points));
  await drawStale();
}

/** Work for a reward against one worker with fresh statistics at as many tasks, seed by seed. */
function lossOf({ law, policy, workers, tasksEach, refresh = REFRESH }) {
  const tasks = workers * tasksEach;
  const seeds = seedsFor(tasks);
  const losses = [];
  const ages = [];
  for (let seed = 1; seed <= seeds; seed++) {
    const played = playFreshTasks({
      arms: arms(law),
      policy,
      cutoffs: CUTOFFS,
      workers,
      refresh,
      tasks,
      seed,
    });
    losses.push(played.workPerReward / alone(law, policy, tasks, seed) - 1);
    ages.push(played.unseen);
  }
  const setting = { kind: "fresh tasks", law, policy, workers, tasksEach, refresh, seeds };
  return { ...setting, age: estimate(ages).mean, loss: estimate(losses) };
}

const known = new Map();

function alone(law, policy, tasks, seed) {
  const key = [law, policy, tasks, seed].join();
  if (!known.has(key)) {
    const setting = { arms: arms(law), policy, cutoffs: CUTOFFS, workers: 1, refresh: REFRESH, tasks, seed };
    known.set(key, playFreshTasks(setting).workPerReward);
  }
  return known.get(key);
}

/** How old the statistics are that a decision is made of: trials that ended since, and those that run. */
function tellAges(points, workers) {
  title(
    "trials that a decision does not know of, with km-ts, 100 tasks a worker",
    workers.map((n) => `${n} workers`),
  );
  const own = points.filter(({ policy, tasksEach }) => policy === "km-ts" && tasksEach === 100);
  row(
    workers.map((count) => {
      const ages = own.filter((point) => point.workers === count).map(({ age }) => age);
      return `${Math.round(Math.min(...ages))} to ${Math.round(Math.max(...ages))}`;
    }),
  );
}

function tellRefresh(points) {
  const every = [1, 8, 32, 128];
  title("work lost by how often the merged state is asked for, km-ts, 100 tasks a worker", [
    "law",
    "workers",
    ...every.map((refresh) => `every ${refresh} trials`),
  ]);
  for (const law of Object.keys(laws)) {
    for (const workers of [8, 100]) {
      const found = every.map((refresh) =>
        lossOf({ law, policy: "km-ts", workers, tasksEach: 100, refresh }),
      );
      points.push(...found);
      row([law, workers, ...found.map(shown)]);
    }
  }
}

/** Tasks that are tried until they are done, as `run` and `sat` have them, on the times of the fake solver. */
function tellTriedAgain(points, workers) {
  const counts = [2, 4, 8, 16, 32, ...workers.slice(1, -1)];
  const play = (count, tasks, seed) =>
    playTriedAgain({ law: fakeSolver, policy: "km-ts", workers: count, refresh: REFRESH, tasks, seed });
  title("program time lost, tasks tried until they are done: heavy-tailed solver, km-ts, ten seeds", [
    "tasks",
    ...counts.map((count) => `${count} workers`),
  ]);
  const seeds = Array.from({ length: 10 }, (_, i) => i + 1);
  const total = (list) => list.reduce((sum, value) => sum + value, 0);
  for (const tasks of [200, 1_000, 10_000]) {
    const fresh = seeds.map((seed) => play(1, tasks, seed).work);
    const found = counts.map((count) => {
      const played = seeds.map((seed) => play(count, tasks, seed));
      const ratio = total(played.map(({ work }) => work)) / total(fresh);
      const { standardError } = estimate(played.map(({ work }, i) => work / fresh[i]));
      const age = estimate(played.map(({ unseen }) => unseen)).mean;
      const setting = { kind: "tried again", law: "heavy-tailed solver", policy: "km-ts", workers: count };
      const rest = { tasksEach: tasks / count, refresh: REFRESH, seeds: 10, age };
      return { ...setting, ...rest, loss: { mean: ratio - 1, standardError } };
    });
    points.push(...found);
    row([tasks, ...found.map(shown)]);
  }
}

function csvOf(points) {
  const lines = points.map(({ kind, law, policy, workers, tasksEach, refresh, seeds, age, loss }) => {
    const numbers = [age.toFixed(1), loss.mean.toFixed(4), loss.standardError.toFixed(4)];
    return [kind, `"${law}"`, policy, workers, tasksEach, refresh, seeds, ...numbers].join(",");
  });
  const names = "kind,law,policy,workers,tasks_a_worker,refresh,seeds,unknown_trials,lost,standard_error";
  return `${[names, ...lines].join("\n")}\n`;
}
