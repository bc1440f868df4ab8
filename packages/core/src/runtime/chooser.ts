import type { Decision } from "../problem/decision.ts";
import type { Outcome } from "../problem/outcome.ts";
import type { CallPolicy } from "./call-policy.ts";
import { FirstAttempts } from "./first-attempts.ts";
import { callLearner } from "./learner.ts";
import type { Settings } from "./settings.ts";
import type { RuntimeSnapshot } from "./snapshot.ts";

/**
 * Decides for every execution: first attempts wait (`first-attempts.ts`), then the policy's word counts,
 * between the floor and the ceiling.
 *
 * A decision of `km-calls` takes some microseconds for each arm, more than all the rest of an execution, and
 * calls that come faster than that would not differ in what is known. So a decision stands for a moment,
 * unless an attempt fails meanwhile: then the next one may have to be another.
 */
export class Chooser {
  private readonly policy: CallPolicy;
  private readonly settings: Settings;
  private readonly first: FirstAttempts | undefined;
  private readonly standsForMs: number;
  private standing: Decision | undefined;
  private decidedAt = -Infinity;
  private lastSuccess: number | undefined;
  /** The shortest time in which any attempt succeeded. */
  private fastest: number;

  constructor(settings: Settings, own: CallPolicy | undefined, saved?: RuntimeSnapshot) {
    this.settings = settings;
    this.policy = own ?? callLearner(settings, saved?.policy);
    this.first =
      own === undefined ? new FirstAttempts(settings.names.length, saved?.firstAttempts) : undefined;
    this.fastest = saved?.fastest ?? Infinity;
    this.standsForMs = STANDS_FOR_MS * settings.names.length;
  }

  /** `task` is the execution's number. */
  decide(attempt: number, now: number, remainingMs: number, last: boolean, task: number): Decision {
    if (this.first === undefined) return this.own(attempt, task);
    const decision = this.firstDecision(attempt, remainingMs) ?? this.learned(attempt, now);
    this.first.begin(decision.arm);
    // Nothing can follow the last attempt, nor one whose cut would leave less than any success ever took.
    const noneFollows = last || remainingMs - decision.cutoff < this.fastest;
    return noneFollows && this.fastest < Infinity
      ? { ...decision, cutoff: this.settings.maxCutoffMs }
      : decision;
  }

  /** When to cut an attempt that has run so long, by what is known now; undefined where it is not thought over. */
  get reconsider(): ((decision: Decision, elapsedMs: number) => number) | undefined {
    const { policy } = this;
    if (policy.reconsider === undefined) return undefined;
    return (decision, elapsedMs) => {
      const cutoff = policy.reconsider!(decision, elapsedMs);
      this.check({ ...decision, cutoff });
      return this.bounded(cutoff);
    };
  }

  observe(decision: Decision, outcome: Outcome): void {
    const success = outcome.kind === "completed" && outcome.reward > 0;
    if (success) {
      this.lastSuccess = decision.arm;
      this.fastest = Math.min(this.fastest, outcome.time);
    } else {
      this.standing = undefined;
    }
    if (outcome.kind === "censored" && outcome.time < decision.cutoff) this.first?.forget(decision.arm);
    else this.first?.end(decision.arm, outcome.time, success);
    this.policy.observe(decision, outcome);
  }

  /** A failure that is final says nothing of the arm: it is as new as before. */
  leave({ arm }: Decision): void {
    this.first?.forget(arm);
  }

  snapshot(): RuntimeSnapshot {
    return {
      version: 1,
      policy: this.policy.snapshot(),
      firstAttempts: this.first?.save() ?? [],
      ...(this.fastest === Infinity ? {} : { fastest: this.fastest }),
    };
  }

  private firstDecision(attempt: number, remainingMs: number): Decision | undefined {
    if (this.first === undefined || !this.first.underWay) return undefined;
    const arm = this.first.nextArm() ?? this.lastSuccess;
    if (arm === undefined) return undefined;
    return { arm, cutoff: this.bounded(this.first.cutoffMs(remainingMs)), attempt };
  }

  /** By the caller's policy, which is asked for each attempt: it may tell this task from others. */
  private own(attempt: number, task: number): Decision {
    const decision = this.policy.decide(attempt, task);
    this.check(decision);
    return { ...decision, cutoff: this.bounded(decision.cutoff), attempt, task };
  }

  /** What a policy of the caller's decides. */
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

  private learned(attempt: number, now: number): Decision {
    if (attempt === 1 && this.standing !== undefined && now - this.decidedAt < this.standsForMs) {
      return this.standing;
    }
    const { arm, cutoff } = this.policy.decide(attempt);
    const decision = { arm, cutoff: this.bounded(cutoff), attempt };
    if (attempt === 1) {
      this.standing = decision;
      this.decidedAt = now;
    }
    return decision;
  }

  private bounded(cutoff: number): number {
    return Math.min(Math.max(cutoff, this.settings.minCutoffMs), this.settings.maxCutoffMs);
  }
}

/** For each arm. A draw takes about a twentieth of this. */
const STANDS_FOR_MS = 0.1;
