import type { Policy, SummedPolicy } from "@mulligan/core/policies";
import type { Decision, Outcome } from "@mulligan/core/problem";
import { Tally } from "@mulligan/core/statistics";

/**
 * A policy over the statistics of all who work, as far as they are known here: the last merged tally, and the trials of
 * our own that were not in it. It decides at once from what it has; nothing here waits for the network.
 */
export class SharedPolicy {
  private readonly summed: SummedPolicy;
  private readonly turn: number;
  /** Trials of our own that are not in the merged tally yet, in the order in which they are sent. */
  private own: Trial[] = [];
  private current: Policy;
  private known = new Tally();

  /** `turn` tells the workers apart while nothing is known, so that not all begin with the same arm. */
  constructor(summed: SummedPolicy, turn: number) {
    this.summed = summed;
    this.turn = turn;
    this.current = summed.from(this.known, turn);
  }

  /** To decide by: the same object always, whatever was merged meanwhile. */
  readonly policy: Policy = {
    decide: (context) => this.current.decide(context),
    reconsider: (decision, elapsed) => this.current.reconsider?.(decision, elapsed) ?? decision.cutoff,
    // It learns from what is recorded: what it is told besides it would learn twice.
    observe() {},
    snapshot: () => this.current.snapshot(),
  };

  /** A trial of our own: learned from at once. What it adds is to be sent. */
  learn(decision: Decision, outcome: Outcome): Readonly<Record<string, number>> {
    const exact = this.summed.onTicks(outcome);
    this.own.push({ decision, outcome: exact });
    this.current.observe(decision, exact);
    return this.summed.increments(decision, exact);
  }

  /** An outcome as it is counted. */
  exactly(outcome: Outcome): Outcome {
    return this.summed.onTicks(outcome);
  }

  /**
   * The merged tally of a moment at which the first `sent` of our own trials had arrived: those that were counted are in
   * it, and those that were left out count for nobody.
   */
  merge(tally: Tally, sent: number): void {
    this.own = this.own.slice(sent);
    this.known = tally;
    // What learns nothing has an empty tally. A sequence would begin anew with every merge.
    if (isEmpty(tally)) return;
    this.current = this.summed.from(tally, this.turn);
    for (const { decision, outcome } of this.own) this.current.observe(decision, outcome);
  }

  /** Whether a trial has ended by itself: all tallies count these under names that begin with c, or with e. */
  get anyEnded(): boolean {
    if (this.own.some(({ outcome }) => outcome.kind === "completed")) return true;
    for (const [name] of this.known.entries()) if (/^(\d\|)?[ce]\//.test(name)) return true;
    return false;
  }
}

interface Trial {
  readonly decision: Decision;
  readonly outcome: Outcome;
}

function isEmpty(tally: Tally): boolean {
  for (const _ of tally.entries()) return false;
  return true;
}
