import type { RecentTrial } from "./records.ts";

/** How many of the latest trials of a problem are kept: as many as fit into a figure. */
export const MAX_TRIES = 200;

/** The latest trials of a problem, the oldest first. */
export class RecentTrials {
  /** The number of the last one: how many there were in all. */
  last: number;
  private list: RecentTrial[];

  constructor(last = 0, list: readonly RecentTrial[] = []) {
    this.last = last;
    this.list = [...list];
  }

  add(trial: Omit<RecentTrial, "number">): void {
    this.last += 1;
    this.list.push({ number: this.last, ...trial });
    // Now and then, since each time would move all of them.
    if (this.list.length >= 2 * MAX_TRIES) this.list = this.list.slice(-MAX_TRIES);
  }

  /** The trials after the one with this number, as far as they are kept. */
  after(number: number): readonly RecentTrial[] {
    const latest = this.list.slice(-MAX_TRIES);
    return latest.filter((trial) => trial.number > number);
  }
}
