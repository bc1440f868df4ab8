import { latticeEdge } from "../../problem/lattice.ts";
import type { TaskName } from "../../problem/outcome.ts";
import { lubyMultiplier } from "../../problem/schedule.ts";
import { loadHistory, TaskHistory } from "../../statistics/task-history.ts";
import { savedNumbers, savedRecord } from "../definition/saved-state.ts";
import type { PlannedCutoff } from "./attempt-plan.ts";
import { EscalatingCutoffs } from "./escalating-cutoffs.ts";

/** The tasks that are not done, by name. A task without a name counts as new at its first attempt. */
export class OpenTasks {
  private readonly byName = new Map<TaskName | undefined, OpenTask>();
  /** Tasks that are done, with the attempts that were still under way: their outcomes do not open the task again. */
  private readonly late = new Map<TaskName | undefined, Set<number>>();

  constructor(policy: string, arms: number, saved: unknown = []) {
    if (!Array.isArray(saved)) throw new TypeError(`${policy}: the saved open tasks must be a list`);
    for (const item of saved) {
      const { name, task, late } = savedRecord(policy, item);
      if (name !== undefined && typeof name !== "string" && typeof name !== "number") {
        throw new TypeError(`${policy}: the name of a saved task must be a string or a number`);
      }
      if (late !== undefined) this.late.set(name, new Set(savedNumbers(policy, late, "late attempts")));
      else this.byName.set(name, loadOpenTask(policy, task, arms));
    }
  }

  find(name: TaskName | undefined): OpenTask | undefined {
    return this.byName.get(name);
  }

  /** Calls `leave` with the task that was longest open, if there are too many. */
  begin(attempt: number, name: TaskName | undefined, leave: (task: OpenTask) => void): OpenTask {
    const known = this.byName.get(name);
    if (known !== undefined && !(name === undefined && attempt === 1)) return known;
    this.late.delete(name);
    if (known !== undefined) leave(known);
    const task = new OpenTask();
    this.byName.set(name, task);
    if (this.byName.size > MAX_OPEN_TASKS) {
      const [oldest, left] = this.byName.entries().next().value!;
      this.byName.delete(oldest);
      leave(left);
    }
    return task;
  }

  end(name: TaskName | undefined): void {
    const underWay = this.byName.get(name)?.started;
    this.byName.delete(name);
    if (underWay === undefined || underWay.size === 0) return;
    this.late.set(name, new Set(underWay.keys()));
    if (this.late.size > MAX_LATE_TASKS) this.late.delete(this.late.keys().next().value);
  }

  /** Returns true, once, for an attempt that was under way when its task was done. */
  isLate(name: TaskName | undefined, attempt: number): boolean {
    const attempts = this.late.get(name);
    const isLate = attempts?.delete(attempt) ?? false;
    if (attempts?.size === 0) this.late.delete(name);
    return isLate;
  }

  /** Open tasks for each attempt under way, counting one that is about to start. */
  tasksPerAttempt(): number {
    let underWay = 1;
    for (const task of this.byName.values()) if (task.started.size > 0) underWay += 1;
    return this.byName.size / underWay;
  }

  all(): Iterable<OpenTask> {
    return this.byName.values();
  }

  save(): unknown {
    const named = (name: TaskName | undefined) => (name === undefined ? {} : { name });
    return [
      ...Array.from(this.byName, ([name, task]) => ({ ...named(name), task: task.save() })),
      ...Array.from(this.late, ([name, attempts]) => ({ ...named(name), late: [...attempts] })),
    ];
  }
}

/** The largest number of open tasks. More are not tried at a time; older ones were probably given up. */
const MAX_OPEN_TASKS = 10_000;
/** `sat` asks for attempts that it then need not make, so their outcomes may never come. */
const MAX_LATE_TASKS = 1_000;

/** The rule by which an attempt was started. */
export type AttemptKind = "cold-long" | "cold-short" | "plan" | "growth" | "luby";
const KINDS: readonly AttemptKind[] = ["cold-long", "cold-short", "plan", "growth", "luby"];

/** An attempt that was started and not yet observed. */
interface StartedAttempt {
  readonly kind: AttemptKind;
  cutoff: number;
  /** The cutoff is not lowered below this while restarts have not helped any task. */
  readonly floor: number;
  /** The number of the fit by which the cutoff was decided or last reconsidered. */
  fit: number;
}

/** A task that is not done, with its history and its plan. */
export class OpenTask {
  readonly history: TaskHistory;
  /** The time of all attempts, of those by Luby's sequence, and of those before the first success of any task. */
  time = 0;
  lubyTime = 0;
  coldTime = 0;
  /** The time of attempts that failed beyond the usual time. */
  timeBeyond = 0;
  /** The number of attempts that were started by Luby's sequence. */
  lubyAttempts = 0;
  /** The time of the longest attempt. */
  outlived = 0;
  /** The longest cells that attempts outlived: all of them, and those after the first success of any task. */
  longest = -Infinity;
  longestWarm = -Infinity;
  /** Whether the last attempt was beyond the usual time. */
  lastBeyond = false;
  /** Attempts that have to be longer than those that failed. */
  readonly growth: EscalatingCutoffs;
  /** The next plan, made by the fit of this number. */
  plan: PlannedCutoff[] = [];
  fit = -1;
  /** The attempts by number. `sat` asks for several in advance. */
  readonly started = new Map<number, StartedAttempt>();

