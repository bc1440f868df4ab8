import { latticeEdge } from "../../problem/lattice.ts";
import { luby } from "../../problem/schedule.ts";
import { loadHistory, TaskHistory } from "../../statistics/task-history.ts";
import { savedNumbers, savedRecord } from "../definition/saved-state.ts";
import type { PlannedAttempt } from "./attempt-plan.ts";
import { GrowingCutoffs } from "./growing-cutoffs.ts";

/** Which rule an attempt was started by. */
export type AttemptKind = "cold-long" | "cold-short" | "plan" | "luby";
const KINDS: readonly AttemptKind[] = ["cold-long", "cold-short", "plan", "luby"];

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
  /** Attempts that have to be longer than those that failed. */
  readonly growth = new GrowingCutoffs();
  /** The longest cells that attempts outlived: all of them, and those after the first success of any task. */
  longest = -Infinity;
  outlived = 0;
  longestWarm = -Infinity;
  /** Whether the last attempt was beyond what is usual. */
  lastBeyond = false;
  /** What is planned next, by the fit of this number. */
  plan: PlannedAttempt[] = [];
  fit = -1;
  /** Of the attempt under way, if there is one: its rule, its cutoff, and the least that it may be lowered to. */
  kind: AttemptKind = "plan";
  cutoff = Infinity;
  floor = 0;
  underWay = false;
  /** Whether the last fit has learned from this task. */
  counted = false;

  constructor(history = new TaskHistory()) {
    this.history = history;
  }

  /**
   * The next attempt of Luby's sequence on this base, if it is due: its time, and that of all before it, is at most
   * this share of the time of the task. With several arms they take turns.
   */
  lubyDue(share: number, base: number, arms: number): { arm: number; cutoff: number } | undefined {
    const arm = this.lubyAttempts % arms;
    const cutoff = base * luby((this.lubyAttempts - arm) / arms + 1);
    const planTime = this.time - this.lubyTime;
    return this.lubyTime + cutoff <= (share / (1 - share)) * planTime ? { arm, cutoff } : undefined;
  }

  /** The cutoff of the longest attempt that failed after the first success of any task; 0 if there was none. */
  get longestWarmTime(): number {
    return this.longestWarm === -Infinity ? 0 : latticeEdge(this.longestWarm);
  }

  save(): unknown {
    const { longest, longestWarm, cutoff, kind } = this;
    return {
      history: this.history.save(),
      plan: this.plan.flatMap(({ arm, cell }) => [arm, cell]),
      numbers: [...NUMBERS.map((name) => this[name]), ...FLAGS.map((name) => (this[name] ? 1 : 0))],
      kind,
      ...(longest === -Infinity ? {} : { longest }),
      ...(longestWarm === -Infinity ? {} : { longestWarm }),
      ...(cutoff === Infinity ? {} : { cutoff }),
    };
  }
}

const NUMBERS = ["time", "lubyTime", "coldTime", "timeBeyond", "lubyAttempts", "fit", "floor", "outlived"] as const;
const FLAGS = ["lastBeyond", "underWay", "counted"] as const;

export function loadOpenTask(policy: string, saved: unknown, arms: number): OpenTask {
  const state = savedRecord(policy, saved);
  const task = new OpenTask(loadHistory(savedNumbers(policy, state.history, "task"), arms));
  const numbers = savedNumbers(policy, state.numbers, "task", NUMBERS.length + FLAGS.length);
  NUMBERS.forEach((name, place) => {
    task[name] = numbers[place];
  });
  FLAGS.forEach((name, place) => {
    task[name] = numbers[NUMBERS.length + place] === 1;
  });
  const kind = KINDS.find((known) => known === state.kind);
  if (kind === undefined) throw new TypeError(`${policy}: the saved kind must be one of ${KINDS.join(", ")}`);
  task.kind = kind;
  const optional = (name: "longest" | "longestWarm" | "cutoff") => {
    if (state[name] !== undefined) [task[name]] = savedNumbers(policy, [state[name]], name);
  };
  optional("longest");
  optional("longestWarm");
  optional("cutoff");
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
