/**
 * What attempts cost. When an attempt is cut for another one, the caller has not said yet what it cost: it counts as much as the last
 * cut attempt at its arm that was reported or, before the first, as the last attempt there.
 */
export class AttemptCosts {
  /** Of the attempt that is learned from now. */
  current = 0;
  private readonly latest: number[];
  private readonly latestCut: (number | undefined)[];

  constructor(arms: number) {
    this.latest = Array(arms).fill(0);
    this.latestCut = Array(arms).fill(undefined);
  }

  report(arm: number, cost: number, cut: boolean): void {
    (cut ? this.latestCut : this.latest)[arm] = cost;
  }

  ofCut(arm: number): number {
    return this.latestCut[arm] ?? this.latest[arm];
  }
}
