/**
 * Bounds the extra requests: cuts, retries and hedges each start a request that the caller did not ask for, and must not make
 * busy servers busier. Over the last seconds (`MEMORY_MS`) there are at most `share` times as many extra requests as calls, and
 * a few more, so that a program that calls seldom can try again at all. Finagle and Linkerd bound retries in the same way, by
 * 20% and 10 a second.
 *
 * A retry after a rejection that succeeds gives its token back, as in AWS's retry quota. So transient errors do not use up the
 * budget, and an outage does. If every retry is rejected as often as every first attempt, with probability p, the budget
 * lasts while p²/(1 − p) ≤ share: p = 0.36 for a share of 0.2, and then there are p/(1 − p) = 0.56 extra requests a call.
 */
export class ExtraLoad {
  private readonly share: number;
  /** Hedges, as a share of the calls; undefined where nothing is hedged. */
  private readonly hedgeShare: number | undefined;
  private calls = 0;
  private extra = 0;
  private at = 0;
  /**
   * One token at most, to which each call adds `hedgeShare`: any stretch with n calls has at most 1 + hedgeShare·n hedges,
   * however the calls come.
   */
  private hedgeTokens = 1;

  constructor(share: number, hedgeShare: number | undefined) {
    this.share = share;
    this.hedgeShare = hedgeShare;
  }

  /** False if a policy of the caller's decides, and no limit was given. */
  get bounded(): boolean {
    return this.share < Infinity;
  }

  countCall(now: number): void {
    this.pass(now);
    this.calls += 1;
    this.hedgeTokens = Math.min(1, this.hedgeTokens + (this.hedgeShare ?? 0));
  }

  /** Returns how many extra requests are allowed now. In an outage it is half the share, without the reserve. */
  left(now: number, outage: boolean): number {
    if (!this.bounded) return Infinity;
    this.pass(now);
    const reserve = this.share > 0 ? RESERVE : 0;
    const allowed = outage ? (this.share / 2) * this.calls : this.share * this.calls + reserve;
    return Math.max(0, allowed - this.extra);
  }

  /**
   * True if another extra request is allowed; then it is counted. A request that is not urgent leaves half of the
   * reserve to others.
   */
  take(now: number, outage: boolean, urgent = true): boolean {
    if (this.left(now, outage) < (urgent ? 1 : RESERVE / 2)) return false;
    this.extra += 1;
    return true;
  }

  /** Takes back an extra request: a retry after a rejection succeeded. */
  giveBack(): void {
    this.extra = Math.max(0, this.extra - 1);
  }

  /** True if one more hedge is allowed, and then it is counted. */
  takeHedge(now: number, outage: boolean): boolean {
    if (!this.hasHedge(now, outage)) return false;
    this.extra += 1;
    this.hedgeTokens = Math.max(0, this.hedgeTokens - 1);
    return true;
  }

  /** True if one more hedge is allowed now; it is not counted. */
  hasHedge(now: number, outage: boolean): boolean {
    // A sum of shares such as ten times 0.1 is a hair below 1.
    return this.hedgeShare !== undefined && this.hedgeTokens >= 1 - 1e-9 && this.left(now, outage) >= 1;
  }

  private pass(now: number): void {
    if (now <= this.at) return;
    const kept = Math.exp((this.at - now) / MEMORY_MS);
    this.calls *= kept;
    this.extra *= kept;
    this.at = now;
  }
}

const MEMORY_MS = 5_000;
/** The extra requests that a program that calls seldom may need at once. */
const RESERVE = 20;
