import type { ResettingTime } from "../problem/arm.ts";
import type { Outcome } from "../problem/outcome.ts";
import { Moments } from "./moments.ts";

/**
 * The time that a trial takes if it is cut at each cutoff: t_l + C(t_l). A known C is looked up once; a random one
 * is estimated on its own, from the trials that were cut, since a trial that completed or was cut at a
 * longer t shows no C(t_l) (docs/errata.md#e19).
 */
export class ResettingEstimate {
  readonly usage: Float64Array;
  readonly observed = new Moments();
  private readonly resetting: ResettingTime;
  private readonly edges: Float64Array;

  constructor(resetting: ResettingTime, edges: Float64Array) {
    this.resetting = resetting;
    this.edges = edges;
    this.usage = edges.map((edge) => (resetting.known ? edge + resetting.mean(edge) : edge));
  }

  /** Var(C), 0 where C is known. */
  get variance(): number {
    return this.resetting.known ? 0 : this.observed.variance;
  }

  /** C(t) as far as it is known. */
  at(cutoff: number): number {
    if (this.resetting.known) return this.resetting.mean(cutoff);
    return cutoff === Infinity ? 0 : this.observed.mean;
  }

  /** True if the estimate changed, and with it the usage at every cutoff. */
  observe(outcome: Outcome): boolean {
    if (this.resetting.known || outcome.kind !== "censored" || outcome.resetting === undefined) return false;
    this.observed.add(outcome.resetting);
    for (let i = 0; i < this.usage.length; i++) this.usage[i] = this.edges[i] + this.observed.mean;
    return true;
  }

  /** Plain data: count, mean and squares of the resets seen. */
  save(): number[] {
    return [this.observed.count, this.observed.mean, this.observed.squares];
  }

  load([count, mean, squares]: readonly number[]): void {
    Object.assign(this.observed, { count, mean, squares });
    if (!this.resetting.known && count > 0) this.usage.set(this.edges.map((edge) => edge + mean));
  }
}
