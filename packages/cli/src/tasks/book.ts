import type { TriedCutoff } from "../figures/decisions-figure.ts";
import type { Trial } from "../journal/trial-line.ts";
import type { ArmTally, ArmTotals } from "./arm-tally.ts";
import { maxFailures } from "./hopeless.ts";
import { isSuccess, record, type Task } from "./task.ts";
import type { TaskList } from "./task-list.ts";
import type { Unit } from "./unit.ts";

/** By what a book is kept. */
interface BookRules {
  readonly unit: Unit;
  /** How often a task may be tried: 1 in mode `abandon`. */
  readonly maxAttempts: number;
  /** How many tries that count it may have (`--retries`); absent, any number. */
  readonly maxCounted?: number;
  /** Whether the policy searches a scale until a try has ended; absent, it does not. */
  readonly searches?: boolean;
  /** Whether a task that fails and fails is given up: where nobody said how often to try. */
  readonly givesUp: boolean;
  /** Whether every trial is remembered, to be drawn. */
  readonly draws: boolean;
}

/** All that a run knows of its tasks and arms, from its own trials and from those of a journal. */
export interface Book<Totals extends ArmTotals = ArmTotals> extends BookRules {
  readonly tasks: TaskList;
  readonly arms: readonly ArmTally<Totals>[];
  readonly points: TriedCutoff[];
  /** What a journal knew before: of tasks, those that are over. */
  earlier: {
    readonly tasks: number;
    readonly trials: number;
    readonly solved: number;
    readonly time: number;
  };
  solved: number;
  trials: number;
  time: number;
  /** Trials that ended by themselves, all of them. */
  ended: number;
  /** Trials that ended by themselves: those of the tasks that were solved, and those since the last success. */
  endedToSolve: number;
  failuresInRow: number;
}

export function openBook<Totals extends ArmTotals>(
  tasks: TaskList,
  arms: readonly ArmTally<Totals>[],
  rules: BookRules,
): Book<Totals> {
  const earlier = { tasks: 0, trials: 0, solved: 0, time: 0 };
  const counts = { solved: 0, trials: 0, time: 0, ended: 0, endedToSolve: 0, failuresInRow: 0 };
  return { ...rules, tasks, arms, points: [], earlier, ...counts };
}

/** Takes a trial into account: one made just now, or one replayed. */
export function enter(book: Book, task: Task, trial: Trial): void {
  const [time, before] = [book.unit.elapsed(trial.outcome), task.state];
  const searching = book.searches === true && book.ended === 0;
  record(task, trial, { ...book, searching, maxFailures: book.givesUp ? maxFailures(book) : Infinity });
  if (trial.outcome.kind === "completed") book.ended += 1;
  book.arms[trial.arm].add(trial, time);
  if (isSuccess(trial)) {
    if (task.solver !== undefined) book.arms[task.solver].withdraw();
    task.solver = trial.arm;
  }
  book.trials += 1;
  book.time += time;
  if (task.state === "solved" && before !== "solved") {
    book.solved += 1;
    book.endedToSolve += task.failures + 1;
    book.failuresInRow = 0;
  } else if (trial.outcome.kind === "completed" && !isSuccess(trial)) book.failuresInRow += 1;
  if (book.draws) book.points.push(pointOf(book, trial));
}

function pointOf({ arms, time }: Book, trial: Trial): TriedCutoff {
  const { arm, cutoff } = trial;
  return { at: time, arm: arms[arm].name, cutoff, solved: isSuccess(trial) };
}

/** Tasks that are solved or given up. */
export function countOver({ tasks }: Book): number {
  return tasks.all.filter(({ state }) => state !== "open").length;
}

/** A command without inputs has a next task always; so its failures are counted over all of them. */
export function isHopeless(book: Book): boolean {
  return book.givesUp && book.tasks.total === Infinity && book.failuresInRow >= maxFailures(book);
}
