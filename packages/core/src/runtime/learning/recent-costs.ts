/** What the last few attempts cost, in ms: enough to see that an arm is no longer what it was for so long. */
export class RecentCosts {
  private readonly costs: number[] = [];
  private next = 0;

  add(costMs: number): void {
    this.costs[this.next] = costMs;
    this.next = (this.next + 1) % COUNT;
  }

  /** One that is dear alone does not move it. Infinity before there are enough. */
  get median(): number {
    if (this.costs.length < COUNT) return Infinity;
    return [...this.costs].sort((a, b) => a - b)[(COUNT - 1) / 2];
  }

  /** Chance seldom makes all of them dearer than the mean. 0 before there are enough. */
  get least(): number {
    return this.costs.length < COUNT ? 0 : Math.min(...this.costs);
  }
}

const COUNT = 5;
