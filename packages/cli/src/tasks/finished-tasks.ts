import type { Task } from "./task.ts";

/** The reason why a task was given up. */
export type GivenUp = NonNullable<Task["givenUp"]>;

/** The state of a task in one byte; 0 is a task that is not here. */
const SOLVED = 1;
const FAILED = 2;

/**
 * The finished and reported tasks. A run may have a million of them, and a `Task` with its name takes 350 bytes; here each takes nine
 * bytes.
 */
export class FinishedTasks {
  /** How many there are. */
  count = 0;
  /** How many of them have an input with which something is wrong. */
  problems = 0;
  private readonly reasons = new Map<GivenUp, number>();
  /** The states by the index of the task. Unused pages take no memory. */
  private states: Uint8Array;
  private times: Float64Array;

  /** `expected` is the number of tasks, where it is known. */
  constructor(expected: number) {
    this.states = new Uint8Array(expected + 1);
    this.times = new Float64Array(expected + 1);
  }

  /** Adds a task that is solved or failed. Returns false for one that is open. */
  add({ index, state, time, givenUp, problem }: Task): boolean {
    if (state === "open") return false;
    if (this.has(index)) return true;
    if (index >= this.states.length) this.grow(2 * index);
    this.states[index] = state === "solved" ? SOLVED : FAILED;
    this.times[index] = time;
    this.count += 1;
    if (problem !== undefined) this.problems += 1;
    if (givenUp !== undefined) this.reasons.set(givenUp, this.givenUp(givenUp) + 1);
    return true;
  }

  has(index: number): boolean {
    // An index beyond the end gives undefined, which is not above 0.
    return this.states[index] > 0;
  }

  /** The state of a task that is here, and the time of all its trials. */
  at(index: number): Pick<Task, "state" | "time"> | undefined {
    if (!this.has(index)) return undefined;
    return { state: this.states[index] === SOLVED ? "solved" : "failed", time: this.times[index] };
  }

  /** How many tasks were given up for this reason. */
  givenUp(reason: GivenUp): number {
    return this.reasons.get(reason) ?? 0;
  }

  private grow(length: number): void {
    const { states, times } = this;
    this.states = new Uint8Array(length);
    this.states.set(states);
    this.times = new Float64Array(length);
    this.times.set(times);
  }
}
