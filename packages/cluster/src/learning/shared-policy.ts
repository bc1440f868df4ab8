import type { Policy, SummedPolicy } from "@mulligan/core/policies";
import type { Decision, Outcome } from "@mulligan/core/problem";
import { Tally } from "@mulligan/core/statistics";

/**
 * A policy over the statistics of all workers, as far as they are known here: the last merged tally, and the trials of this
 * worker that were not in it. It decides at once; nothing here waits for the network.
 */
export class SharedPolicy {
  private readonly summed: SummedPolicy;
  private readonly turn: number;
  /** Trials of this worker that are not in the merged tally yet, in the order in which they are sent. */
  private own: Trial[] = [];
  private current: Policy;
  private known = new Tally();

  /** `turn` differs between workers, so that not all begin with the same arm while nothing is known. */
  constructor(summed: SummedPolicy, turn: number) {
    this.summed = summed;
    this.turn = turn;
    this.current = summed.from(this.known, turn);
  }

  /** Decides by the newest merged tally. */
  readonly policy: Policy = {
    decide: (context) => this.current.decide(context),
    reconsider: (decision, elapsed) => this.current.reconsider?.(decision, elapsed) ?? decision.cutoff,
    // It learns from recorded trials (`learn`): here it would learn them twice.
    observe() {},
    snapshot: () => this.current.snapshot(),
  };

  /** Learns from a trial of this worker at once. Returns the increments to send. */
  learn(decision: Decision, outcome: Outcome): Readonly<Record<string, number>> {
    const exact = this.summed.onTicks(outcome);
    this.own.push({ decision, outcome: exact });
    this.current.observe(decision, exact);
    return this.summed.increments(decision, exact);
  }

  /** The outcome as it is counted, with times rounded to ticks. */
  exactly(outcome: Outcome): Outcome {
    return this.summed.onTicks(outcome);
  }

  /** Takes the merged tally of a moment at which the first `sent` trials of this worker had arrived. */
  merge(tally: Tally, sent: number): void {
    this.own = this.own.slice(sent);
    this.known = tally;
    // A policy that learns nothing has an empty tally. Its sequence must not begin anew with every merge.
    if (isEmpty(tally)) return;
    this.current = this.summed.from(tally, this.turn);
    for (const { decision, outcome } of this.own) this.current.observe(decision, outcome);
  }

  /** Whether a trial has ended by itself. All tallies count these under names that begin with c or e. */
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
