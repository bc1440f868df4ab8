import type { Decision } from "../../problem/decision.ts";
import type { Outcome } from "../../problem/outcome.ts";
import { savedArms, savedNumber, savedRecord } from "../definition/saved-state.ts";
import { ColdRungs } from "./cold-rungs.ts";
import type { FocusedArms } from "./focused-arms.ts";
import { KnownReach } from "./known-reach.ts";

/**
 * How automatic cutoffs find their scale: from below, arm by arm, until the first completion of any of them
 * (`cold-rungs.ts`); after it by what the curves promise, within reach of what was seen (`known-reach.ts`).
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
    return { arm, cutoff: this.rungs[arm].cutoff() };
  }

  /** How many of an arm's cutoffs may be chosen. */
  allowed(arm: number): number {
    return this.reaches[arm].count(this.learned.arms[arm].edges);
  }

  observe(arm: number, outcome: Outcome, spent: number): void {
    if (outcome.kind === "censored") this.rungs[arm].cut(outcome.time);
    this.reaches[arm].observe(outcome, spent);
  }

  save(): unknown {
    return {
      turn: this.turn,
      rungs: this.rungs.map((rungs) => rungs.save()),
      reaches: this.reaches.map((reach) => reach.save()),
    };
  }
}
