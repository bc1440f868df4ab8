// How many short tasks a second go through one Redis, with 1, 2, 4 and 8 workers, and what a decision takes while Redis
// answers, while it does not, and where there is none. node bench/run.mjs throughput [--tasks=20000] [--rounds=3]
// [--workers=1,2,4,8]. A task is one job: tries that take no time, until one succeeds, decided by km-ts over the shared
// statistics, each try counted and logged in Redis.
import { parseArgs } from "node:util";
import { Coordinator, connectRedis, dispatchTasks, parseRedisUrl } from "@mulligan/cluster";
import { summedPolicy } from "@mulligan/core/policies";
import { stream } from "@mulligan/core/random";
import { Tally } from "@mulligan/core/statistics";
import { startRedis } from "../../soak/cluster/redis-server.mjs";
import { row, title } from "../report.mjs";
import { learning, startCrew } from "./crew.mjs";
import { deskOf } from "./desk.mjs";
import { fakeSolver } from "./tried-again.mjs";

const options = {
  tasks: { type: "string", default: "20000" },
  rounds: { type: "string", default: "3" },
  workers: { type: "string", default: "1,2,4,8" },
};
const JOBS = 4;
/** Tasks a worker, before it is measured: until then the machine code is made. */
const PRACTICE = 2_000;

export async function benchThroughput(words = []) {
  const { values } = parseArgs({ args: words, options });
  const [tasks, rounds] = [Number(values.tasks), Number(values.rounds)];
  const counts = values.workers.split(",").map(Number);
  const redis = await startRedis();
  await command(redis.url, (link) => link.config("SET", "appendonly", "yes"));
  try {
    const rates = new Map(counts.map((count) => [count, []]));
    for (let round = 0; round < rounds; round++) {
      for (const count of counts) {
        rates.get(count).push(await play(redis.url, count, tasks, `round-${round}-${count}`));
      }
    }
    tellRates(tasks, rates);
    tellDecisions({
      "one worker, Redis answers": (await play(redis.url, 1, tasks, "decisions")).took,
      "one worker, Redis is silent for a second": await silentMeanwhile(redis.url),
      "no Redis, no cluster": alone(tasks),
    });
  } finally {
    await redis.stop();
  }
}

/** All tasks through so many workers, from the first job to the last result, after some for practice. */
async function play(url, count, tasks, run) {
  const crew = await startCrew(url, count, JOBS);
  await through(url, PRACTICE * count, `practice-${run}`);
  crew.forget();
  const redisBefore = await redisMs(url);
  const before = process.cpuUsage();
  const played = await through(url, tasks, run);
  const own = process.cpuUsage(before);
  const ofRedis = (await redisMs(url)) - redisBefore;
  const said = await crew.end();
  return {
    ...played,
    ownMs: (own.user + own.system) / 1_000,
    redisMs: ofRedis,
    workerMs: said.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    took: said.flatMap(({ took }) => took),
  };
}

async function through(url, tasks, run) {
  const coordinator = await Coordinator.open({
    place: parseRedisUrl(url, "url"),
    run,
    document: { kind: "short", learning, detail: { seed: 1 } },
    known: new Tally(),
    notice: () => {},
  });
  const desk = deskOf(tasks);
  const began = performance.now();
  await dispatchTasks(coordinator, desk);
  const seconds = (performance.now() - began) / 1_000;
  await coordinator.end();
  await coordinator.close();
  if (desk.done !== tasks) throw new Error(`${desk.done} of ${tasks} tasks are done`);
  return { rate: tasks / seconds, trials: desk.trials };
}

/** Processor time of Redis so far. */
async function redisMs(url) {
  const info = await command(url, (link) => link.info("cpu"));
  const seconds = (name) => Number(new RegExp(`${name}:([\\d.]+)`).exec(info)[1]);
  return 1_000 * (seconds("used_cpu_sys") + seconds("used_cpu_user"));
}

async function command(url, send) {
  const link = connectRedis(parseRedisUrl(url, "url"), () => {});
  const answer = await send(link);
  link.disconnect();
  return answer;
}

function tellRates(tasks, rates) {
  title(`${tasks} short tasks through one Redis, ${JOBS} jobs a worker`, [
    "workers",
    "tasks a second",
    "of all rounds",
    "tries a task",
    "processor ms a task: coordinator, Redis, workers",
    "two cores can do, by that",
  ]);
  for (const [count, played] of rates) {
    const sorted = played.map(({ rate }) => rate).sort((a, b) => a - b);
    const least = (name) => Math.min(...played.map((one) => one[name])) / tasks;
    const costs = [least("ownMs"), least("redisMs"), least("workerMs")];
    row([
      count,
      sorted[Math.floor(sorted.length / 2)].toFixed(0),
      sorted.map((rate) => rate.toFixed(0)).join(", "),
      (played[0].trials / tasks).toFixed(2),
      costs.map((cost) => cost.toFixed(2)).join(", "),
      `${(2_000 / costs.reduce((sum, cost) => sum + cost, 0)).toFixed(0)} a second`,
    ]);
  }
  const best = (count) => Math.max(...(rates.get(count) ?? []).map(({ rate }) => rate));
  console.log(`\nat least 1,500 tasks a second: ${Math.max(...[...rates.keys()].map(best)).toFixed(0)}`);
  if (rates.has(2) && rates.has(4)) {
    console.log(`four workers against two, at least 0.85: ${(best(4) / best(2)).toFixed(2)}`);
  }
}

/** A worker goes on with what it has while Redis answers nobody for a second: what do its decisions take? */
async function silentMeanwhile(url) {
  const crew = await startCrew(url, 1, JOBS);
  await through(url, PRACTICE, "practice-silent");
  crew.forget();
  const playing = through(url, 2 * PRACTICE, "silent");
  await new Promise((resolve) => setTimeout(resolve, 300));
  await command(url, (link) => link.client("PAUSE", 1_000, "ALL"));
  await playing;
  const [{ took }] = await crew.end();
  return took;
}

/** The same decisions by a policy in this process. */
function alone(tasks) {
  const policy = summedPolicy("km-ts", { ...learning, seed: 1 }).from(new Tally());
  const took = [];
  for (let task = 1; task <= PRACTICE + tasks; task++) {
    if (task === PRACTICE) took.length = 0;
    for (let attempt = 1, done = false; !done; attempt++) {
      const began = process.hrtime.bigint();
      const decision = policy.decide({ attempt, task });
      took.push(Number(process.hrtime.bigint() - began) / 1_000);
      const time = fakeSolver(stream(1, "try", task, attempt));
      done = time <= decision.cutoff;
      const outcome = done
        ? { kind: "completed", time, reward: 1 }
        : { kind: "censored", time: decision.cutoff };
      policy.observe(decision, outcome);
    }
  }
  return took;
}

function tellDecisions(lists) {
  title("what a decision takes, in µs", ["", "decisions", "median", "90%", "99%"]);
  const at = (list, share) => list[Math.floor(share * (list.length - 1))].toFixed(1);
  for (const [name, list] of Object.entries(lists)) {
    const sorted = [...list].sort((a, b) => a - b);
    row([name, sorted.length, at(sorted, 0.5), at(sorted, 0.9), at(sorted, 0.99)]);
  }
}
