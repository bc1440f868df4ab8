import type { Decision, Outcome } from "@mulligan/core";
import type { Trial } from "@mulligan/core/problem";
import type { MovingCutoff } from "../processes/run-program.ts";
import { roundToMicroseconds } from "../shell/duration.ts";
import type { Executor, FinishedTrials, RunContext, Scheduler } from "./loop.ts";
import { isDoubtful } from "./run-state.ts";
import type { Task, TaskOutput } from "./task.ts";
import { taskName } from "./task-list.ts";
import { outputsOf, resultName } from "./task-output.ts";
import type { RunPolicy } from "./task-policy.ts";

/** One decided trial. */
export interface TrialRequest {
  readonly task: Task;
  readonly decision: Decision;
  /** Starts at the decision's cutoff; the executor asks it before it cuts. */
  readonly cutoff: MovingCutoff;
}

export interface TrialResult {
  readonly seed: number;
  readonly outcome: Outcome;
  /** True if the trial was ended by the run's end and not by its cutoff. */
  readonly stopped: boolean;
  /** The exit code or the signal of a trial that failed. */
  readonly exit?: Trial["exit"] | undefined;
  /** What it wrote, if it succeeded and that is wanted. */
  readonly output?: TaskOutput | undefined;
}

interface TaskSchedulerOptions {
  readonly policy: RunPolicy;
  readonly executor: Pick<Executor<TrialRequest, TrialResult>, "execute">;
  /** Trials at a time. */
  readonly jobs: number;
}

/** Schedules one trial at a time in each slot, in the order of the task list. */
export function taskScheduler(
  { state, archive }: RunContext,
  { policy, executor, jobs }: TaskSchedulerOptions,
): Scheduler<FinishedTrials> {
  const { tasks } = state;
  const cutoffs = movingCutoffs(policy);
  /** Tasks whose input seems broken: their last try is made when nothing else is left to do. */
  const doubtful: Task[] = [];
  let [running, stopped] = [0, false];

  async function execute(task: Task): Promise<FinishedTrials[]> {
    const decision = policy.decide({ attempt: task.attempts + 1, task: taskName(task) });
    const cutoff = cutoffs.begin(decision, Math.max(1, (state.rules.timeout ?? Infinity) - task.time));
    const { seed, outcome, stopped, exit, output } = await executor.execute({ task, decision, cutoff });
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
    return [{ task, trials: [trial], outputs }];
  }

  return {
    slots: Math.min(jobs, tasks.total),
    waitsForRecord: true,
    start() {
      const task = stopped ? undefined : (tasks.next() ?? doubtful.shift());
      if (task === undefined) return undefined;
      running += 1;
      return execute(task);
    },
    observe(decision, outcome) {
      policy.observe(decision, outcome);
      cutoffs.learned();
    },
    putBack(finished) {
      for (const { task } of finished) {
        running -= 1;
        if (isDoubtful(state, task)) doubtful.push(task);
        else tasks.putBack(task);
      }
    },
    stop() {
      stopped = true;
    },
    get isOver() {
      return stopped || running === 0;
    },
  };
}

/** The cutoffs of the running tries. They may move: the policy learns from other tries meanwhile. */
export interface MovingCutoffs {
  /** The cutoff of a try that begins now, at most `most`. */
  begin(decision: Decision, most?: number): MovingCutoff;
  /** Says that the policy learned something: all cutoffs are reconsidered, soon and together. */
  learned(): void;
}

/** For each unit of time spent on reconsidering, so many are spent otherwise: a pass over thousands of tries is slow. */
const REST = 9;

export function movingCutoffs({ reconsider }: Pick<RunPolicy, "reconsider">): MovingCutoffs {
  const watching = new Set<() => void>();
  let waiting = false;
  let notBefore = 0;

  function pass(): void {
    waiting = false;
    const began = performance.now();
    for (const moved of [...watching]) moved();
    const ended = performance.now();
    notBefore = ended + REST * (ended - began);
  }

  return {
    begin(decision, most = Infinity) {
      let at = Math.min(decision.cutoff, most);
      return {
        get at() {
          return at;
        },
        reconsider(elapsed) {
          const until = Math.min(most, reconsider(decision, elapsed));
          // A try that is cut now had as long as it ran, however much earlier the policy would have cut it.
          at = until > elapsed ? until : Math.min(at, roundToMicroseconds(elapsed));
          return at;
        },
        watch(moved) {
          watching.add(moved);
          return () => watching.delete(moved);
        },
      };
    },
    learned() {
      if (waiting || watching.size === 0) return;
      waiting = true;
      const pause = notBefore - performance.now();
      if (pause > 0) setTimeout(pass, pause).unref();
      else setImmediate(pass);
    },
  };
}
