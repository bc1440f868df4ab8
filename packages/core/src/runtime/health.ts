import type { Random } from "../random/random.ts";

/** Which arms work at all, and whether any does. */
export class Health {
  /** Whether an attempt ever failed, and whether one ever succeeded, for each arm. */
  private readonly failed: boolean[];
  private readonly succeeded: boolean[];
  /** Attempts that failed since the last success. */
  private failedInRow = 0;
  private succeededAt = -Infinity;
  private failingSince = Infinity;

  constructor(arms: number) {
    this.failed = Array(arms).fill(false);
    this.succeeded = Array(arms).fill(false);
  }

  /**
   * An attempt succeeded, or it was rejected, cut or stopped by the deadline. One that began before the last success does not
   * tell that nothing succeeds any more.
   */
  ended(arm: number, success: boolean, startedAt: number, now: number): void {
    if (success) {
      this.succeeded[arm] = true;
      this.failedInRow = 0;
      this.succeededAt = now;
      return;
    }
    this.failed[arm] = true;
    if (startedAt < this.succeededAt) return;
    this.failedInRow += 1;
    if (this.failedInRow === 1) this.failingSince = now;
  }

  /** Nothing succeeds any more. */
  get outage(): boolean {
    return this.failedInRow >= OUTAGE_AFTER;
  }

  /**
   * This arm never answered, while another one does: a request to that one is its first for the call, and no extra load. An
   * arm that once answered may be busy only, and what leaves it must not make the others busy too.
   */
  isOut(arm: number): boolean {
    return !this.succeeded[arm] && this.failed[arm] && this.succeeded.includes(true);
  }

  /** Before a retry in an outage: half as long as the outage has lasted, more or less, so it doubles again and again. */
  pauseMs(now: number, random: Random): number {
    const mean = Math.min(Math.max((now - this.failingSince) / 2, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS);
    return mean * (0.5 + random.uniform());
  }
}

/** Failures in a row, of all arms: as many as one execution may have. */
const OUTAGE_AFTER = 10;
const SHORTEST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5_000;