  constructor(history = new TaskHistory(), growth = new EscalatingCutoffs()) {
    this.history = history;
    this.growth = growth;
  }

  start(attempt: number, started: StartedAttempt): void {
    this.started.set(attempt, started);
    if (started.kind === "luby") this.lubyAttempts += 1;
    // The oldest attempts without a result are forgotten.
    if (this.started.size > MAX_STARTED) this.started.delete(this.started.keys().next().value!);
  }

  /** Records the time of an attempt. An attempt that was not started here, as in a journal, counts for the plan. */
  end(attempt: number, time: number, isCold: boolean): AttemptKind {
    const kind = this.started.get(attempt)?.kind ?? "plan";
    this.started.delete(attempt);
    this.time += time;
    if (isCold) this.coldTime += time;
    if (kind === "luby") this.lubyTime += time;
    else if (kind === "growth") this.growth.observe(time);
    return kind;
  }

  /** Whether an attempt of this kind is under way. */
  has(kind: AttemptKind): boolean {
    for (const started of this.started.values()) if (started.kind === kind) return true;
    return false;
  }

  /**
   * The next attempt of Luby's sequence on this base, if it is due: L + ℓ ≤ λ/(1 − λ)·P, where L and P are the times of
   * this task's attempts by Luby's sequence and of the others, and ℓ is the next cutoff. With several arms they take turns.
   */
  lubyDue(share: number, base: number, arms: number): { arm: number; cutoff: number } | undefined {
    const arm = this.lubyAttempts % arms;
    const cutoff = base * lubyMultiplier((this.lubyAttempts - arm) / arms + 1);
    let lubyTime = this.lubyTime + cutoff;
    for (const started of this.started.values()) if (started.kind === "luby") lubyTime += started.cutoff;
    return lubyTime <= (share / (1 - share)) * (this.time - this.lubyTime) ? { arm, cutoff } : undefined;
  }

  /** The cutoff of the longest attempt that failed after the first success of any task; 0 if there was none. */
  get longestWarmTime(): number {
    return this.longestWarm === -Infinity ? 0 : latticeEdge(this.longestWarm);
  }

  /** Time since the first success of any task, but for the attempts that have to grow. */
  get planTime(): number {
    return this.time - this.coldTime - this.growth.time;
  }

  save(): unknown {
    const { longest, longestWarm } = this;
    return {
      history: this.history.save(),
      plan: this.plan.flatMap(({ arm, cell }) => [arm, cell]),
      numbers: [...NUMBERS.map((name) => this[name]), ...FLAGS.map((name) => (this[name] ? 1 : 0))],
      growth: this.growth.save(),
      started: Array.from(this.started, ([attempt, { kind, cutoff, floor, fit }]) => [
        attempt,
        KINDS.indexOf(kind),
        cutoff,
        floor,
        fit,
      ]),
      ...(longest === -Infinity ? {} : { longest }),
      ...(longestWarm === -Infinity ? {} : { longestWarm }),
    };
  }
}

const NUMBERS = ["time", "lubyTime", "coldTime", "timeBeyond", "lubyAttempts", "outlived", "fit"] as const;
const FLAGS = ["lastBeyond"] as const;
const MAX_STARTED = 1_000;

function loadOpenTask(policy: string, saved: unknown, arms: number): OpenTask {
  const state = savedRecord(policy, saved);
  const growth = new EscalatingCutoffs(savedNumbers(policy, state.growth, "growth"));
  const task = new OpenTask(loadHistory(savedNumbers(policy, state.history, "task"), arms), growth);
  const numbers = savedNumbers(policy, state.numbers, "task", NUMBERS.length + FLAGS.length);
  NUMBERS.forEach((name, place) => {
    task[name] = numbers[place];
  });
  FLAGS.forEach((name, place) => {
    task[name] = numbers[NUMBERS.length + place] === 1;
  });
  // Cells of times below 1 are negative.
  for (const name of ["longest", "longestWarm"] as const) {
    if (state[name] !== undefined) [task[name]] = savedNumbers(policy, [state[name]], name, 1);
  }
  if (!Array.isArray(state.started)) throw new TypeError(`${policy}: the saved attempts must be a list`);
  for (const item of state.started) {
    const [attempt, place, cutoff, floor, fit] = savedNumbers(policy, item, "attempt", 5);
    const kind = KINDS[place];
    if (kind === undefined) throw new RangeError(`${policy}: the saved kind of an attempt must be known`);
    task.started.set(attempt, { kind, cutoff, floor, fit });
  }
  const plan = savedNumbers(policy, state.plan, "plan");
  for (let place = 0; place + 1 < plan.length; place += 2) {
    const [arm, cell] = [plan[place], plan[place + 1]];
    if (!(arm >= 0 && arm < arms && Number.isInteger(arm) && Number.isInteger(cell))) {
      throw new RangeError(`${policy}: the saved plan must be of ${arms} arms`);
    }
    task.plan.push({ arm, cell });
  }
  return task;
}
