import type { Trial } from "@mulligan/core/problem";
import type { Assignment } from "@mulligan/sat";
import type { Archive, Output } from "../journal/archive.ts";
import { countArm } from "../tasks/arm-tally.ts";
import {
  type Capacity,
  type Executor,
  type FinishedTrials,
  type LoopContext,
  runTrials,
  type Scheduler,
} from "../tasks/loop.ts";
import { RunState, resume } from "../tasks/run-state.ts";
import { flips, type Task } from "../tasks/task.ts";
import { listTasks } from "../tasks/task-list.ts";
import { usefulThreads } from "../threads/open-pool.ts";
import { type Competition, type FormulaSize, newCompetition } from "./competition.ts";
import { decideAhead } from "./decide-ahead.ts";
import { threadExecutor, type WalkStopControl } from "./executor.ts";
import {
  type DecidedFile,
  FileQueue,
  type QueuedFile,
  type RaceTurn,
  REQUESTS_A_WORKER,
  type SatRequest,
} from "./file-queue.ts";
import { solutionName } from "./formula-files.ts";
import {
  fileTrials,
  type RaceReply,
  type SatReply,
  type SatShared,
  satEndings,
  type TriesReply,
  walkTrials,
} from "./messages.ts";
import { MODEL_END, modelData } from "./model-parts.ts";
import type { SatPlan } from "./plan.ts";
import { newFlipBudget } from "./walks.ts";

/** Resolves to the state of a run at its start: the files, with what the archive has on them. */
export async function openSatState(
  files: readonly string[],
  { arms, setup }: Pick<SatPlan, "arms" | "setup">,
  { trials, outputs }: Archive,
  /** `reportsModels`: models are printed, and so must be found again. */
  { reportsModels }: { readonly reportsModels: boolean },
): Promise<RunState> {
  const { maxAttempts, maxCounted, longest, searches } = setup;
  const countsCuts = searches ? "after-search" : "always";
  const rules = { unit: flips, maxAttempts, maxCounted, longest, countsCuts, givesUp: false } as const;
  const tallies = arms.map(({ name }) => countArm(name));
  const state = new RunState(listTasks(files), tallies, rules);
  await resume(state, trials, {
    relearn: setup.relearn,
    isLost: ({ input }) => reportsModels || outputs?.has(solutionName(input!), MODEL_END) === false,
  });
  return state;
}

/** The context of a run of `sat`. */
export interface SatRun extends LoopContext {
  readonly plan: Pick<SatPlan, "arms" | "setup" | "races" | "budget">;
  readonly seed: number;
  /** Whether the tasks are to have their models. */
  readonly models: boolean;
  /** Files that were read before, since they can be read once only. */
  readonly given: ReadonlyMap<string, Uint8Array>;
}

/** Milliseconds in the engine, and milliseconds with a formula loaded. */
export interface SatTimes {
  walkMs: number;
  solveMs: number;
}

/** Lets worker threads try every file until it is solved, given up, or the run is stopped. */
export async function solveFiles(
  run: SatRun & { readonly stopControl: WalkStopControl },
  jobs: number,
): Promise<SatTimes> {
  const open = openFiles(run);
  // Several workers may race at one file.
  const slots = usefulThreads(run.plan.races ? jobs : Math.min(jobs, open.length));
  return solveWith(run, threadExecutor(sharedOf(run)), { slots, watch() {} });
}

/** Lets an executor try every file; `capacity` says how many workers it has. */
export async function solveWith(
  run: SatRun,
  executor: Executor<SatRequest, SatReply>,
  capacity: Capacity,
): Promise<SatTimes> {
  const open = openFiles(run);
  const scheduler = new SatScheduler(run, open, executor, capacity);
  try {
    if (open.length > 0) await runTrials(run, scheduler);
  } finally {
    await executor.close();
  }
  return scheduler.times;
}

function openFiles({ state: { tasks } }: SatRun): Task[] {
  const files = Array.from({ length: tasks.count }, (_, place) => tasks.at(place + 1));
  return files.filter((task): task is Task => task?.state === "open");
}

function sharedOf({
  state,
  plan,
  archive,
  models,
  given,
  stopControl,
}: SatRun & { readonly stopControl: WalkStopControl }): SatShared {
  const { arms, races, budget } = plan;
  return {
    files: [...state.tasks.inputs!],
    arms: arms.map(({ settings }) => settings),
    given,
    models: models || archive.outputs !== undefined,
    races,
    stop: stopControl.flag,
    solved: new SharedArrayBuffer(4 * state.tasks.count),
    ...(budget.flips === Infinity ? {} : { budget: newFlipBudget(budget.flips) }),
  };
}

/** Trials at a file. After tries decided by the policy, an open file is put back into the queue. */
interface FinishedFile extends FinishedTrials {
  readonly file?: QueuedFile;
  readonly shape?: FormulaSize | undefined;
}

/** The result of a race; it is recorded when the other workers at the file have reported their walks. */
interface RaceResult {
  readonly file: QueuedFile;
  readonly reply: RaceReply;
  /** How many workers have not reported yet. */
  readonly missing: number;
}

/**
 * Schedules tries and races at files. The policy learns in the order in which replies arrive; with one worker that order
 * is always the same.
 */
class SatScheduler implements Scheduler<FinishedFile> {
  readonly waitsForRecord = false;
  readonly observe: Scheduler<FinishedFile>["observe"];
  readonly times: SatTimes = { walkMs: 0, solveMs: 0 };
  private readonly run: SatRun;
  private readonly executor: Executor<SatRequest, SatReply>;
  private readonly capacity: Capacity;
  private readonly competition: Competition | undefined;
  private readonly queue: FileQueue;
  private readonly raceResults = new Map<Task, RaceResult>();
  private spent = 0;
  private workers = 1;

