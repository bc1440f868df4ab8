import type { Draw } from "../distributions/joint-law.ts";
import type { Policy } from "../policies/definition/policy.ts";
import { type Decision, elapsed, type Outcome } from "../problem/outcome.ts";
import { retry, type TaskMode } from "../problem/schedule.ts";
import { taskTurns } from "../problem/task-turns.ts";
import type { Xoshiro128 } from "../random/random.ts";
import type { KnownArm } from "../theory/known-arm.ts";
import { MAX_TRIALS } from "./episode.ts";

/** Tasks that are tried again until they are done: the mode `retry`, in virtual time. */
export interface TaskRun {
  /** The arms of each task, with the same names in the same order. */
  readonly tasks: Iterable<readonly KnownArm[]>;
  /** The policy, made with the mode `retry`. */
  readonly policy: Policy;
  /** The limit of restarts, after which a task is given up. The policy has its own schedule. */
  readonly mode?: TaskMode & { kind: "retry" };
  /** The time after which to stop. The attempt that crosses it is cut there and counts as unsolved. */
  readonly budget?: number;
  /** One generator for each arm. */
  readonly trials: readonly Xoshiro128[];
  /** The generator of random resetting times. */
  readonly resets: Xoshiro128;
}

/** The result of one task. */
export interface TaskResult {
  /** Whether some attempt earned a reward above 0. */
  readonly solved: boolean;
  /** The number of attempts. */
  readonly attempts: number;
  /** The time of all attempts together, with their resets. */
  readonly time: number;
  /** The arm of the last attempt. */
  readonly arm: number;
  /** The cutoff of the last attempt. */
  readonly cutoff: number;
  /** The reward of the last attempt; 0 if it was cut. */
  readonly reward: number;
}

/** Plays task after task and returns the result of each that was begun. It calls `record` for every attempt. */
export function playTasks(run: TaskRun, record?: (arm: number, cutoff: number) => void): TaskResult[] {
  const { tasks, policy, budget = Infinity, trials, resets } = run;
  const { maxRestarts } = run.mode ?? retry();
  const results: TaskResult[] = [];
  const draw: Draw = { time: 0, reward: 0 };
  const uniform = () => resets.uniform();
  let clock = 0;
  let task = 0;
  for (const arms of tasks) {
    const before = clock;
    task += 1;
    for (let attempt = 1; ; attempt++) {
      const decision = policy.decide({ attempt, task });
      const { arm, cutoff } = decision;
      const { law, resetting } = arms[arm];
      law.draw(trials[arm], draw);
      const limit = Math.min(cutoff, budget - clock);
      let outcome: Outcome;
      if (draw.time <= limit) {
        outcome = { kind: "completed", time: draw.time, reward: draw.reward };
        clock += draw.time;
      } else {
        const reset = limit === cutoff ? resetting.sample(cutoff, uniform) : 0;
        outcome = { kind: "censored", time: limit, ...(resetting.known ? {} : { resetting: reset }) };
        clock += limit + reset;
      }
      policy.observe(decision, outcome);
      record?.(arm, cutoff);
      const reward = outcome.kind === "completed" ? outcome.reward : 0;
      if (reward > 0 || attempt > maxRestarts || clock >= budget) {
        results.push({ solved: reward > 0, attempts: attempt, time: clock - before, arm, cutoff, reward });
        break;
      }
    }
    if (clock >= budget) break;
  }
  return results;
}

/** Tasks that several jobs try again until they are done, as `mulligan run` does, in virtual time. */
export interface ParallelRun {
  /** The number of tasks; the policy knows them by numbers from 0. */
  readonly tasks: number;
  /** The number of tries at a time. */
  readonly jobs: number;
  readonly policy: Pick<Policy, "decide" | "reconsider" | "observe">;
  /**
   * Returns the outcome of the a-th attempt at a task, from 1, with this arm and without a cut; a time of ∞ if it never
   * ends. It depends on these three alone, so that compared policies have the same luck.
   */
  draw(task: number, attempt: number, arm: number): Readonly<Draw>;
  /**
   * Whether a task that was begun always goes on before another is begun, as when `run` repeats a command without
   * inputs.
   */
  readonly begunFirst?: boolean;
  /** The time after a cut until the job is free again. The policy gets it with the outcome. */
  readonly resetting?: number;
  /** The time of all tries together after which the run is left unfinished. */
  readonly maxTime?: number;
}

/** The result of a parallel run and its costs. */
export interface ParallelResult {
  /** False if the run was left, or if no running try would ever have ended. */
  readonly finished: boolean;
  /** The time of all tries together with their resets: the time for which programs ran. */
  readonly time: number;
  /** The number of tries. */
  readonly tries: number;
  /** The time at which the last task was done. */
  readonly makespan: number;
}

