import { countUpTo } from "../../problem/lattice.ts";
import type { Decision, Outcome } from "../../problem/outcome.ts";
import { savedArms, savedNumber, savedNumbers, savedRecord } from "../definition/saved-state.ts";
import { ColdRungs } from "./cold-rungs.ts";
import type { FocusedArms } from "./focused-arms.ts";

/**
 * How automatic cutoffs find their scale: from below, arm by arm, until the first completion of any of them
 * (`cold-rungs.ts`); after it by what the curves promise, within reach of what was seen (`KnownReach`).
 */
export class ScaleSearch {
  private readonly learned: FocusedArms;
  private readonly rungs: readonly ColdRungs[];
  private readonly reaches: readonly KnownReach[];
  private turn: number;

  constructor(policy: string, learned: FocusedArms, saved?: unknown) {
    const state = saved === undefined ? {} : savedRecord(policy, saved);
    const { arms, range } = learned;
    const none = arms.map(() => undefined);
    const [rungs, reaches] = [state.rungs ?? none, state.reaches ?? none].map((items) =>
      savedArms(policy, items, arms.length),
    );
    this.learned = learned;
    this.turn = savedNumber(policy, state.turn ?? 0, "turn");
    this.rungs = rungs.map((item) => new ColdRungs(policy, range, item));
    this.reaches = reaches.map((item) => new KnownReach(policy, item));
  }

  /** While nothing has completed. */
  decide(): Decision {
    const arm = this.turn++ % this.rungs.length;
    return { arm, cutoff: this.rungs[arm].cutoff((cutoff) => this.learned.arms[arm].resetting.at(cutoff)) };
  }

  /** How many of an arm's cutoffs may be chosen. */
  allowed(arm: number): number {
    return this.reaches[arm].count(this.learned.arms[arm].edges);
  }

  observe(arm: number, outcome: Outcome, spent: number): void {
    if (outcome.kind === "censored") this.rungs[arm].cut(outcome.time);
    this.reaches[arm].observe(outcome, spent);
    for (const reach of this.reaches) reach.pass(spent / this.reaches.length);
  }

  save(): unknown {
    return {
      turn: this.turn,
      rungs: this.rungs.map((rungs) => rungs.save()),
      reaches: this.reaches.map((reach) => reach.save()),
    };
  }
}

/**
 * Keeps one arm from spending its time where nobody has ever seen a completion: cutoffs more than an octave beyond
 * the longest one are allowed only if trials that long have then had at most half of the time. A curve drawn
 * from few completions may promise much out there, and a single trial there may cost as much as all before it.
 *
 * The time is that of all arms, over their number. When it was the arm's own, an arm that completed early at a very short
 * cutoff was kept to such cutoffs, which take no time: in one of 200 runs with rewards 0.05, 0.1 and 0.3 the best arm had
 * a two-hundredth of the time.
 */
export class KnownReach {
  /** The longest completion. */
  private longest: number;
  /** The time of all trials since the first completion, and of the arm's own that were cut beyond the reach. */
  private total: number;
  private beyond: number;

  constructor(policy: string, saved: unknown = [0, 0, 0]) {
    [this.longest, this.total, this.beyond] = savedNumbers(policy, saved, "reach", 3);
  }

  /** How many of these cutoffs may be chosen. */
  count(edges: Float64Array): number {
    if (this.longest === 0) return edges.length;
    const spare = SHARE * this.total - this.beyond;
    return Math.max(1, countUpTo(edges, Math.max(2 * this.longest, spare)));
  }

  observe(outcome: Outcome, spent: number): void {
    if (outcome.kind === "completed") this.longest = Math.max(this.longest, outcome.time);
    if (this.longest === 0) return;
    if (outcome.kind === "censored" && outcome.time > 2 * this.longest) this.beyond += spent;
  }

  /** This arm's part of the time of a trial of any arm. */
  pass(time: number): void {
    if (this.longest > 0) this.total += time;
  }

  save(): number[] {
    return [this.longest, this.total, this.beyond];
  }
}

const SHARE = 0.5;
