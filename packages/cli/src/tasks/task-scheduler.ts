import type { Decision, Outcome } from "@mulligan/core";
import type { Trial } from "@mulligan/core/problem";
import { stream } from "@mulligan/core/random";
import type { MovingCutoff } from "../processes/cuts.ts";
import { roundToMicroseconds } from "../shell/duration.ts";
import type { Capacity, Executor, FinishedTrials, RunContext, Scheduler } from "./loop.ts";
import { isDoubtful } from "./run-state.ts";
import { type Task, type TaskOutput, taskName } from "./task.ts";
import { outputsOf, resultName, shownTask } from "./task-output.ts";
import type { RunPolicy } from "./task-policy.ts";

/** A decided trial. */
export interface TrialRequest {
  readonly task: Pick<Task, "input" | "index" | "occurrence">;
  readonly decision: Pick<Decision, "arm">;
  readonly seed: number;
  /** The number of the slot in which it runs, from 1. */
  readonly slot: number;
  /** Starts at the decision's cutoff; the executor asks it before it cuts. */
  readonly cutoff: MovingCutoff;
}

/** The result of a trial. A trial that was not executed, since the run was stopped first, has none. */
export interface TrialResult {
  readonly outcome: Outcome;
  /** The last cutoff, where the executor has it from elsewhere. */
  readonly cutoff?: number;
  /** True if the trial was ended by the run's end and not by its cutoff. */
  readonly stopped: boolean;
  /** The exit code or the signal of a trial that failed. */
  readonly exit?: Trial["exit"] | undefined;
  /** Cut for its silence, and the gaps in its output, where these are watched. */
  readonly cut?: Trial["cut"] | undefined;
  readonly gaps?: Trial["gaps"] | undefined;
  /** The last lines of its standard error, if it did not succeed. */
  readonly complaint?: string | undefined;
  /** Bytes that it wrote to its standard output, where that is known. */
  readonly received?: number | undefined;
  /** The output, if the try succeeded and it is wanted. */
  readonly output?: TaskOutput | undefined;
  /** The machine that executed it, if it was not this one. */
  readonly worker?: string;
  /** Called when it is saved. */
  recorded?(): void;
}

/** The reason why a task cannot be tried again, although no program has ended. */
interface FailedTask {
  readonly problem: string;
}

export type TrialExecutor = Executor<TrialRequest, TrialResult | FailedTask | undefined>;

interface TaskSchedulerOptions {
  readonly policy: RunPolicy;
  readonly executor: Pick<TrialExecutor, "execute">;
  /** Trials at a time: a number, or as many as the executor has room for. */
  readonly jobs: number | Capacity;
  readonly seed: number;
  /** Called for each try that was executed. */
  log?(task: Task, trial: Trial, result: TrialResult & { readonly slot: number }): void;
}

