import { makeTaskPolicy } from "@mulligan/core";
import { parsePolicy } from "@mulligan/core/policies";
import { autoCutoffs, measuredResetting } from "@mulligan/core/problem";
import { stream } from "@mulligan/core/random";
import { row, title } from "../report.mjs";

const SEEDS = 100;
const TASKS = 200;
const JOBS = 2;
/** What a program takes to start, and to end after SIGTERM, in ms: about as measured with the fake solver. */
const START = 6;
const RESET = 2;
const fixedCutoffs = Array.from({ length: 13 }, (_, i) => 30 * 2 ** (i / 1.5));
const learned = [
  ["km-ts:patience=2", "luby"],
  ["km-ts:tasks=family,patience=3", "luby"],
  ["km-ts", "luby"],
  ["km-ts", "constant"],
  ["km-ucb", "luby"],
];

const exponential = (random) => -Math.log(1 - random.uniform());
const pareto = (random, shape) => (1 - random.uniform()) ** (-1 / shape);
const normal = (random) => Math.sqrt(2 * exponential(random)) * Math.cos(2 * Math.PI * random.uniform());
const neverEnds = (random, share, time) => (random.uniform() < share ? Infinity : time);
const laws = {
  "the fake solver: Pareto 0.6, at most 5 s": (random) => Math.min(20 * pareto(random, 0.6), 5_000),
  "Pareto 1.2": (random) => 20 * pareto(random, 1.2),
  "lognormal, σ 2": (random) => 50 * Math.exp(2 * normal(random)),
  "half never end": (random) => neverEnds(random, 0.5, 10 + 40 * exponential(random)),
  "nine of ten never end": (random) => neverEnds(random, 0.9, 10 + 40 * exponential(random)),
  "every tenth task a hundred times harder": (random, task) =>
    (task % 10 === 0 ? 2_000 : 20) * exponential(random),
};

/**
 * `npm run bench virtual`: what `mulligan run` decides, in virtual time, over many seeds: 200 tasks, two jobs,
 * the policy knows nothing. The a-th try at a task takes equally long for all, so that a ratio compares the
 * decisions. Even so it is noisy: the best fixed cutoff itself, with the draws of another seed, is in the
 * table to compare with.
 */
export function benchVirtual() {
  for (const [name, law] of Object.entries(laws)) {
    const seeds = Array.from({ length: SEEDS }, (_, i) => i + 1);
    const fixed = fixedCutoffs.map((cutoff) => seeds.map((seed) => play(law, seed, always(cutoff))));
    const means = fixed.map(mean);
    const best = means.indexOf(Math.min(...means));
    title(`virtual: ${name}; best fixed cutoff ${fixedCutoffs[best].toFixed(0)} ms`, [
      "÷ best fixed cutoff",
      "of the means",
      "median",
      "95% of seeds",
      "at most 1.15",
    ]);
    const compare = (label, times) => {
      const ratios = times.map((time, i) => time / fixed[best][i]).sort((a, b) => a - b);
      row([
        label,
        ...[mean(times) / means[best], ratios[SEEDS / 2], ratios[0.95 * SEEDS - 1]].map((x) => x.toFixed(2)),
        `${((100 * ratios.filter((ratio) => ratio <= 1.15).length) / SEEDS).toFixed(0)}%`,
      ]);
    };
    for (const [policy, schedule] of learned) {
      compare(
        `${policy}, ${schedule}`,
        seeds.map((seed) => play(law, seed, learner(policy, schedule, seed))),
      );
    }
    compare(
      "the best fixed, other draws",
      seeds.map((seed) => play(law, seed + SEEDS, always(fixedCutoffs[best]))),
    );
  }
}

/** The time at which the last task is done. */
function play(law, seed, policy) {
  const jobs = Array.from({ length: JOBS }, () => ({ clock: 0, task: 0, attempt: 0 }));
  const busy = new Set(jobs);
  let tasks = 0;
  let end = 0;
  const begin = (job) => {
    const completion = START + law(stream(seed, "try", job.task, job.attempt), job.task);
    job.decision = policy.decide(job.attempt);
    const { cutoff } = job.decision;
    job.outcome =
      completion <= cutoff
        ? { kind: "completed", time: completion, reward: 1 }
        : { kind: "censored", time: cutoff, resetting: RESET };
    job.clock += completion <= cutoff ? completion : cutoff + RESET;
  };
  const next = (job) => {
    if (tasks === TASKS) busy.delete(job);
    else begin(Object.assign(job, { task: ++tasks, attempt: 1 }));
  };
  for (const job of jobs) next(job);
  while (busy.size > 0) {
    const [job] = [...busy].sort((a, b) => a.clock - b.clock);
    policy.observe(job.decision, job.outcome);
    end = job.clock;
    if (job.outcome.kind === "completed") next(job);
    else begin(Object.assign(job, { attempt: job.attempt + 1 }));
  }
  return end;
}

/** As `packages/cli/src/run/plan.ts` makes it. */
function learner(policy, schedule, seed) {
  const { name, options } = parsePolicy(policy);
  const arms = [{ name: "solver", resetting: measuredResetting }];
  return makeTaskPolicy(name, { arms, cutoffs: autoCutoffs(2), options, seed }, schedule);
}

function always(cutoff) {
  return { decide: (attempt) => ({ arm: 0, cutoff, attempt }), observe() {} };
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
