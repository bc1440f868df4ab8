/**
 * Attempts in a row that were slower than almost any before, of all arms: one that is slow alone is better left than waited
 * for. Where chance does not explain them all has become slower, or is busy, and then another attempt would be as slow.
 */
export class SlowRun {
  private logChance = 0;

  /** One that lasts so long has this chance. */
  add(chance: number): void {
    this.logChance += Math.log(chance);
  }

  end(): void {
    this.logChance = 0;
  }

  /** By how much longer to wait: twice as long for each surprise. So a jump is met at once, not after a half-life. */
  get patience(): number {
    return this.logChance === 0 ? 1 : 2 ** Math.floor(this.logChance / Math.log(SURPRISE));
  }
}

/** A chance below which nobody calls it chance. */
const SURPRISE = 0.001;
