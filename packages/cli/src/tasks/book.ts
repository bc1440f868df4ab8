import type { Trial } from "@mulligan/core/problem";
import type { TriedCutoff } from "../figures/decisions-figure.ts";
import type { ArmTally, ArmTotals } from "./arm-tally.ts";
import { enoughAlike, LEAST_ALIKE, maxFailures, usualTimeLimit } from "./giving-up.ts";
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
  /** Which cuts count: never; always; or only after a try has ended, where the policy searches a scale until then. */
  readonly countsCuts?: "never" | "always" | "after-search";
  /** How much time a task may have (`--timeout`); absent, what `usualTimeLimit` says where a task may be given up. */
  readonly timeout?: number | undefined;
  /** Whether a task that takes much longer than the others is given up. */
  readonly limitsTime?: boolean;
  /** Whether an input whose tries fail alike is taken to be broken. */
  readonly findsBroken?: boolean;
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
  /** The time of the tasks that are solved. */
  solvedTime: number;
  /** How tries failed at tasks that were solved later; undefined among them if it is not known of one. */
  readonly recovered: Set<Trial["exit"]>;
  /** First tries that ended by themselves, and how many of them failed with each exit code. */
  firstEnded: number;
  readonly firstFailed: Map<Trial["exit"], number>;
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
  const counts = {
    solved: 0,
    solvedTime: 0,
    firstEnded: 0,
    trials: 0,
    time: 0,
    ended: 0,
    endedToSolve: 0,
    failuresInRow: 0,
  };
  return {
    ...rules,
    tasks,
    arms,
    points: [],
    earlier,
    recovered: new Set(),
    firstFailed: new Map(),
    ...counts,
  };
}

/** Takes a trial into account: one made just now, or one replayed. */
export function enter(book: Book, task: Task, trial: Trial): void {
  const [time, before] = [book.unit.elapsed(trial.outcome), task.state];
  const { countsCuts = "never", limitsTime = false, timeout } = book;
  if (task.trials === 0 && trial.outcome.kind === "completed") {
    book.firstEnded += 1;
    if (!isSuccess(trial)) book.firstFailed.set(trial.exit, (book.firstFailed.get(trial.exit) ?? 0) + 1);
  }
  record(task, trial, {
    ...book,
    countsCuts: countsCuts === "always" || (countsCuts === "after-search" && book.ended > 0),
    maxFailures: book.givesUp ? maxFailures(book) : Infinity,
    maxAlike: maxAlike(book, trial),
    timeLimit: limitsTime && timeout === undefined ? usualTimeLimit(book) : Infinity,
  });
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
    book.solvedTime += task.time;
    for (const exit of task.exits ?? []) book.recovered.add(exit);
    book.endedToSolve += task.failures + 1;
    book.failuresInRow = 0;
  } else if (trial.outcome.kind === "completed" && !isSuccess(trial)) book.failuresInRow += 1;
  if (book.draws) book.points.push(pointOf(book, trial));
}

/** How many failures like this one show that the input of their task is broken. */
function maxAlike(book: Book, { exit }: Pick<Trial, "exit">): number {
  const { givesUp, findsBroken = false, solved, recovered, firstEnded, firstFailed } = book;
  const isChance = solved === 0 || recovered.has(exit) || recovered.has(undefined);
  if (!givesUp || !findsBroken || isChance) return Infinity;
  return enoughAlike({ ended: firstEnded, failed: firstFailed.get(exit) ?? 0 });
}

/** Whether the input of an open task may be broken: other tasks come first, which may tell. */
export function isDoubtful(book: Book, { state, alike }: Task): boolean {
  return (
    state === "open" &&
    alike !== undefined &&
    alike.count >= LEAST_ALIKE - 1 &&
    maxAlike(book, alike) < Infinity
  );
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
