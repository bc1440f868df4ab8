import type { Random } from "../random/random.ts";
import type { Attempt } from "./attempt.ts";
import { Health } from "./health.ts";
import { LoadBound } from "./load-bound.ts";
import { LoadBudget } from "./load-budget.ts";
import type { Settings } from "./settings.ts";

/** Says which requests may be made beyond the first of each call. */
export class ExtraLoad {
  private readonly health: Health;
  private readonly budget: LoadBudget;
  private readonly hedges: LoadBound | undefined;
  private readonly random: Random;

  constructor({ names, maxExtraLoad, maxHedges }: Settings, random: Random) {
    this.health = new Health(names.length);
    this.budget = new LoadBudget(maxExtraLoad);
    this.hedges = maxHedges === undefined ? undefined : new LoadBound(maxHedges);
    this.random = random;
  }

  countCall(now: number): void {
    this.budget.countCall(now);
    this.hedges?.countFirst();
  }

  ended({ decision, startedAt }: Attempt, success: boolean, now: number): void {
    this.health.ended(decision.arm, success, startedAt, now);
  }

  /** An attempt that is not cut, since it is hedged, lasts longer than it should. */
  foundSlow(attempt: Attempt, now: number): void {
    if (attempt.slow) return;
    attempt.slow = true;
    this.ended(attempt, false, now);
  }

  /** After a failure at this arm; at most one a question. */
  allowsAnother(arm: number, now: number): boolean {
    return this.isOut(arm) || this.budget.take(now, this.health.outage);
  }

  /** The arm does not answer while another does: for that one a call's next request is its first. */
  isOut(arm: number): boolean {
    return this.health.isOut(arm);
  }

  allowsHedge(now: number): boolean {
    return this.hedges!.allows && this.budget.take(now, this.health.outage) && this.hedges!.take();
  }

  /** In an outage nothing is tried again at once. */
  pauseMs(now: number): number {
    return this.budget.bounded && this.health.outage ? this.health.pauseMs(now, this.random) : 0;
  }
}
