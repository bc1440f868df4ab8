import { savedNumber, savedNumbers, savedRecord } from "../definition/saved-state.ts";

/**
 * How long to wait while no success was ever seen. An attempt without a cutoff shows all that a shorter one would, so
 * nothing is lost by waiting where attempts do end; only those that never end are dangerous. So of the attempts that
 * are out at once one climbs and the others wait, each at its own task, and their work is not lost.
 *
 * The climber's cutoffs grow by steps of four: attempts that all take the time T lose T/ln 4 on the way in the mean,
 * where doubling loses T/ln 2. Where most attempts never end, a step upwards is the wrong answer to a failure.
 * So for three quarters of the time of the last step lower rungs are climbed once more, those which had least
 * time; with nine of ten that never end, 20 tasks then take a seventh less than without.
 */
export class ColdClimb {
  private readonly first: number;
  private readonly most: number;
  /** Time spent on each rung. */
  private readonly spent: number[];
  /** Of that, below the top since the last step upwards. */
  private below: number;
  /** Climbers that are out, and decisions since the last of them began. */
  private out: number;
  private waiting: number;

  /** `most` is how many wait for each that climbs. */
  constructor(policy: string, first: number, saved: unknown = {}, most = MOST_WAITING) {
    const { spent, below, out, waiting } = savedRecord(policy, saved);
    this.first = first;
    this.most = most;
    this.spent = savedNumbers(policy, spent ?? [], "spent");
    this.below = savedNumber(policy, below ?? 0, "below");
    this.out = savedNumber(policy, out ?? 0, "out");
    this.waiting = savedNumber(policy, waiting ?? 0, "waiting");
  }

  /** The cutoff of a climber, or undefined for an attempt that waits. */
  next(): number | undefined {
    this.waiting += 1;
    if (this.out > 0 && this.waiting <= this.most) return undefined;
    this.out += 1;
    this.waiting = 0;
    const rung = this.nextRung();
    this.spent[rung] = (this.spent[rung] ?? 0) + this.cutoffOf(rung);
    return this.cutoffOf(rung);
  }

  /** A climber came back, with or without a success. */
  returned(): void {
    this.out = Math.max(0, this.out - 1);
  }

  save(): unknown {
    const { spent, below, out, waiting } = this;
    return { spent: [...spent], below, out, waiting };
  }

  private nextRung(): number {
    const top = this.spent.length - 1;
    if (top < 1 || this.below >= AGAIN * this.cutoffOf(top)) {
      this.below = 0;
      return top + 1;
    }
    let least = Math.max(0, top - RUNGS_KEPT);
    for (let rung = least; rung < top; rung++) if (this.spent[rung] < this.spent[least]) least = rung;
    this.below += this.cutoffOf(least);
    return least;
  }

  private cutoffOf(rung: number): number {
    return Math.min(this.first * STEP ** rung, MAX_CUTOFF);
  }
}

const STEP = 4;
const AGAIN = 0.75;
/** What is shorter than a sixty-fourth of the longest is not tried again. */
const RUNGS_KEPT = 3;
/** With more than these at once, another one climbs; also if the last climber is never heard of again. */
const MOST_WAITING = 7;
/** Sums of these are still numbers. */
const MAX_CUTOFF = 1e300;
