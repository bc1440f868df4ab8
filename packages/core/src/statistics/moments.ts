/**
 * Count, mean and sum of squared deviations of a stream of numbers (eqn:emp-mean, eqn:emp-var), by
 * Welford's update and Chan's merge, so that a variance is never a difference of two large sums.
 * Counts are weights: forgetting multiplies them. Above 2⁵³ a count no longer grows by one, it is then
 * off by less than one part in 10¹⁶, and mean and variance go on as if the stream were that long.
 */
export class Moments {
  count = 0;
  mean = 0;
  /** Σ (y − mean)². */
  squares = 0;

  /** One more observation. */
  add(value: number): void {
    this.count += 1;
    const delta = value - this.mean;
    this.mean += delta / this.count;
    this.squares += delta * (value - this.mean);
  }

  /** The moments of both streams together; exact but for rounding, whatever the order. */
  merge(other: Readonly<Moments>): void {
    if (other.count === 0) return;
    const count = this.count + other.count;
    const delta = other.mean - this.mean;
    this.mean += delta * (other.count / count);
    this.squares += other.squares + delta * delta * this.count * (other.count / count);
    this.count = count;
  }

  /** Forgetting: each observation so far counts `factor` times what it did. */
  scale(factor: number): void {
    this.count *= factor;
    this.squares *= factor;
  }

  /** 𝕍 of eqn:emp-var: divided by the count, not by one less; 0 where nothing was seen. */
  get variance(): number {
    return this.count > 0 ? this.squares / this.count : 0;
  }
}
