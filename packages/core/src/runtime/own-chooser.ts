import type { Policy } from "../policies/definition/policy.ts";
import type { Decision, Outcome } from "../problem/outcome.ts";
import type { Attempt, AttemptRequest, Choice } from "./attempt.ts";
import type { Chooser } from "./chooser.ts";
import { type Explanation, sentenceOf } from "./explain.ts";
import type { Settings } from "./settings.ts";
import type { RuntimeSnapshot } from "./snapshot.ts";

/** By a policy of the caller's: it is asked for each attempt, and its word counts between the floor and the ceiling. */
export class OwnChooser implements Chooser {
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

  leave(): void {}

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

  explain(
    _key: string | undefined,
    _outstanding: readonly number[],
    _now: number,
    left: number,
  ): Explanation {
    const found = {
      arm: undefined,
      cutoffMs: Infinity,
      expectedMs: Infinity,
      attempts: 0,
      reason: "policy",
      arms: [],
      extraRequestsLeft: left,
    } as const;
    return { ...found, sentence: sentenceOf(found, "mean", 0) };
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
