import { MAX_TIME } from "../../problem/trial-limits.ts";

/**
 * Cutoffs that grow by steps of four, for a task whose attempts may take long or hang. Attempts that all take the time
 * T lose T/ln 4 on the way on average. Where some attempts hang, a longer cutoff is the wrong answer to a failure, and
 * with one attempt for each step the mean time is infinite if a quarter of them hangs. So for three quarters of the
 * time of the last step the steps below are repeated, those first that had least time.
 */
export class EscalatingCutoffs {
  /** The time of all attempts. */
  time: number;
  /** The cutoff of the first step; 0 before it is known. */
  private first: number;
  /** Time spent below the last step since it was reached. */
  private below: number;
  /** The time spent at each step. */
  private readonly spent: number[];

  constructor([time = 0, first = 0, below = 0, ...spent]: readonly number[] = []) {
    this.time = time;
    this.first = first;
    this.below = below;
    this.spent = spent;
  }

  /** Begins with this cutoff, if it has not begun, and gives the next one. */
  next(first: number): number {
    if (this.spent.length === 0) this.first = first;
    return this.cutoffOf(this.step());
  }

  /** Records an attempt with the cutoff that `next` gave. */
  observe(time: number): void {
    const step = this.step();
    this.time += time;
    if (step < this.spent.length) this.below += time;
    else this.below = 0;
    this.spent[step] = (this.spent[step] ?? 0) + time;
  }

  save(): number[] {
    return [this.time, this.first, this.below, ...this.spent];
  }

  private step(): number {
    const last = this.spent.length - 1;
    if (last < 1 || this.below >= AGAIN * this.cutoffOf(last)) return last + 1;
    let least = Math.max(0, last - STEPS_KEPT);
    for (let step = least; step < last; step++) if (this.spent[step] < this.spent[least]) least = step;
    return least;
  }

  private cutoffOf(step: number): number {
    return Math.min(this.first * STEP ** step, MAX_TIME);
  }
}

const STEP = 4;
const AGAIN = 0.75;
/** Cutoffs below a sixty-fourth of the longest are not repeated. */
const STEPS_KEPT = 3;
