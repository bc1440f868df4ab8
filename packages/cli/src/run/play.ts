import { stream } from "@mulligan/core/random";
import type { Journal } from "../journal/journal.ts";
import type { Trial } from "../journal/trial-line.ts";
import { runAttempt } from "../processes/attempt.ts";
import type { Guardian } from "../processes/guardian.ts";
import type { Pipes } from "../processes/pipes.ts";
import type { WorkClock } from "../processes/work-clock.ts";
import { type ArmTally, tallyArm } from "./arm-tally.ts";
import { mostFailures } from "./hopeless.ts";
import { type Judge, outcomeOf } from "./judge.ts";
import type { RunPlan } from "./plan.ts";
import { fillIn } from "./programs.ts";
import type { Results } from "./results.ts";
import type { Stopping } from "./stopping.ts";
import { listTasks, record, reopen, type Task, type TaskList } from "./tasks.ts";

export interface Stage {
  readonly plan: RunPlan;
  readonly guardian: Guardian;
  readonly clock: WorkClock;
  readonly pipes: Pipes;
  readonly stopping: Stopping;
  readonly journal?: Journal | undefined;
  readonly results?: Results | undefined;
  readonly notice: Judge["notice"];
  /** Before the first trial, and after each when it is safe. */
  onTrial(state: RunState, trial?: Trial): void;
  /** When a task is solved or given up; and at the end, for those left open. */
  onTask(task: Task): void;
}

export interface RunState {
  readonly tasks: TaskList;
  readonly tallies: readonly ArmTally[];
  /** Tasks and trials that were in the journal before. */
  readonly earlier: { readonly tasks: number; readonly tries: number };
  /** Of those tasks, the solved ones. */
  readonly earlierSolved: number;
  solved: number;
  tries: number;
  /** Trials that ended by themselves: those of the tasks that were solved, and those since the last success. */
  endedToSolve: number;
  failuresInRow: number;
  timeMs: number;
}

/** Runs all tasks, `jobs` at a time, each by one job until it is solved, given up, or the run ends. */
export async function play(stage: Stage): Promise<RunState> {
  const { plan, stopping } = stage;
  const state = replay(stage);
  stage.onTrial(state);
  /** Tried, and still open. */
  const touched = new Set<Task>();
  const enough = () => plan.until !== undefined && state.solved >= plan.until;

  async function job(): Promise<void> {
    while (!stopping.stop.aborted) {
      if (enough()) return stopping.end("until");
      const task = state.tasks.next();
      if (task === undefined) return;
      while (task.state === "open" && !stopping.stop.aborted) {
        const trial = await tryOnce(stage, task);
        await stage.journal?.append(trial);
        touched.add(task);
        plan.policy.observe(trial, trial.outcome);
        take(state, task, trial, plan);
        stage.onTrial(state, trial);
        if (task.state !== "open") {
          touched.delete(task);
          stage.onTask(task);
          task.last = undefined;
        }
        if (enough()) stopping.end("until");
        else if (isHopeless(state, plan)) stopping.end("hopeless");
      }
    }
  }

  /** The first failure ends all jobs; what they had running is ended in order. */
  let failure: { readonly error: unknown } | undefined;
  await Promise.all(
    Array.from({ length: Math.min(plan.jobs, state.tasks.total) }, () =>
      job().catch((error: unknown) => {
        failure ??= { error };
        stopping.end("interrupted");
      }),
    ),
  );
  if (failure !== undefined) throw failure.error;
  // The next repetition of a command without inputs is no task before it is begun.
  for (const task of state.tasks.all) {
    if (task.state === "open" && (plan.inputs !== undefined || touched.has(task))) stage.onTask(task);
  }
  return state;
}

/** A command without inputs has a next task always; so its failures are counted over all of them. */
function isHopeless(state: RunState, plan: RunPlan): boolean {
  return plan.givesUp && state.tasks.total === Infinity && state.failuresInRow >= mostFailures(state);
}

/** What the journal knows: the policy learns it again, and the tasks are where they were. */
function replay({ plan, journal, results, notice }: Stage): RunState {
  const tasks = listTasks(plan.inputs, plan.repeat);
  const tallies = plan.programs.map(({ name }) => tallyArm(name, plan.schedule));
  const counts = { solved: 0, tries: 0, endedToSolve: 0, failuresInRow: 0, timeMs: 0 };
  const state = { tasks, tallies, earlier: { tasks: 0, tries: 0 }, earlierSolved: 0, ...counts };
  for (const trial of journal?.trials ?? []) {
    plan.relearn(trial);
    take(state, tasks.find(trial), trial, plan);
  }
  // A run that is started again is to try again what was given up: the program may have been mended.
  for (const task of tasks.all) reopen(task, plan.maxAttempts);
  const done = tasks.all.filter((task) => task.state !== "open");
  const lost = done.filter(({ state, last }) => {
    return state === "solved" && !(last?.result !== undefined && results?.has(last.result));
  });
  if (results !== undefined && lost.length > 0) {
    notice(
      "results",
      `${results.folder} has no output of ${lost.length} of the tasks that were solved before; without --state they are run again`,
    );
  }
  for (const task of done) task.last = undefined;
  const earlier = { tasks: done.length, tries: state.tries };
  return { ...state, earlier, earlierSolved: state.solved, failuresInRow: 0 };
}

function take(state: RunState, task: Task | undefined, trial: Trial, plan: RunPlan): void {
  if (task === undefined) return; // an input of an earlier run that this one does not have
  state.tallies[trial.arm].add(trial);
  record(task, trial, {
    maxAttempts: plan.maxAttempts,
    mostFailures: plan.givesUp ? mostFailures(state) : Infinity,
  });
  state.tries += 1;
  state.timeMs +=
    trial.outcome.time + (trial.outcome.kind === "censored" ? (trial.outcome.resetting ?? 0) : 0);
  if (task.state === "solved") {
    state.solved += 1;
    state.endedToSolve += task.failures + 1;
    state.failuresInRow = 0;
  } else if (trial.outcome.kind === "completed") state.failuresInRow += 1;
}

async function tryOnce(stage: Stage, task: Task): Promise<Trial> {
  const { plan, guardian, clock, pipes, stopping, results } = stage;
  const decision = plan.policy.decide(task.attempts + 1);
  const { input, occurrence } = task;
  const seed = seedOf(plan.seed, task);
  const program = plan.programs[decision.arm];
  const ended = await runAttempt({
    command: fillIn(program, { seed, input }),
    cutoffMs: decision.cutoff,
    graceMs: plan.graceMs,
    guardian,
    clock,
    pipes,
    stop: stopping.stop,
    hurry: stopping.hurry,
  });
  const outcome = outcomeOf(ended, program.name, { ...plan, notice: stage.notice });
  const won = ended.kind === "exited" && outcome.kind === "completed" && outcome.reward > 0;
  return {
    input,
    occurrence,
    ...decision,
    seed,
    outcome,
    ...(ended.kind === "cut" && ended.stopped ? { stopped: true as const } : {}),
    ...(won && results !== undefined ? { result: await results.save(task, ended.output.bytes) } : {}),
  };
}

/** From 1 to 10⁹, which every solver takes; an own one for each try, the same in every run. */
function seedOf(seed: number, { input, occurrence, tries }: Task): number {
  return 1 + Math.floor(stream(seed, "run", input ?? "", occurrence, tries).uniform() * 1e9);
}