/**
 * Plays the tasks with the requests to the policy that `run` makes. A try that reaches its cutoff is reconsidered before it is
 * cut. After each observation all running tries are: their cutoffs move up or down, or they are cut at once.
 * `taskTurns` decides the order of tasks.
 */
export function playInParallel(run: ParallelRun): ParallelResult {
  const { policy, draw, resetting = 0, maxTime = Infinity } = checked(run);
  const turns = takeTurns(run);
  const running: Try[] = [];
  let [now, time, tries] = [0, 0, 0];

  function beginNext(): void {
    const task = turns.next();
    if (task === undefined) return;
    task.attempts += 1;
    const decision = policy.decide({ attempt: task.attempts, task: task.index });
    const ends = draw(task.index, task.attempts, decision.arm);
    running.push({ task, decision, start: now, ends, cutoff: decision.cutoff, cut: undefined });
  }

  /** Moves the cutoff of a running try, or cuts it. A try that ends at this moment is not cut any more. */
  function reconsider(trial: Try, after: number): void {
    if (trial.cut !== undefined || trial.ends.time <= after) return;
    const until = policy.reconsider?.(trial.decision, after) ?? trial.decision.cutoff;
    if (until > after) trial.cutoff = until;
    else trial.cut = after;
  }

  function end(trial: Try): void {
    running.splice(running.indexOf(trial), 1);
    const { task, decision, cutoff, cut } = trial;
    const outcome: Outcome =
      cut === undefined ? { kind: "completed", ...trial.ends } : { kind: "censored", time: cut, resetting };
    const took = elapsed(outcome, 0);
    time += took;
    tries += 1;
    task.time += took;
    policy.observe({ ...decision, cutoff: cut ?? cutoff, task: task.index }, outcome);
    for (const other of running) reconsider(other, now - other.start);
    if (outcome.kind === "completed" && outcome.reward > 0) turns.done(task);
    else turns.putBack(task);
  }

  for (let job = 0; job < run.jobs; job++) beginNext();
  while (running.length > 0) {
    const next = running.reduce((a, b) => (eventOf(b, resetting) < eventOf(a, resetting) ? b : a));
    const at = eventOf(next, resetting);
    if (at === Infinity || time > maxTime || tries >= MAX_TRIALS) {
      return { finished: false, time, tries, makespan: Infinity };
    }
    // A try that is cut at once is due at the sum of its start and its age, which may be a rounding error before now.
    now = Math.max(now, at);
    if (next.cut === undefined && next.ends.time > next.cutoff) reconsider(next, next.cutoff);
    else {
      end(next);
      beginNext();
    }
  }
  return { finished: true, time, tries, makespan: now };
}

/** A task with its progress. */
interface Task {
  readonly index: number;
  attempts: number;
  time: number;
}

/** An attempt under way. */
interface Try {
  readonly task: Task;
  readonly decision: Decision;
  readonly start: number;
  readonly ends: Readonly<Draw>;
  /** The latest cutoff, decided or moved. */
  cutoff: number;
  /** The time at which it was cut; its job is then busy until the reset is over. */
  cut: number | undefined;
}

/** When something happens to it: it ends, reaches its cutoff, or has been reset. */
function eventOf({ start, ends, cutoff, cut }: Try, resetting: number): number {
  return cut === undefined ? start + Math.min(ends.time, cutoff) : start + cut + resetting;
}

/** Tasks in the order of `run`; with `begunFirst` one that was begun always goes on. */
function takeTurns({ tasks, begunFirst = false }: ParallelRun) {
  const turns = taskTurns<Task>();
  const stack: Task[] = [];
  let begun = 0;
  const fresh = () => (begun < tasks ? { index: begun++, attempts: 0, time: 0 } : undefined);
  return {
    next: () => (begunFirst ? (stack.shift() ?? fresh()) : turns.next(fresh)),
    putBack: (task: Task) => (begunFirst ? stack.push(task) : turns.putBack(task)),
    done: (task: Task) => turns.solved(task),
  };
}

function checked(run: ParallelRun): ParallelRun {
  for (const name of ["tasks", "jobs"] as const) {
    if (!(Number.isInteger(run[name]) && run[name] > 0)) {
      throw new RangeError(`playInParallel: ${name} must be an integer above 0, got ${run[name]}`);
    }
  }
  const { resetting = 0 } = run;
  if (!(resetting >= 0 && resetting < Infinity)) {
    throw new RangeError(`playInParallel: resetting must be a finite number of at least 0, got ${resetting}`);
  }
  return run;
}
