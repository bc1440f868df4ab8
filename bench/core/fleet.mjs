// Microseconds of processor time that `run --redis` needs to decide, for one trial: a decision, an observation, and
// their share of the cutoffs that are reconsidered, with 100, 1,000 and 4,000 trials under way. The trials take virtual
// time, so the deciding process never waits. Seeded; best of three rounds.

import { setImmediate as nextTurn } from "node:timers/promises";
import { makePolicy } from "@mulligan/core";
import { autoCutoffs, measuredResetting, taskTurns } from "@mulligan/core/problem";
import { stream } from "@mulligan/core/random";
import { movingCutoffs } from "../../packages/cli/dist/tasks/task-scheduler.js";
import { row, title } from "../report.mjs";
import { situations } from "../run/situations.mjs";

const TRIALS = 20_000;
const UNDER_WAY = [100, 1_000, 4_000];
const ROUNDS = 3;
const NAMES = ["lognormal, σ 2", "a tenth 100 × slower, lognormal", "two arms, one 30 × faster, by task"];
/** What a cut costs, in ms. */
const RESETTING = 2;

/** As `mulligan run` makes it (`packages/cli/src/run/plan.ts`). */
function policyFor(arms) {
  return makePolicy("hidden-types", {
    arms: Array.from({ length: arms }, (_, arm) => ({ name: `arm${arm}`, resetting: measuredResetting })),
    cutoffs: autoCutoffs(2),
    firstCutoff: 10_000,
    mode: "retry",
    seed: 1,
  });
}

/** The processor time of all trials in µs, with what this program needs itself, and the longest pause in ms. */
async function playFleet(situation, underWay, policy, cutoffs) {
  const slots = Array.from({ length: underWay });
  /** By slot: when something happens to its trial. */
  const events = new Float64Array(underWay);
  const turns = taskTurns();
  let [now, begun, observed, longest] = [0, 0, 0, 0];
  const fresh = () => ({ index: begun++, attempts: 0, time: 0 });

  function begin(slot) {
    const task = turns.next(fresh);
    task.attempts += 1;
    const decision = policy.decide({ attempt: task.attempts, task: `task ${task.index}` });
    const { arm } = decision;
    const own = stream(1, "task", task.index);
    const luck = stream(1, "trial", task.index, task.attempts, arm);
    const ends = situation.law(luck, { task: task.index, arm, own, tasks: TRIALS });
    const cutoff = cutoffs.begin(decision);
    const trial = { task, decision, cutoff, start: now, ends, cut: false };
    slots[slot] = trial;
    events[slot] = now + Math.min(ends, cutoff.at);
    trial.release = cutoff.watch(() => reconsider(slot, now - trial.start));
  }

  function reconsider(slot, elapsed) {
    const { cutoff, start, ends } = slots[slot];
    const until = cutoff.reconsider(elapsed);
    slots[slot].cut = until <= elapsed;
    events[slot] = until > elapsed ? start + Math.min(ends, until) : now;
  }

  function end(slot) {
    const { task, decision, cutoff, ends, cut, release } = slots[slot];
    release();
    const time = cut ? cutoff.at : ends;
    task.time += time;
    const outcome = cut
      ? { kind: "censored", time, resetting: RESETTING }
      : { kind: "completed", time, reward: 1 };
    policy.observe({ ...decision, cutoff: cutoff.at }, outcome);
    cutoffs.learned();
    observed += 1;
    if (cut) turns.putBack(task);
    else turns.solved(task);
  }

  const before = process.cpuUsage();
  for (let slot = 0; slot < underWay; slot++) begin(slot);
  while (observed < TRIALS) {
    const slot = soonest(events);
    const started = performance.now();
    now = Math.max(now, events[slot]);
    const { cut, cutoff, ends } = slots[slot];
    if (cut || ends <= cutoff.at) {
      end(slot);
      begin(slot);
    } else reconsider(slot, cutoff.at);
    // All cutoffs are reconsidered between two messages.
    await nextTurn();
    longest = Math.max(longest, performance.now() - started);
  }
  const { user, system } = process.cpuUsage(before);
  return { total: user + system, longest };
}

function soonest(events) {
  let first = 0;
  for (let slot = 1; slot < events.length; slot++) if (events[slot] < events[first]) first = slot;
  return first;
}

export async function benchFleet() {
  title("µs a trial with hidden-types, and the longest pause in ms, by trials under way", [
    "tasks",
    ...UNDER_WAY.flatMap((count) => [count.toLocaleString("en-US"), "pause"]),
  ]);
  for (const name of NAMES) {
    const situation = situations.find((item) => item.name === name);
    const cells = [];
    for (const underWay of UNDER_WAY) {
      const rounds = [];
      for (let round = 0; round < ROUNDS; round++) {
        const policy = policyFor(situation.arms);
        rounds.push(await playFleet(situation, underWay, policy, movingCutoffs(policy)));
      }
      cells.push((Math.min(...rounds.map(({ total }) => total)) / TRIALS).toFixed(0));
      cells.push(Math.min(...rounds.map(({ longest }) => longest)).toFixed(0));
    }
    row([name, ...cells]);
  }
}
