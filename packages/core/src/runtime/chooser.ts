import type { Policy } from "../policies/definition/policy.ts";
import type { Decision, Outcome } from "../problem/outcome.ts";
import type { Attempt, AttemptRequest, Choice } from "./attempt.ts";
import type { AttemptEnding } from "./events.ts";
import type { Settings } from "./settings.ts";
import type { RuntimeSnapshot } from "./snapshot.ts";
import type { ExplainedChoice } from "./stats.ts";

/** Decides for executions: by what it learns itself (`LearnedChooser`) or by a caller's policy (`PolicyChooser`). */
export interface Chooser {
  decide(request: AttemptRequest): Choice;
  /** Learns from an attempt; `costMs` is what the caller's `cost` returned for it. */
  observe(attempt: Attempt, outcome: Outcome, ending: AttemptEnding, costMs: number): void;
  /** Forgets an attempt that says nothing about its arm. */
  forget(attempt: Attempt): void;
  /** Returns how long an attempt that has run for `elapsedMs` may take in all, by what is known now. */
  limitMs(attempt: Attempt, elapsedMs: number): number;
  /** True if cutting an attempt that has run for `elapsedMs` gains much; otherwise the extra load is better kept. */
  isUrgent(attempt: Attempt, elapsedMs: number): boolean;
  /** The chance that an attempt at the arm lasts for `timeMs`, and how long a success usually takes. */
  usual(attempt: Attempt, timeMs: number): { readonly chance: number; readonly successMs: number };
  /** Whether it can choose any arm that may be called, so that an execution need not wait for another. */
  readonly asksAnyArm: boolean;
  /** Whether a success may move the limits of attempts that are under way. */
  readonly thinksAgain: boolean;
  /** `left` is the number of extra requests that the load allows now. */
  explain(
    key: string | undefined,
    outstanding: readonly number[],
    now: number,
    left: number,
  ): ExplainedChoice;
  snapshot(): RuntimeSnapshot;
}

/** Decides by a policy of the caller's, within the floor and the ceiling. */
export class PolicyChooser implements Chooser {
  readonly asksAnyArm = false;
  readonly thinksAgain: boolean;
  private readonly policy: Policy;
  private readonly settings: Settings;

  constructor(settings: Settings, policy: Policy) {
    this.settings = settings;
    this.policy = policy;
    this.thinksAgain = policy.reconsider !== undefined;
  }

  decide({ number, task }: AttemptRequest): Choice {
    const decision = this.policy.decide({ attempt: number, task });
    this.check(decision);
    return {
      ...decision,
      cutoff: this.settings.bounded(decision.cutoff),
      attempt: number,
      task,
      stands: true,
    };
  }

  observe({ decision }: Attempt, outcome: Outcome): void {
    this.policy.observe(decision, outcome);
  }

  forget(): void {}

  limitMs({ decision }: Attempt, elapsedMs: number): number {
    if (this.policy.reconsider === undefined) return decision.cutoff;
    const cutoff = this.policy.reconsider(decision, elapsedMs);
    this.check({ ...decision, cutoff });
    return this.settings.bounded(cutoff);
  }

  isUrgent(): boolean {
    return true;
  }

  usual() {
    return { chance: 0, successMs: 0 };
  }

  explain(): ExplainedChoice {
    const [cutoffMs, expectedMs] = [Infinity, Infinity];
    return { arm: undefined, cutoffMs, expectedMs, attempts: 0, reason: "policy", arms: [] };
  }

  snapshot(): RuntimeSnapshot {
    return { version: 3, policy: this.policy.snapshot() };
  }

  private check({ arm, cutoff }: Decision): void {
    const { names } = this.settings;
    if (names[arm] === undefined) {
      throw new RangeError(
        `mulligan: the policy must name an arm from 0 to ${names.length - 1}, got ${String(arm)}`,
      );
    }
    if (!(cutoff >= 0)) {
      throw new RangeError(
        `mulligan: the policy's cutoff must be a time of at least 0, got ${String(cutoff)}`,
      );
    }
  }
}
