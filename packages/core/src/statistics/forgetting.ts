/**
 * Forgets by half-life: an observation of that age counts half. Instead of shrinking every sum at every step, each new
 * observation weighs a little more than the last. Only the ratio matters, and the sums are scaled back when the weight
 * grows large.
 */
export class Forgetting {
  /** The weight of the newest observation. Sums divided by it count newest observations. */
  weight = 1;
  private readonly trialGrowth: number;
  private readonly timeGrowth: number;

  /** Half-lives in trials and in time, either of which may be Infinity: never by that clock. */
  constructor(trials: number, time: number) {
    if (!(trials > 0))
      throw new RangeError(`forgetting: the half-life in trials must be above 0, got ${trials}`);
    if (!(time > 0)) throw new RangeError(`forgetting: the half-life in time must be above 0, got ${time}`);
    this.trialGrowth = Math.LN2 / trials;
    this.timeGrowth = Math.LN2 / time;
  }

  /** Records that a trial and its time have passed. Calls `scale` with a factor when all sums must shrink. */
  pass(time: number, scale: (factor: number) => void): void {
    const growth = this.trialGrowth + this.timeGrowth * time;
    if (growth !== 0) this.grow(Math.exp(Math.min(growth, LARGEST_STEP)), scale);
  }

  /** Multiplies the weight of later observations by a factor. */
  grow(factor: number, scale: (factor: number) => void): void {
    this.weight *= factor;
    if (this.weight < LARGE) return;
    scale(1 / this.weight);
    this.weight = 1;
  }
}

const LARGE = 2 ** 40;
/** After this many half-lives in one step, nothing is left. */
const LARGEST_STEP = 200;
