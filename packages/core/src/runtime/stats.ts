import { Forgetting } from "../statistics/forgetting.ts";
import type { ArmState } from "./arm-health.ts";

/** The counts of all arms and executions so far. */
export interface RuntimeStats<Name extends string> {
  /** Executions under way. */
  readonly running: number;
  /**
   * Executions that returned a value (`succeeded`), threw `AttemptsFailedError` (`failed`) or ended otherwise
   * (`aborted`).
   */
  readonly succeeded: number;
  readonly failed: number;
  readonly aborted: number;
  /** Whether no attempt succeeds any more; then there is a pause before each retry. */
  readonly outage: boolean;
  /** Whether the breaker is open, so that calls are refused except for probes. */
  readonly open: boolean;
  /** Attempts of all arms that were cut or aborted and still run. */
  readonly stragglers: number;
  /** The counts and rates of each arm, by name. */
  readonly arms: Readonly<Record<Name, ArmStats>>;
}

/** The counts and rates of one arm. */
export interface ArmStats {
  /** Attempts begun so far: those that succeeded, failed, were cut or stopped, and those that still run. */
  readonly attempts: number;
  /** Attempts that earned a reward above 0. */
  readonly successes: number;
  /** Attempts that were rejected, or fulfilled without reward. */
  readonly failures: number;
  /** Attempts that were cut at the cutoff. */
  readonly cuts: number;
  /** Attempts that were stopped by the deadline, by an abort, or because another attempt was first. */
  readonly stopped: number;
  /** The share of successes among the attempts that succeeded, failed or were cut; recent ones weigh most. */
  readonly successRate: number;
  /** The cutoff of the latest attempt; undefined before the first. */
  readonly cutoffMs: number | undefined;
  /** The reward in a second of waiting; recent attempts weigh most. */
  readonly rate: number;
  /** The cost of the arm's attempts so far, in the unit of `cost`. */
  readonly cost: number;
  /** Whether the arm can be called: `cooling`, `failing` and `open` arms are not called except for probes. */
  readonly state: ArmState;
  /** Attempts that were cut or aborted but still run: their arm ignores its signal, or has not reacted yet. */
  readonly stragglers: number;
  /** Results that came after the cut and were dropped. */
  readonly late: number;
}

/** Counts the attempts of one arm. */
export class ArmCounters {
  attempts = 0;
  successes = 0;
  failures = 0;
  cuts = 0;
  stopped = 0;
  stragglers = 0;
  late = 0;
  cost = 0;
  cutoffMs: number | undefined;
  private readonly forgetting: Forgetting;
  private readonly recent = { ended: 0, succeeded: 0, reward: 0, timeMs: 0 };

  constructor(halfLife: number) {
    this.forgetting = new Forgetting(halfLife, Infinity);
  }

  end(timeMs: number, reward: number): void {
    const { recent, forgetting } = this;
    forgetting.pass(timeMs, (factor) => {
      recent.ended *= factor;
      recent.succeeded *= factor;
      recent.reward *= factor;
      recent.timeMs *= factor;
    });
    recent.ended += forgetting.weight;
    recent.timeMs += forgetting.weight * timeMs;
    recent.reward += forgetting.weight * reward;
    if (reward > 0) recent.succeeded += forgetting.weight;
  }

  stats(state: ArmState): ArmStats {
    const { attempts, successes, failures, cuts, stopped, stragglers, late, cost, cutoffMs, recent } = this;
    return {
      attempts,
      successes,
      failures,
      cuts,
      stopped,
      successRate: recent.ended > 0 ? recent.succeeded / recent.ended : 0,
      cutoffMs,
      rate: recent.timeMs > 0 ? (1000 * recent.reward) / recent.timeMs : 0,
      cost,
      state,
      stragglers,
      late,
    };
  }
}

/** The learned figures of one arm. */
export interface ArmExplanation<Name extends string = string> {
  readonly arm: Name;
  /**
   * `cooling` at its server's request, `failing` after quick refusals, or `open` after calls that it lost; all others
   * are `ready`.
   */
  readonly state: ArmState;
  /** The cutoff of a first attempt. */
  readonly cutoffMs: number;
  /**
   * The expected cost of a call at this arm, with all attempts that fail and are cut; Infinity while nothing succeeded
   * there.
   */
  readonly expectedMs: number;
  /** The expected cost if no attempt were cut before the longest so far. */
  readonly withoutCutsMs: number;
  /** The number of attempts behind these figures; older ones count less. */
  readonly attempts: number;
}

