/**
 * Bounds the extra load of hedging over any window, not on average only: a bucket that holds one token,
 * to which each first attempt adds `share`. However the calls come, any stretch with n first attempts
 * has at most 1 + share·n extra ones; a quiet night saves nothing up for the morning.
 */
export class LoadBound {
  private readonly share: number;
  private tokens = 1;

  constructor(share: number) {
    this.share = share;
  }

  countFirst(): void {
    this.tokens = Math.min(1, this.tokens + this.share);
  }

  get allows(): boolean {
    // A sum of shares such as ten times 0.1 is a hair below 1.
    return this.tokens >= 1 - 1e-9;
  }

  /** True if one more is allowed, and then it is taken. */
  take(): boolean {
    if (!this.allows) return false;
    this.tokens = Math.max(0, this.tokens - 1);
    return true;
  }
}
