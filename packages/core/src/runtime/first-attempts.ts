import { savedNumbers } from "../policies/definition/saved-state.ts";

/**
 * How long to wait while nothing is known. In virtual time a learner may climb from the smallest scale,
 * since its many short trials cost next to nothing; a real server would see a burst of aborted requests.
 * So the first attempts wait: as long as may be while no attempt has succeeded, and afterwards, at an arm
 * that is still new, some times what a success takes at the best arm so far, since an arm that needs
 * longer is not the better one. With a deadline, half of what is left, so that another attempt fits; but all of it
 * when every arm has been cut and nothing ever succeeded, since then they may just take longer than half.
 */
export class FirstAttempts {
  /** Attempts begun and attempts seen to end, for each arm. */
  private readonly begun: number[];
  private readonly ended: number[];
  private readonly spentMs: number[];
  private readonly successes: number[];
  /** How many arms are still new, and whether anything succeeded. */
  private fresh: number;
  private succeeded: boolean;

  constructor(arms: number, saved?: readonly (readonly number[])[]) {
    const zeros = Array.from({ length: arms }, () => 0);
    const [ended, spentMs, successes] = (saved ?? [zeros, zeros, zeros]).map((column) =>
      savedNumbers("mulligan", column, "firstAttempts", arms),
    );
    this.begun = [...ended];
    this.ended = ended;
    this.spentMs = spentMs;
    this.successes = successes;
    this.fresh = ended.filter((count) => count < ENOUGH).length;
    this.succeeded = successes.some((count) => count > 0);
  }

  save(): number[][] {
    return [[...this.ended], [...this.spentMs], [...this.successes]];
  }

  /** False once every arm was tried often enough and something succeeded; then the rest is the learner's. */
  get underWay(): boolean {
    return this.fresh > 0 || !this.succeeded;
  }

  /** The arm that was begun least often, of those still new; none if enough attempts at them are on their way. */
  nextArm(): number | undefined {
    let chosen: number | undefined;
    for (let arm = 0; arm < this.begun.length; arm++) {
      if (this.succeeded && this.begun[arm] >= ENOUGH) continue;
      if (chosen === undefined || this.begun[arm] < this.begun[chosen]) chosen = arm;
    }
    return chosen;
  }

  cutoffMs(remainingMs: number): number {
    let perSuccess = Infinity;
    this.successes.forEach((count, arm) => {
      if (count > 0) perSuccess = Math.min(perSuccess, this.spentMs[arm] / count);
    });
    if (!this.succeeded && this.ended.every((count) => count > 0)) return remainingMs;
    return Math.min(remainingMs / 2, GENEROUS * perSuccess);
  }

  begin(arm: number): void {
    this.begun[arm] += 1;
  }

  end(arm: number, timeMs: number, success: boolean): void {
    if (!this.underWay) return;
    this.ended[arm] += 1;
    this.spentMs[arm] += timeMs;
    if (success) this.successes[arm] += 1;
    this.succeeded ||= success;
    if (this.ended[arm] === ENOUGH) this.fresh -= 1;
  }

  /** For an attempt that was stopped by something else than its cutoff, and tells too little. */
  forget(arm: number): void {
    this.begun[arm] -= 1;
  }
}

const ENOUGH = 2;
const GENEROUS = 3;
