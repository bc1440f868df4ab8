import { countUpTo } from "../../problem/ascending.ts";
import type { Outcome } from "../../problem/outcome.ts";
import { savedNumbers } from "../definition/saved-state.ts";

/**
 * Keeps one arm from spending its time where nobody has ever seen a completion: cutoffs more than an octave beyond
 * the longest one are allowed only while trials that long have had at most half of the time. A curve drawn
 * from few completions may promise much out there, and a single trial there may cost as much as all before it.
 */
export class KnownReach {
  /** The longest completion. */
  private longest: number;
  /** The time of all trials since the first completion, and of those that were cut beyond the reach. */
  private total: number;
  private beyond: number;

  constructor(policy: string, saved: unknown = [0, 0, 0]) {
    [this.longest, this.total, this.beyond] = savedNumbers(policy, saved, "reach", 3);
  }

  /** How many of these cutoffs may be chosen. */
  count(edges: Float64Array): number {
    if (this.longest === 0 || this.beyond <= SHARE * this.total) return edges.length;
    return Math.max(1, countUpTo(edges, 2 * this.longest));
  }

  observe(outcome: Outcome, spent: number): void {
    if (outcome.kind === "completed") this.longest = Math.max(this.longest, outcome.time);
    if (this.longest === 0) return;
    this.total += spent;
    if (outcome.kind === "censored" && outcome.time > 2 * this.longest) this.beyond += spent;
  }

  save(): number[] {
    return [this.longest, this.total, this.beyond];
  }
}

const SHARE = 0.5;
