import { standardNormal } from "../../random/normal.ts";
import type { Random } from "../../random/random.ts";
import { type CallLimits, CallPlan } from "./call-plan.ts";
import { type KnownArm, type Lesson, rankOf, type SavedArm } from "./known-arm.ts";
import { SlowRun } from "./slow-run.ts";

/** What a learner is asked for. */
export interface Question {
  /** How many attempts of the execution were cut before this one. */
  readonly cuts: number;
  /** By how much dearer each arm counts, since attempts of the execution failed there; undefined before the first. */
  readonly aversion: readonly number[] | undefined;
  /** How many attempts are under way at each arm. */
  readonly outstanding: readonly number[];
  /** The time in ms. */
  readonly now: number;
}

/**
 * Learns from calls which arm to ask, and when to cut. The arm is drawn as Thompson (1933) has it: each arm's cost, as planned
 * (`call-plan.ts`), with an error drawn at random, and with what its load adds (`load-slope.ts`); the least is taken. So arms
 * that the data cannot tell apart share the calls, by what is under way at each.
 */
export class CallLearner {
  readonly arms: KnownArm[];
  private readonly plan: CallPlan;
  private readonly idleGrowth: number;
  private readonly slowRun = new SlowRun();
  private succeeded: boolean;
  private stale = true;
  private plannedAt = -Infinity;

  constructor(arms: KnownArm[], limits: CallLimits, halfLife: number) {
    this.arms = arms;
    this.plan = new CallPlan(arms.length, limits);
    this.succeeded = arms.some(({ msPerSuccess }) => msPerSuccess < Infinity);
    this.idleGrowth = 2 ** (1 / (IDLE * halfLife * arms.length));
  }

  /** Whether anything succeeded; before, there is nothing to plan with. */
  get ready(): boolean {
    return this.succeeded;
  }

  /** The arm itself, if it has succeeded and none is much better; else the best. */
  bestFor(arm: number, { cuts, now }: { readonly cuts: number; readonly now: number }): number {
    this.refresh(now);
    const rank = rankOf(cuts);
    let best = arm;
    const { msPerSuccess } = this.arms[arm];
    let least = msPerSuccess < Infinity ? this.plan.attempt(arm, rank).lately / AS_GOOD : Infinity;
    for (let other = 0; other < this.arms.length; other++) {
      const { lately } = this.plan.attempt(other, rank);
      if (lately >= least || this.arms[other].msPerSuccess === Infinity) continue;
      best = other;
      least = lately;
    }
    return best;
  }

  /** What a success takes at the best arm, with all that failed before it, by the latest plan. */
  get successMs(): number {
    return this.plan.successMs;
  }

  choose({ cuts, aversion, outstanding, now }: Question, random: Random): number {
    if (this.arms.length === 1) return 0;
    this.refresh(now);
    const rank = rankOf(cuts);
    let chosen = 0;
    let least = Infinity;
    for (let arm = 0; arm < this.arms.length; arm++) {
      const { lately, doubt } = this.plan.attempt(arm, rank);
      const load = this.arms[arm].load.extraMs(outstanding[arm], lately, this.arms[arm].unit);
      const drawn = (aversion?.[arm] ?? 1) * (lately + load + doubt * standardNormal(random));
      if (drawn >= least) continue;
      least = drawn;
      chosen = arm;
    }
    return chosen;
  }

  cutoffMs(arm: number, cuts: number, now: number): number {
    this.refresh(now);
    return this.plan.attempt(arm, rankOf(cuts)).cutoffMs * this.slowRun.patience;
  }

  observe(lesson: Lesson): void {
    for (let other = 0; other < this.arms.length; other++) {
      if (other !== lesson.arm) this.arms[other].fade(this.idleGrowth);
    }
    const { arm, cuts, reward, tooSlow } = lesson;
    const success = reward !== undefined && reward > 0;
    if (success) {
      this.slowRun.end();
      this.succeeded = true;
    }
    if (tooSlow) this.slowRun.add(this.plan.attempt(arm, rankOf(cuts)).lasts);
    const cost = lesson.timeMs + (success ? 0 : this.plan.afterFailureMs);
    // Before anything succeeded nobody can say what a failure costs.
    if (cuts === 0 && (tooSlow || reward !== undefined) && cost < Infinity) this.arms[arm].recent.add(cost);
    this.arms[arm].observe(lesson);
    this.stale = true;
    if (!success) this.plannedAt = -Infinity;
  }

  save(): SavedArm[] {
    return this.arms.map((arm) => arm.save());
  }

  /**
   * A plan takes some microseconds for each arm, more than all the rest of an execution, and calls that come faster than that
   * would not differ in what is known. So it stands for a moment, unless an attempt fails meanwhile.
   */
  private refresh(now: number): void {
    if (!this.ready || !this.stale || now - this.plannedAt < STANDS_FOR_MS * this.arms.length) return;
    this.plan.make(this.arms);
    this.stale = false;
    this.plannedAt = now;
  }
}

/** For each arm. A plan takes about a twentieth of this. */
const STANDS_FOR_MS = 0.1;
/** Up to so many times the cost, an arm is as good as another. */
const AS_GOOD = 1.5;
/** An idle arm's half-life, over the number of arms, in half-lives of an arm in use. */
const IDLE = 2.5;
