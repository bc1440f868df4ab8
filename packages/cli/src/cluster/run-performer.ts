import type { RunContext, Turn, TurnEnd, TurnExecutorFactory } from "@mulligan/cluster";
import { openStage, type ProgramStage } from "../run/program-stage.ts";
import type { Task, TaskOutput } from "../tasks/task.ts";
import { isSuccess } from "../tasks/task.ts";
import { taskName } from "../tasks/task-list.ts";
import { triesUnderWay, type UnderWay } from "../tasks/under-way.ts";
import type { WishedPolicy } from "../tasks/wished.ts";
import { checkAllowed } from "./allowed.ts";
import { readRunDetail } from "./run-detail.ts";
import { sharedGuardian } from "./shared-guardian.ts";
import { wishedBy } from "./wishes.ts";

interface Staged {
  readonly run: RunContext;
  readonly stage: ProgramStage;
  readonly policy: WishedPolicy;
  readonly underWay: UnderWay;
  /** What the programs' user should know, to be sent with the next trial. */
  takeNotices(): [string, string][];
}

/** Runs programs for others: those that are allowed, and none else. `close` ends what is left of them. */
export function runPerformer(
  allowed: readonly string[],
  hurry: AbortSignal,
): TurnExecutorFactory & { close(): void } {
  const guardian = sharedGuardian();
  return {
    close: guardian.close,
    open(run) {
      const { plan, detail } = readRunDetail(run.detail);
      checkAllowed(plan.programs, allowed);
      const policy = wishedBy(detail.wishes, run);
      let notices: [string, string][] = [];
      const notice = (key: string, text: string) => void notices.push([key, text]);
      const stage = openStage(plan, { stop: run.stop, hurry }, notice, guardian.forOne());
      const takeNotices = () => {
        const taken = notices;
        notices = [];
        return taken;
      };
      const staged = { run, stage, policy, underWay: triesUnderWay(policy), takeNotices };
      return { execute: (turn) => tryAgain(turn, staged), close: () => stage.close() };
    },
  };
}

async function tryAgain(turn: Turn, staged: Staged): Promise<TurnEnd> {
  do {
    if (await makeTrial(turn, staged)) return "done";
  } while (!turn.isOver);
  return { ending: turn.stop.aborted ? "given-back" : "over" };
}

/** Whether it solved the task. */
async function makeTrial(
  turn: Turn,
  { run, stage, policy, underWay, takeNotices }: Staged,
): Promise<boolean> {
  const task = taskOf(turn);
  const decision = policy.decide({ attempt: turn.attempts + 1, task: taskName(task) });
  const cutoff = underWay.begin(decision);
  const { seed, outcome, stopped, output } = await stage.attempt(task, decision, cutoff);
  const blobs = output === undefined ? [] : await send(output, run);
  const done = isSuccess({ outcome });
  policy.observe(decision, outcome);
  turn.record({
    decision,
    cutoff: cutoff.at,
    outcome,
    seed,
    stopped,
    done,
    ...(blobs.length === 0 ? {} : { blobs }),
    notices: takeNotices(),
  });
  underWay.learned();
  return done;
}

/** What it wrote, on its way before the trial that tells of it. */
async function send({ out, err, discard }: TaskOutput, { blobs }: RunContext) {
  try {
    const parts = await Promise.all(
      [out, err].map(async ({ chunks }) => Buffer.concat(await collect(chunks()))),
    );
    return await Promise.all(parts.map((part) => blobs.send(part)));
  } finally {
    discard();
  }
}

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return all;
}

/** The task as the stage knows one. */
function taskOf({ task, trials, attempts }: Turn): Task {
  const { index, input, occurrence } = task;
  const counts = { trials, attempts, counted: 0, failures: 0, time: 0 };
  return { index, input, occurrence, ...counts, state: "open", told: false };
}
