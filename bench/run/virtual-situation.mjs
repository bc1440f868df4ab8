/** One situation of `npm run bench virtual` with so many tasks: what came of everybody. Runs in a worker thread. */
import { parentPort } from "node:worker_threads";
import { makePolicy } from "@mulligan/core";
import { parsePolicy } from "@mulligan/core/policies";
import { autoCutoffs, luby, measuredResetting } from "@mulligan/core/problem";
import { stream } from "@mulligan/core/random";
import { playInParallel } from "@mulligan/core/simulate";
import { percentOfMedian } from "./percent-of-median.mjs";
import { situations } from "./situations.mjs";

/** What a program takes to start, and to end after SIGTERM, in ms: about as measured with the fake solver. */
const START = 6;
export const RESET = 2;
/** As `packages/cli/src/run/plan.ts` has it. */
const RESOLUTION = 2;
export const GRACE = 10_000;
/** 12 ms to 70 s, two to an octave: bases of Luby, and fixed cutoffs besides ∞. Longest first: these end soonest. */
const cutoffs = Array.from({ length: 26 }, (_, i) => 12 * 2 ** ((25 - i) / 2));
/** Around the best of these, six more, so that it is known to a few percent. */
const nearby = [-3, -2, -1, 1, 2, 3].map((step) => 2 ** (step / 8));
/** A program time at which a policy is given up: a thousand times the best that is known afterwards. */
const HOPELESS = 1_000;
/** The same for a timeout that does not grow: slow tasks are tried with it again and again. */
const HOPELESS_TIMEOUT = 20;

parentPort?.on("message", (order) => parentPort.postMessage(results(order)));

function results({ name, tasks, jobs, seeds, contestants, begunFirst }) {
  const situation = situations.find((item) => item.name === name);
  const luck = Array.from({ length: seeds }, (_, i) => drawsOf(situation, tasks, i + 1));
  const known = knownAfterwards(situation.arms, tasks, luck);
  const best = Math.max(...known.fixed.times, ...known.luby.times);
  const rules = { tasks, begunFirst, resetting: RESET };
  const byJobs = jobs.map((count) => {
    const play = (make, hopeless) =>
      luck.map((draw, i) => {
        const { policy, lost } = countingGrace(make(i + 1));
        const maxTime = hopeless * best + GRACE;
        const played = playInParallel({ ...rules, jobs: count, policy, draw, maxTime });
        return { ...played, time: played.finished ? played.time - lost() : Infinity };
      });
    const arms = Array.from({ length: situation.arms }, (_, arm) => arm);
    const medians = arms.map((arm) =>
      play(() => timeoutOf(arm, situation.arms), HOPELESS_TIMEOUT).map(({ time }) => time),
    );
    return {
      jobs: count,
      median: medians.sort((a, b) => sum(a) - sum(b))[0],
      policies: contestants.map((text) => play((seed) => policyOf(text, situation.arms, seed), HOPELESS)),
    };
  });
  return { name, tasks, known, byJobs };
}

/** As `mulligan run` makes it. */
export function policyOf(text, arms, seed) {
  const { name, options } = parsePolicy(text);
  const grace = name === "hidden-types" ? { firstCutoff: GRACE } : {};
  return makePolicy(name, { ...requestOf(arms, options, seed), ...grace, mode: "retry" });
}

/** A policy, and the time of tries that were cut at the end of the grace. */
function countingGrace(policy) {
  let lost = 0;
  return {
    lost: () => lost,
    policy: {
      ...policy,
      observe(decision, outcome) {
        if (outcome.kind === "censored" && outcome.time === GRACE) lost += outcome.time;
        policy.observe(decision, outcome);
      },
    },
  };
}

function timeoutOf(arm, arms) {
  return makePolicy(percentOfMedian, requestOf(arms, { arm }, 1));
}

function requestOf(arms, options, seed) {
  return {
    arms: Array.from({ length: arms }, (_, i) => ({ name: `arm ${i}`, resetting: measuredResetting })),
    cutoffs: autoCutoffs(RESOLUTION),
    options,
    seed,
  };
}

/** The a-th try at a task with an arm takes equally long whoever makes it. Remembered, since many make it. */
export function drawsOf({ arms, law }, tasks, seed) {
  const known = Array.from({ length: tasks * arms }, () => []);
  return (task, attempt, arm) => {
    const tries = known[task * arms + arm];
    tries[attempt] ??= {
      time:
        START + law(stream(seed, "try", task, attempt, arm), { task, arm, tasks, own: ownOf(seed, task) }),
      reward: 1,
    };
    return tries[attempt];
  };
}

function ownOf(seed, task) {
  return stream(seed, "task", task);
}

/**
 * Program time of no cutoff, of the best fixed cutoff and of the best Luby, by seed. It does not depend on the jobs.
 * Which is best is known afterwards, over all seeds. One whose sum exceeds the best so far is left.
 */
function knownAfterwards(arms, tasks, luck) {
  const each = Array.from({ length: arms }, (_, arm) => arm);
  const best = { never: worst(), fixed: worst(), luby: worst() };
  const offer = (kind, cutoff, label, decide) => {
    const times = [];
    let total = 0;
    for (const draw of luck) {
      times.push(programTime(draw, tasks, decide, best[kind].total - total));
      total += times.at(-1);
      if (!(total < best[kind].total)) return;
    }
    best[kind] = { cutoff, label, total, times };
  };
  for (const arm of each) offer("never", Infinity, "∞", () => ({ arm, cutoff: Infinity }));
  if (best.never.total < Infinity) best.fixed = best.never;
  const offerFixed = (cutoff) => {
    for (const arm of each) offer("fixed", cutoff, labelOf(cutoff), () => ({ arm, cutoff }));
  };
  const offerLuby = (base) => {
    const label = labelOf(base);
    for (const arm of each) {
      offer("luby", base, label, (attempt) => ({ arm, cutoff: base * luby(attempt) }));
    }
    if (arms === 1) return;
    offer("luby", base, `${label}, arms in turn`, (attempt) => ({
      arm: attempt % arms,
      cutoff: base * luby(Math.ceil(attempt / arms)),
    }));
  };
  for (const cutoff of cutoffs) {
    offerFixed(cutoff);
    offerLuby(cutoff);
  }
  const { fixed, luby: lubys } = best;
  for (const factor of nearby) {
    if (fixed.cutoff < Infinity) offerFixed(fixed.cutoff * factor);
    offerLuby(lubys.cutoff * factor);
  }
  if (best.never.total === Infinity) best.never.times = luck.map(() => Infinity);
  best.best = [best.never, best.fixed, best.luby].reduce((a, b) => (b.total < a.total ? b : a));
  return best;
}

function labelOf(cutoff) {
  return `${cutoff.toFixed(0)} ms`;
}

function worst() {
  return { cutoff: Infinity, label: "none", total: Infinity, times: [] };
}

/** Of all tasks, each tried until it is done; ∞ if that is not less than `most`. */
export function programTime(draw, tasks, decide, most) {
  let time = 0;
  for (let task = 0; task < tasks; task++) {
    for (let attempt = 1; ; attempt++) {
      const { arm, cutoff } = decide(attempt);
      const ends = draw(task, attempt, arm).time;
      time += ends <= cutoff ? ends : cutoff + RESET;
      if (!(time < most)) return Infinity;
      if (ends <= cutoff) break;
    }
  }
  return time;
}

function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}