/** Schedules one trial at a time in each slot, in the order of the task list. */
export function taskScheduler(
  { state, archive }: RunContext,
  { policy, executor, jobs, seed: runSeed, log }: TaskSchedulerOptions,
): Scheduler<FinishedTrials> {
  const { tasks, rules } = state;
  const cutoffs = movingCutoffs(policy);
  /** Tasks whose input seems broken: their last try is made when nothing else is left to do. */
  const doubtful: Task[] = [];
  const slots = slotNumbers();
  let [running, stopped] = [0, false];

  async function execute(task: Task, slot: number): Promise<FinishedTrials[]> {
    const decision = policy.decide({ attempt: task.attempts + 1, task: taskName(task) });
    const cutoff = cutoffs.begin(decision);
    const seed = seedOf(runSeed, task);
    const result = await executor.execute({ task, decision, seed, slot, cutoff });
    if (result === undefined) return [{ task, trials: [] }];
    if ("problem" in result) {
      task.state = "failed";
      task.problem = result.problem;
      return [{ task, trials: [] }];
    }
    const { outcome, stopped, exit, cut, gaps, complaint, output, worker, recorded } = result;
    const [last, named] = [result.cutoff ?? cutoff.at, shownTask(task, rules.hideInput)];
    [task.output, task.complaint] = [output, complaint];
    const outputs = archive.outputs === undefined || output === undefined ? [] : outputsOf(named, output);
    const trial: Trial = {
      input: task.input,
      occurrence: task.occurrence,
      arm: decision.arm,
      cutoff: last,
      ...(last === decision.cutoff ? {} : { startCutoff: decision.cutoff }),
      ...(decision.attempt === undefined ? {} : { attempt: decision.attempt }),
      seed,
      ...(decision.explored === undefined ? {} : { explored: decision.explored }),
      outcome,
      ...(exit === undefined ? {} : { exit }),
      ...(stopped ? { stopped } : {}),
      ...(cut === undefined ? {} : { cut }),
      ...(gaps === undefined ? {} : { gaps }),
      ...(outputs.length === 0 ? {} : { result: resultName(named) }),
      ...(worker === undefined ? {} : { worker }),
    };
    log?.(task, trial, { ...result, slot });
    return [{ task, trials: [trial], outputs, ...(recorded === undefined ? {} : { recorded }) }];
  }

  return {
    get slots() {
      return Math.min(typeof jobs === "number" ? jobs : jobs.slots, tasks.total);
    },
    ...(typeof jobs === "number" ? {} : { watch: (changed) => jobs.watch(changed) }),
    waitsForRecord: true,
    start() {
      const task = stopped ? undefined : (tasks.next() ?? doubtful.shift());
      if (task === undefined) return undefined;
      running += 1;
      const slot = slots.take();
      return execute(task, slot).finally(() => slots.free(slot));
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

/** Numbers from 1 for what goes on at a time: the smallest that is free. */
function slotNumbers() {
  const taken = new Set<number>();
  return {
    take(): number {
      let slot = 1;
      while (taken.has(slot)) slot += 1;
      taken.add(slot);
      return slot;
    },
    free: (slot: number) => void taken.delete(slot),
  };
}

/** Returns a seed from 1 to 10⁹, which every solver accepts: a different one for each trial, the same in every run. */
export function seedOf(seed: number, { input, occurrence, trials }: Task): number {
  return 1 + Math.floor(stream(seed, "run", input ?? "", occurrence, trials).uniform() * 1e9);
}

/** The cutoffs of the running tries, which may move while the policy learns from other tries. */
export interface MovingCutoffs {
  /** The cutoff of a try that begins now. */
  begin(decision: Decision): MovingCutoff;
  /** Says that the policy observed something: if cutoffs may move by that, all are reconsidered soon. */
  learned(): void;
}

/** For each unit of time spent on reconsidering, this many are spent on other work: results of other tries are waiting. */
const REST = 9;
/** How long the others wait at a time. */
const SLICE_MS = 5;

export function movingCutoffs(policy: Pick<RunPolicy, "reconsider" | "revision">): MovingCutoffs {
  const watching = new Set<() => void>();
  /** The tries to reconsider. */
  const outdated = new Set<() => void>();
  let revision = policy.revision?.();
  let waiting = false;
  let notBefore = 0;

  function reconsiderSome(): void {
    waiting = false;
    const began = performance.now();
    let now = began;
    for (const moved of outdated) {
      outdated.delete(moved);
      moved();
      now = performance.now();
      if (now - began > SLICE_MS) break;
    }
    notBefore = now + REST * (now - began);
    reconsiderSoon();
  }

  function reconsiderSoon(): void {
    if (waiting || outdated.size === 0) return;
    waiting = true;
    const pause = notBefore - performance.now();
    if (pause > 0) setTimeout(reconsiderSome, pause).unref();
    else setImmediate(reconsiderSome);
  }

  return {
    begin(decision) {
      let at = decision.cutoff;
      let decidedBy = policy.revision?.();
      return {
        get at() {
          return at;
        },
        reconsider(elapsed) {
          decidedBy = policy.revision?.();
          const until = policy.reconsider(decision, elapsed);
          // A try that is cut now had as long as it ran, however much earlier the policy would have cut it.
          at = until > elapsed ? until : Math.min(at, elapsed < 1 ? elapsed : roundToMicroseconds(elapsed));
          return at;
        },
        watch(moved) {
          watching.add(moved);
          // It takes a while until a try begins on another machine.
          if (policy.revision?.() !== decidedBy) {
            outdated.add(moved);
            reconsiderSoon();
          }
          return () => {
            watching.delete(moved);
            outdated.delete(moved);
          };
        },
      };
    },
    learned() {
      const before = revision;
      revision = policy.revision?.();
      if (revision !== undefined && revision === before) return;
      for (const moved of watching) outdated.add(moved);
      reconsiderSoon();
    },
  };
}
