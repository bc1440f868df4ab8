import { latticeEdge } from "../../problem/lattice.ts";
import { lubyMultiplier } from "../../problem/schedule.ts";
import { loadHistory, TaskHistory } from "../../statistics/task-history.ts";
import { savedNumbers, savedRecord } from "../definition/saved-state.ts";
import type { PlannedAttempt } from "./attempt-plan.ts";
import { GrowingCutoffs } from "./growing-cutoffs.ts";

/** Which rule an attempt was started by. */
export type AttemptKind = "cold-long" | "cold-short" | "plan" | "growth" | "luby";
const KINDS: readonly AttemptKind[] = ["cold-long", "cold-short", "plan", "growth", "luby"];

/** An attempt that was started and not yet observed. */
export interface StartedAttempt {
  readonly kind: AttemptKind;
  cutoff: number;
  /** The cutoff is not lowered below this while restarts have not helped any task. */
  readonly floor: number;
}

/** A task that is not done: what was seen of it, and what is planned. */
export class OpenTask {
  readonly history: TaskHistory;
  /** Time of all attempts, of those by Luby's sequence, of those before the first success of any task. */
  time = 0;
  lubyTime = 0;
  coldTime = 0;
  /** Time of attempts that failed beyond what is usual. */
  timeBeyond = 0;
  /** Attempts that were started by Luby's sequence. */
  lubyAttempts = 0;
  /** The longest time that an attempt was waited for. */
  outlived = 0;
  /** The longest cells that attempts outlived: all of them, and those after the first success of any task. */
  longest = -Infinity;
  longestWarm = -Infinity;
  /** Whether the last attempt was beyond what is usual. */
  lastBeyond = false;
  /** Attempts that have to be longer than those that failed. */
  readonly growth: GrowingCutoffs;
  /** What is planned next, by the fit of this number. */
  plan: PlannedAttempt[] = [];
  fit = -1;
  /** By the number of the attempt. `sat` asks for several in advance. */
  readonly started = new Map<number, StartedAttempt>();

  constructor(history = new TaskHistory(), growth = new GrowingCutoffs()) {
    this.history = history;
    this.growth = growth;
  }

  start(attempt: number, started: StartedAttempt): void {
    this.started.set(attempt, started);
    if (started.kind === "luby") this.lubyAttempts += 1;
    // Those that are never heard of again are forgotten.
    if (this.started.size > MAX_STARTED) this.started.delete(this.started.keys().next().value!);
  }

  /** Takes note of the time of an attempt. One that was not started here, as in a journal, counts for the plan. */
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
      started: Array.from(this.started, ([attempt, { kind, cutoff, floor }]) => [
        attempt,
        KINDS.indexOf(kind),
        cutoff,
        floor,
      ]),
      ...(longest === -Infinity ? {} : { longest }),
      ...(longestWarm === -Infinity ? {} : { longestWarm }),
    };
  }
}

const NUMBERS = ["time", "lubyTime", "coldTime", "timeBeyond", "lubyAttempts", "outlived", "fit"] as const;
const FLAGS = ["lastBeyond"] as const;
const MAX_STARTED = 1_000;

export function loadOpenTask(policy: string, saved: unknown, arms: number): OpenTask {
  const state = savedRecord(policy, saved);
  const growth = new GrowingCutoffs(savedNumbers(policy, state.growth, "growth"));
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
    const [attempt, place, cutoff, floor] = savedNumbers(policy, item, "attempt", 4);
    const kind = KINDS[place];
    if (kind === undefined) throw new RangeError(`${policy}: the saved kind of an attempt must be known`);
    task.started.set(attempt, { kind, cutoff, floor });
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