/**
 * The reason for the treatment of a call: nothing is known yet (`start`), cuts pay (`gain`) or do not (`no gain`), the
 * load allows no further request (`budget`), all arms cool down (`cooldown`), the `breaker` is open, or a `policy` of
 * yours decides.
 */
export type ExplanationReason = "start" | "gain" | "no gain" | "budget" | "cooldown" | "breaker" | "policy";

/** The decision that a call would get now, with its reasons. */
export interface Explanation<Name extends string = string> {
  /** The arm that would be called; undefined if none may be. Equally good arms share the calls. */
  readonly arm: Name | undefined;
  /** The cutoff of its attempt. */
  readonly cutoffMs: number;
  /** The expected cost of the call, in ms, with `cost` and the price of extra requests. */
  readonly expectedMs: number;
  /** The number of attempts behind these figures; older ones count less. */
  readonly attempts: number;
  /** The reason for this decision. */
  readonly reason: ExplanationReason;
  /** Every arm, with the same figures. */
  readonly arms: readonly ArmExplanation<Name>[];
  /** The number of extra requests that the load allows now. */
  readonly extraRequestsLeft: number;
  /** The same in a sentence or two. */
  readonly sentence: string;
}

/** An explanation without what the load adds, and before it is written as a sentence. */
export type ExplainedChoice = Omit<Explanation, "extraRequestsLeft" | "sentence">;

/** Writes the figures as a sentence; `waitMs` is how long all arms cool down. */
export function sentenceOf(found: ExplainedChoice, objective: "mean" | "p99", waitMs: number): string {
  const chosen = found.arms.find(({ arm }) => arm === found.arm);
  const known = `from ${count(found.attempts)}`;
  const after = duration(found.cutoffMs);
  const figure = objective === "p99" ? "the slowest 1% of calls take" : "a call costs";
  switch (found.reason) {
    case "start":
      return `Asks ${found.arm} and waits up to ${after}: nothing has succeeded yet, so there is nothing to learn from.`;
    case "gain":
      return (
        `Asks ${found.arm} and cuts after ${after}: ${figure} ${duration(found.expectedMs)} that way and ` +
        `${duration(chosen!.withoutCutsMs)} without cuts (${known}).${others(found)}`
      );
    case "no gain":
      return (
        `Asks ${found.arm} and waits: earlier cuts would gain too little, so only an attempt of more than ${after} is cut; ` +
        `${figure} ${duration(found.expectedMs)} (${known}).${others(found)}`
      );
    case "budget":
      return (
        `Asks ${found.arm} and waits, although a cut after ${after} would pay (${duration(found.expectedMs)} instead of ` +
        `${duration(chosen!.withoutCutsMs)}, ${known}): the budget of extra requests (maxExtraLoad) is used up.`
      );
    case "cooldown":
      return `Asks no arm: all cool down, the first for another ${duration(waitMs)}.`;
    case "breaker":
      return `Refuses calls: every arm loses them, and chance does not explain it; a probe is made now and then.`;
    case "policy":
      return "Asks what your own policy decides.";
  }
}

function others({ arm: chosen, arms }: ExplainedChoice): string {
  const words = arms
    .filter(({ arm }) => arm !== chosen)
    .map(({ arm, state, expectedMs }) => {
      if (state !== "ready") return `${arm} is ${state}`;
      return expectedMs < Infinity ? `${arm} would cost ${duration(expectedMs)}` : `${arm} never succeeded`;
    });
  return words.length === 0 ? "" : ` The others: ${words.join(", ")}.`;
}

function count(attempts: number): string {
  const rounded = Math.round(attempts);
  return `${rounded} ${rounded === 1 ? "attempt" : "attempts"}`;
}

function duration(ms: number): string {
  if (ms === Infinity) return "any time";
  if (ms < 1_000) return `${Number(ms.toPrecision(3))} ms`;
  return `${Number((ms / 1_000).toPrecision(3))} s`;
}
