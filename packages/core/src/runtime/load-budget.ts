/**
 * Bounds the load that calls add to themselves. Cuts, retries and hedges each start a request that the caller did not ask for, and
 * servers that are slow because they are busy must not be made busier by that. Of late (`MEMORY_MS`), there are at most
 * `share` times as many extra requests as calls, and a few more, so that somebody who calls seldom can try again at all. Finagle
 * and Linkerd bound retries in the same way, by 20% and 10 a second.
 */
export class LoadBudget {
  private readonly share: number;
  private calls = 0;
  private extra = 0;
  private at = 0;

  constructor(share: number) {
    this.share = share;
  }

  /** False where a caller's policy decides, and nothing was said of the load. */
  get bounded(): boolean {
    return this.share < Infinity;
  }

  countCall(now: number): void {
    this.pass(now);
    this.calls += 1;
  }

  /** True if one more is allowed, and then it is counted. In an outage there is half the share, and no reserve. */
  take(now: number, outage: boolean): boolean {
    if (!this.bounded) return true;
    this.pass(now);
    const reserve = this.share > 0 ? RESERVE : 0;
    const allowed = outage ? (this.share / 2) * this.calls : this.share * this.calls + reserve;
    if (this.extra + 1 > allowed) return false;
    this.extra += 1;
    return true;
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
/** One execution with all its attempts, and some. */
const RESERVE = 20;
