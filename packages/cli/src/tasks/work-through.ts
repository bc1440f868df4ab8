import type { Decision, Outcome } from "@mulligan/core";
import type { Trial } from "@mulligan/core/problem";
import type { Output } from "../journal/archive.ts";
import type { MovingCutoff } from "../processes/run-program.ts";
import { isDoubtful, isHopeless } from "./book.ts";
import { errorsName, resultName } from "./result-name.ts";
import { type Desk, settle, tellRest } from "./settle.ts";
import type { Stopping } from "./stopping.ts";
import type { Task, TaskOutput } from "./task.ts";
import { taskName } from "./task-list.ts";
import { triesUnderWay, type UnderWay } from "./under-way.ts";
import type { WishedPolicy } from "./wished.ts";

/** What came of a trial, from who made it. */
export interface Attempted {
  readonly seed: number;
  readonly outcome: Outcome;
  /** Ended by `stopping`, not by its cutoff. */
  readonly stopped: boolean;
  /** The exit code or the signal of one that failed. */
  readonly exit?: Trial["exit"] | undefined;
  /** What it wrote, if it succeeded and somebody wants that. */
  readonly output?: TaskOutput | undefined;
}

export interface Work extends Desk {
  readonly policy: WishedPolicy;
  readonly stopping: Stopping;
  /** Trials at a time. */
  readonly jobs: number;
  /** Successes that are enough. */
  readonly until?: number | undefined;
  attempt(task: Task, decision: Decision, cutoff: MovingCutoff): Promise<Attempted>;
  /** Resolves when what was told is out. */
  told?(): Promise<void>;
}

/** Works through all tasks, `jobs` at a time, in turns, until each is solved or given up, or the run ends. */
export async function workThrough(work: Work): Promise<void> {
  const { book, voice, stopping, jobs, until } = work;
  const underWay = triesUnderWay(work.policy);
  /** Tasks whose input seems broken: their last try is made when nothing else is left to do. */
  const doubtful: Task[] = [];
  const enough = () => until !== undefined && book.solved >= until;

  async function job(): Promise<void> {
    while (!stopping.stopped) {
      if (enough()) return stopping.end("until");
      const task = book.tasks.next() ?? doubtful.shift();
      if (task === undefined) return;
      await makeTrial(work, underWay, task);
      if (isDoubtful(book, task)) doubtful.push(task);
      else book.tasks.putBack(task);
      if (enough()) stopping.end("until");
      else if (isHopeless(book)) stopping.end("hopeless");
    }
  }

  /** The first failure ends all jobs; what they had running is ended in order. */
  let failure: { readonly error: unknown } | undefined;
  await Promise.all(
    Array.from({ length: Math.min(jobs, book.tasks.total) }, () =>
      job().catch((error: unknown) => {
        failure ??= { error };
        stopping.end("interrupted");
      }),
    ),
  );
  if (failure !== undefined) throw failure.error;
  // A repetition of a command without inputs is no task before it is begun.
  tellRest(book, voice, ({ input, last }) => input !== null || last !== undefined);
}

async function makeTrial(work: Work, underWay: UnderWay, task: Task): Promise<void> {
  const { policy, book, archive, attempt } = work;
  const name = taskName(task);
  const decision = policy.decide(task.attempts + 1, name);
  const cutoff = underWay.begin(decision, Math.max(1, (book.timeout ?? Infinity) - task.time));
  const { seed, outcome, stopped, exit, output } = await attempt(task, decision, cutoff);
  task.output = output;
  const outputs = archive.outputs === undefined || output === undefined ? [] : outputsOf(task, output);
  const trial: Trial = {
    input: task.input,
    occurrence: task.occurrence,
    arm: decision.arm,
    cutoff: cutoff.at,
    ...(cutoff.at === decision.cutoff ? {} : { startCutoff: decision.cutoff }),
    ...(decision.attempt === undefined ? {} : { attempt: decision.attempt }),
    seed,
    ...(decision.explored === undefined ? {} : { explored: decision.explored }),
    outcome,
    ...(exit === undefined ? {} : { exit }),
    ...(stopped ? { stopped } : {}),
    ...(outputs.length === 0 ? {} : { result: resultName(task) }),
  };
  policy.observe({ ...trial, task: name }, outcome);
  underWay.learned();
  await settle(work, [{ task, trials: [trial], last: false }], outputs);
  await work.told?.();
}

/** A file for what it wrote, and one for what it complained of, if it did. */
export function outputsOf(task: Task, { out, err }: TaskOutput): Output[] {
  const output = { name: resultName(task), data: out.chunks() };
  return err.size === 0 ? [output] : [output, { name: errorsName(task), data: err.chunks() }];
}
