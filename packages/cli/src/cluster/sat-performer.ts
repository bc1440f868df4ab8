import type { Turn, TurnEnd, TurnExecutorFactory, WorkerRun } from "@mulligan/cluster";
import type { Decision, Outcome } from "@mulligan/core";
import { stream } from "@mulligan/core/random";
import { type DecideAhead, decideAhead } from "../sat/decide-ahead.ts";
import { taskName } from "../tasks/task-list.ts";
import type { RunPolicy } from "../tasks/task-policy.ts";
import type { Pool } from "../threads/open-pool.ts";
import { cutoffRulesOf } from "./cutoff-rules.ts";
import { readSatDetail } from "./sat-detail.ts";
import type { WalkReply, WalkWork } from "./sat-thread.ts";

/** Flips that are decided in advance: some milliseconds. */
const FLIPS_AHEAD = 50_000;

interface Opened {
  readonly run: WorkerRun;
  readonly policy: RunPolicy;
  readonly decide: DecideAhead;
  readonly seed: number;
  readonly work: Pick<WalkWork, "run" | "arms" | "models" | "stop">;
  readonly pool: Pool<WalkWork, WalkReply>;
}

/** Walks at formulas for others, in threads. */
export function satPerformer(pool: Pool<WalkWork, WalkReply>): TurnExecutorFactory {
  let opened = 0;
  return {
    open(run) {
      const { seed, models, settings, inOrder, wishes } = readSatDetail(run.detail);
      const policy = cutoffRulesOf(wishes, run);
      const stop = new SharedArrayBuffer(4);
      run.stop.addEventListener("abort", () => Atomics.store(new Int32Array(stop), 0, 1), { once: true });
      // A run that stopped and was opened again is another one for the threads.
      const work = { run: `${run.name}/${opened++}`, arms: settings, models, stop };
      const decide = decideAhead({ policy, inOrder });
      return { execute: (turn) => walkAgain(turn, { run, policy, decide, seed, work, pool }) };
    },
  };
}

async function walkAgain(turn: Turn, opened: Opened): Promise<TurnEnd> {
  const { blob, input } = turn.task;
  const bytes = blob === undefined ? undefined : await opened.run.blobs.get(blob);
  if (blob === undefined || bytes === undefined) return { ending: "missing-input" };
  const formula = { hash: blob, bytes, name: input ?? "the formula" };
  do {
    const end = await walkOnce(turn, opened, formula);
    if (end !== undefined) return end;
  } while (!turn.isOver);
  return { ending: turn.stop.aborted ? "given-back" : "over" };
}

/** A message to a thread, and what came of it; undefined if the turn goes on. */
async function walkOnce(
  turn: Turn,
  { run, policy, decide, seed, work, pool }: Opened,
  formula: Pick<WalkWork, "hash" | "bytes" | "name">,
): Promise<TurnEnd | undefined> {
  const name = taskName(turn.task);
  const left = (turn.task.most ?? Infinity) - (turn.trials - turn.task.trials);
  const decided = decide(turn.attempts + 1, { trials: left, flips: FLIPS_AHEAD }, name);
  const trySeed = seedOf(seed, turn);
  const sent = decided.map(({ arm, cutoff }) => ({ arm, cutoff }));
  const reply = await pool.run({ ...work, ...formula, seed: trySeed, decided: sent });
  const model = reply.model === undefined ? undefined : await run.blobs.send(reply.model);
  reply.flips.forEach((flips, place) => {
    const outcome = outcomeOf(reply, decided[place], flips, place);
    const isLast = place === reply.flips.length - 1;
    policy.observe({ ...decided[place], task: name }, outcome);
    turn.record({
      decision: decided[place],
      outcome,
      seed: trySeed,
      stopped: isLast && reply.ending === "stopped",
      done: outcome.kind === "completed",
      ...(isLast && model !== undefined ? { blobs: [model] } : {}),
    });
  });
  if (reply.ending === "solved") return "done";
  if (reply.ending === "stopped") return { ending: "given-back" };
  if (reply.ending === "left") return undefined;
  return { ending: "unsolvable", ...(reply.problem === undefined ? {} : { problem: reply.problem }) };
}

function outcomeOf(
  { ending, flips: all, restartFlips }: WalkReply,
  { cutoff }: Decision,
  flips: number,
  place: number,
): Outcome {
  const isLast = place === all.length - 1;
  if (isLast && ending === "solved") return { kind: "completed", time: flips, reward: 1 };
  const time = isLast && ending === "stopped" ? flips : cutoff;
  return { kind: "censored", time, resetting: restartFlips };
}

/** Of the assignments that the next trials at a file begin with. */
function seedOf(seed: number, { task, trials }: Turn): number {
  const { input, occurrence } = task;
  return Math.floor(stream(seed, "walk", input ?? "", occurrence, trials).uniform() * 2 ** 32);
}