  constructor(
    run: SatRun,
    open: readonly Task[],
    executor: Executor<SatRequest, SatReply>,
    capacity: Capacity,
  ) {
    const { plan, state, archive, seed } = run;
    this.run = run;
    this.executor = executor;
    this.capacity = capacity;
    this.observe = plan.setup.policy.observe;
    const competition = plan.races ? newCompetition() : undefined;
    this.competition = competition;
    const { maxAttempts } = state.rules;
    const rules = { decide: decideAhead(plan.setup), competition, maxAttempts, jobs: () => this.workers };
    this.queue = new FileQueue(open, { ...rules, seed, earlier: archive.trials.length });
  }

  get slots(): number {
    // A worker that is gone may be needed again, to end its walks.
    this.workers = Math.max(this.workers, this.capacity.slots);
    return this.workers * REQUESTS_A_WORKER;
  }

  watch(changed: () => void): void {
    this.capacity.watch(changed);
  }

  start(): Promise<readonly FinishedFile[]> | undefined {
    const request = this.queue.takeNext(this.workers);
    return request === undefined ? undefined : this.execute(request);
  }

  putBack(finished: readonly FinishedFile[]): void {
    for (const { task } of finished) if (task.state !== "open") this.queue.countDone(task);
    for (const { task, last, file, shape } of finished) {
      if (file !== undefined && task.state === "open" && !last) this.queue.putBack(file, shape);
    }
  }

  stop(): void {
    this.queue.end();
  }

  get isOver(): boolean {
    return this.queue.isOver;
  }

  private async execute(request: SatRequest): Promise<readonly FinishedFile[]> {
    let reply: SatReply;
    try {
      reply = await this.executor.execute(request);
    } finally {
      this.queue.finish(request);
    }
    this.times.walkMs += reply.walkMs;
    this.times.solveMs += "solveMs" in reply ? reply.solveMs : reply.walkMs;
    return request.kind === "race"
      ? this.finishTurn(request, reply as RaceReply)
      : this.finishTries(request.batch, reply as TriesReply);
  }

  private finishTries(batch: readonly DecidedFile[], reply: TriesReply): FinishedFile[] {
    const { stopControl } = this.run;
    let from = 0;
    return batch.map((decided, i) => {
      const { file } = decided;
      const { task } = file;
      const ending = satEndings[reply.endings[i]];
      const made = reply.flips.subarray(from, (from += reply.counts[i]));
      const trials = fileTrials(decided, ending, made, { ...reply, resetting: reply.restartFlips[i] });
      this.countFlips(trials);
      closeIfHopeless(task, ending, reply.problems.get(i));
      const outputs = this.outputsOf(task, reply.models.get(i));
      return { task, trials, outputs, last: stopControl.stopped, file, shape: reply.shapes.get(i) };
    });
  }

  /** Nothing is reported of a race before it is over: other workers may be at the file. */
  private finishTurn(turn: RaceTurn, reply: RaceReply): readonly FinishedFile[] {
    const { queue, run } = this;
    const { file } = turn;
    const { task } = file;
    const result = this.raceResults.get(task);
    if (result === undefined && (reply.ending === "solved" || reply.ending === "unreadable")) {
      return this.finishRace({ file, reply, missing: queue.endAllRaces(file) });
    }
    const trials = walkTrials(task, task.attempts, reply);
    this.countFlips(trials);
    if (result !== undefined) return this.finishRace({ ...result, missing: result.missing - 1 }, trials);
    const isEnded = turn.flips === 0;
    if (reply.ending === "stopped" || (isEnded && run.stopControl.stopped)) queue.endRace(file);
    else if (isEnded || reply.ending === "lost") queue.restartRace(file);
    else {
      file.spent += reply.flips;
      queue.keepRace(turn);
    }
    return [{ task, trials }];
  }

  /** `others` are trials of another worker at the same file. */
  private finishRace(result: RaceResult, others: readonly Trial[] = []): readonly FinishedFile[] {
    const { file, reply, missing } = result;
    const { task } = file;
    if (missing > 0) {
      this.raceResults.set(task, result);
      return others.length === 0 ? [] : [{ task, trials: others }];
    }
    this.raceResults.delete(task);
    const attempts = task.attempts + others.filter(({ stopped }) => stopped !== true).length;
    const trials = walkTrials(task, attempts, reply);
    this.countFlips(trials);
    if (reply.ending === "solved") this.competition?.won(file.race!.shape, trials.at(-1)!.arm);
    closeIfHopeless(task, reply.ending, reply.problem);
    return [{ task, trials: [...others, ...trials], outputs: this.outputsOf(task, reply.model) }];
  }

  private countFlips(trials: readonly Trial[]): void {
    const { plan, stopControl } = this.run;
    for (const { outcome } of trials) this.spent += Math.max(1, Math.floor(outcome.time));
    if (this.spent >= plan.budget.flips) stopControl.end("budget");
  }

  /** The model goes with its task, into a file, or both. */
  private outputsOf(task: Task, model: Assignment | undefined): Output[] {
    const { models, archive } = this.run;
    if (model === undefined) return [];
    if (models) task.model = model;
    return archive.outputs === undefined ? [] : [{ name: solutionName(task.input!), data: modelData(model) }];
  }
}

/** Closes a file that cannot be solved. */
function closeIfHopeless(task: Task, ending: string, problem: string | undefined): void {
  if (ending !== "hopeless" && problem === undefined) return;
  task.state = "failed";
  if (problem === undefined) task.unsatisfiable = true;
  else task.problem = problem;
}
