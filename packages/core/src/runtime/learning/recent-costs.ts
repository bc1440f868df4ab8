/** What the last few attempts cost, in ms: enough to see that an arm is no longer what it was for so long. */
export class RecentCosts {
  private readonly costs: number[] = [];
  private next = 0;

  add(costMs: number): void {
    this.costs[this.next] = costMs;
    this.next = (this.next + 1) % COUNT;
  }

  /** One that is dear alone does not move it. 0 before there are enough. */
  get median(): number {
    return this.sorted()[(COUNT - 1) / 2];
  }

  /** Chance seldom makes all of them dearer than the mean. 0 before there are enough. */
  get least(): number {
    return this.sorted()[0];
  }

  private sorted(): number[] {
    return this.costs.length < COUNT ? NONE : [...this.costs].sort((a, b) => a - b);
  }
}

const COUNT = 5;
const NONE: number[] = Array(COUNT).fill(0);
