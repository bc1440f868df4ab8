import type { Trial } from "@mulligan/core/problem";
import { givingWay } from "../shell/give-way.ts";
import { type HideSecrets, hideSecretsIn } from "../shell/secrets.ts";
import type { ArmTally } from "./arm-tally.ts";
import { enoughAlike, LEAST_ALIKE, maxFailures, usualTimeLimit } from "./giving-up.ts";
import {
  isFailure,
  isSuccess,
  reopen,
  resumeTask,
  type Task,
  type TaskLimits,
  type Unit,
  updateTask,
} from "./task.ts";
import type { TaskList } from "./task-list.ts";

interface RunRules extends TaskLimits {
  readonly unit: Unit;
  /** The cuts that count: never; always; or only after a try has ended, where the policy searches a scale until then. */
  readonly countsCuts?: "never" | "always" | "after-search";
  /** Whether a task that takes much longer than the others is given up. */
  readonly limitsTime?: boolean;
  /** Whether an input whose tries fail alike is taken to be broken. */
  readonly findsBroken?: boolean;
  /** Whether a task that fails again and again is given up: where the user did not say how often to try. */
  readonly givesUp: boolean;
  /** Hides the secrets of an input where it is shown or names a file; by default those that are known by their names and forms. */
  readonly hideInput?: HideSecrets;
}

/** All that a run knows of its tasks and arms, from its own trials and from those of a journal. */
export class RunState {
  readonly tasks: TaskList;
  readonly arms: readonly ArmTally[];
  readonly rules: RunRules & Required<Pick<RunRules, "hideInput">>;
  /** The content of the journal before this run; for tasks, the finished ones. */
  earlier = { tasks: 0, trials: 0, solved: 0, time: 0 };
  trials = 0;
  /** Trials that were cut for their silence. */
  idleCuts = 0;
  time = 0;
  solved = 0;
  /** The time of the tasks that are solved. */
  solvedTime = 0;
  /** How tries failed at tasks that were solved later; holds undefined if that is unknown of one of them. */
  readonly recovered = new Set<Trial["exit"]>();
  /** First tries that ended by themselves, and how many of them failed with each exit code. */
  firstEnded = 0;
  readonly firstFailed = new Map<Trial["exit"], number>();
  /** Trials that ended by themselves: all, those of the solved tasks, and failures since the last success. */
  ended = 0;
  endedToSolve = 0;
  failuresInRow = 0;

  constructor(tasks: TaskList, arms: readonly ArmTally[], rules: RunRules) {
    this.tasks = tasks;
    this.arms = arms;
    this.rules = { hideInput: hideSecretsIn, ...rules };
  }
}

/** Adds a trial, finished just now or read from a journal. */
export function addTrial(state: RunState, task: Task, trial: Trial): void {
  const { unit, givesUp, countsCuts = "never", limitsTime = false, longest } = state.rules;
  const [time, before] = [unit.elapsed(trial.outcome), task.state];
  const [isCompleted, isSolved] = [trial.outcome.kind === "completed", isSuccess(trial)];
  if (task.trials === 0 && isCompleted) {
    state.firstEnded += 1;
    if (!isSolved) state.firstFailed.set(trial.exit, (state.firstFailed.get(trial.exit) ?? 0) + 1);
  }
  updateTask(task, trial, {
    ...state.rules,
    countsCuts: countsCuts === "always" || (countsCuts === "after-search" && state.ended > 0),
    maxFailures: givesUp ? maxFailures(state) : Infinity,
    maxAlike: maxAlike(state, trial),
    timeLimit: limitsTime ? usualTimeLimit(state) : Infinity,
  });
  if (isCompleted) state.ended += 1;
  state.arms[trial.arm].add(trial, time);
  if (isSolved) {
    if (task.solver !== undefined) state.arms[task.solver].withdraw();
    task.solver = trial.arm;
  }
  state.trials += 1;
  if (trial.cut === "idle") state.idleCuts += 1;
  state.time += time;
  if (task.state === "solved" && before !== "solved") {
    state.solved += 1;
    state.solvedTime += task.time;
    for (const exit of task.exits ?? []) state.recovered.add(exit);
    state.endedToSolve += task.failures + 1;
    state.failuresInRow = 0;
  } else if (isFailure(trial, longest)) state.failuresInRow += 1;
}

/** How many failures like this one show that the input of their task is broken. */
function maxAlike(state: RunState, { exit }: Pick<Trial, "exit">): number {
  const { rules, solved, recovered, firstEnded, firstFailed } = state;
  const isChance = solved === 0 || recovered.has(exit) || recovered.has(undefined);
  if (!rules.givesUp || rules.findsBroken !== true || isChance) return Infinity;
  return enoughAlike({ ended: firstEnded, failed: firstFailed.get(exit) ?? 0 });
}

/** Returns whether the input of an open task may be broken. Other tasks come first, since they may show whether it is. */
export function isDoubtful(state: RunState, task: Task): boolean {
  const { alike } = task;
  if (task.state !== "open" || alike === undefined) return false;
  return alike.count >= LEAST_ALIKE - 1 && maxAlike(state, alike) < Infinity;
}

/** Forgets the details of a task that is over and was reported, since this run does not need them any more. */
export function closeTask({ tasks, arms }: RunState, task: Task): void {
  tasks.close(task);
  if (task.state === "failed") for (const arm of arms) arm.giveUp(task);
}

/** Returns whether a command without inputs is hopeless. It always has a next task, so its failures are counted over all tasks. */
export function isHopeless(state: RunState): boolean {
  return state.rules.givesUp && state.tasks.total === Infinity && state.failuresInRow >= maxFailures(state);
}

/** How a command takes up what a journal knows. */
export interface Resumption {
  /** The policy learns from a trial of an earlier run. */
  relearn(trial: Trial): void;
  /** Whether a task that was solved must be solved again, because its solution is wanted and not there. */
  isLost(task: Task): boolean;
}

/** Replays the trials of a journal: the policy learns from them again, and the tasks are where they were. */
export async function resume(
  state: RunState,
  trials: readonly Trial[],
  { relearn, isLost }: Resumption,
): Promise<void> {
  const giveWay = givingWay();
  const find = trials.length === 0 ? undefined : state.tasks.finder();
  for (const trial of trials) {
    const turn = giveWay();
    if (turn !== undefined) await turn;
    relearn(trial);
    const task = find!(trial);
    // Undefined for an input that this run does not have.
    if (task !== undefined) addTrial(state, task, trial);
  }
  for (const task of state.tasks.known()) {
    if (task.state === "solved" && isLost(task)) {
      // However often a task is solved, it counts once.
      state.arms[task.solver!].withdraw();
      state.solved -= 1;
      reopen(task);
    }
    resumeTask(task, state.rules);
    task.reported = task.state !== "open";
    // The next repetition of a command without inputs is not a task of this run before it is tried.
    if (task.reported || task.input === null) task.last = undefined;
    closeTask(state, task);
  }
  const { trials: made, solved, time } = state;
  state.earlier = { tasks: state.tasks.finished.count, trials: made, solved, time };
  state.failuresInRow = 0;
}
