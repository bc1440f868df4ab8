import type { Random } from "../../random/random.ts";
import { standardNormal } from "../../random/ziggurat.ts";
import { type CallLimits, CallPlan, type PlannedAttempt, SURPRISE } from "./call-plan.ts";
import { survival } from "./hazards.ts";
import { type KnownArm, type Lesson, rankOf, type SavedArm } from "./known-arm.ts";

/** What a learner is asked for. */
export interface Question {
  /** How many attempts of the execution were cut before this one. */
  readonly cuts: number;
  /** By how much dearer each arm counts, since attempts of the execution failed there; undefined before the first. */
  readonly aversion: readonly number[] | undefined;
  /** How many attempts are under way at each arm. */
  readonly outstanding: readonly number[];
  /** Before when the execution does not ask each arm again; undefined before its first failure. */
  readonly notBefore: readonly number[] | undefined;
  /** The time in ms. */
  readonly now: number;
}

/** What is known of the arms at the moment, whatever the key. */
export interface ArmConditions {
  /** False if the arm is not to be asked now. */
  mayAsk(arm: number, question: Pick<Question, "now" | "notBefore">): boolean;
  /** True if the last attempts at the arm failed. */
  isFailing(arm: number): boolean;
}

/**
 * Learns from calls which arm to ask, and when to cut. The arm is drawn as in Thompson (1933): each arm's cost, as planned
 * (`call-plan.ts`), with an error drawn at random, and with what its load adds (`load-slope.ts`); the least is taken. So arms
 * that the data cannot tell apart share the calls, by what is under way at each.
 */
export class CallLearner {
  readonly arms: KnownArm[];
  private readonly plan: CallPlan;
  private readonly idleGrowth: number;
  private readonly slowRun = new SlowRun();
  /** By arm, the logarithm of the chance of its present run of failures. */
  private readonly failing: number[];
  /** The time that the latest execution had when it began. */
  deadlineMs = Infinity;
  private succeeded: boolean;
  private stale = true;
  private plannedAt = -Infinity;

  constructor(arms: KnownArm[], limits: CallLimits, halfLife: number) {
    this.arms = arms;
    this.failing = arms.map(() => 0);
    this.plan = new CallPlan(arms.length, limits);
    this.succeeded = arms.some(({ msPerSuccess }) => msPerSuccess < Infinity);
    this.idleGrowth = 2 ** (1 / (IDLE * halfLife * arms.length));
  }

  /** Whether anything succeeded; before, there is nothing to plan with. */
  get ready(): boolean {
    return this.succeeded;
  }

  /** The arm itself, if it has succeeded and none is much better; else the best that may be asked. */
  bestFor(
    arm: number,
    question: Pick<Question, "cuts" | "now" | "notBefore">,
    conditions: ArmConditions,
  ): number {
    this.refresh(question.now);
    const rank = rankOf(question.cuts);
    let best = arm;
    const { msPerSuccess } = this.arms[arm];
    let least = msPerSuccess < Infinity ? this.plan.attempt(arm, rank).lately / AS_GOOD : Infinity;
    for (let other = 0; other < this.arms.length; other++) {
      const { lately } = this.plan.attempt(other, rank);
      if (lately >= least || this.arms[other].msPerSuccess === Infinity) continue;
      if (!conditions.mayAsk(other, question)) continue;
      best = other;
      least = lately;
    }
    return best;
  }

  /** What a success takes at the best arm, with all that fails before it, by the latest plan. */
  get successMs(): number {
    return this.plan.successMs;
  }

  choose(question: Question, conditions: ArmConditions, random: Random): number {
    return this.cheapest(question, conditions, () => standardNormal(random));
  }

  /** The arm with the least expected cost, without a draw. */
  likeliest(question: Question, conditions: ArmConditions): number {
    return this.cheapest(question, conditions, () => 0);
  }

  private cheapest(question: Question, conditions: ArmConditions, error: () => number): number {
    if (this.arms.length === 1) return 0;
    const { cuts, aversion, outstanding, now } = question;
    this.refresh(now);
    const rank = rankOf(cuts);
    let chosen = 0;
    let least = Infinity;
    for (let arm = 0; arm < this.arms.length; arm++) {
      if (!conditions.mayAsk(arm, question)) continue;
      const { lately, doubt } = this.plan.attempt(arm, rank);
      const load = this.arms[arm].load.extraMs(outstanding[arm], lately, this.arms[arm].unit);
      // An arm that refuses is idle, but not because it is fast.
      const added = conditions.isFailing(arm) ? Math.max(0, load) : load;
      const drawn = (aversion?.[arm] ?? 1) * (lately + added + doubt * error());
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

  /** The attempt of an arm after so many cuts, as planned now. */
  planned(arm: number, cuts: number, now: number): PlannedAttempt {
    this.refresh(now);
    return this.latest(arm, cuts);
  }

  /** The same by the latest plan. */
  latest(arm: number, cuts: number): PlannedAttempt {
    return this.plan.attempt(arm, rankOf(cuts));
  }

  /** The chance that a first attempt at the arm lasts so long; the fewer were seen, the less is it taken to be rare. */
  chanceOfLasting(arm: number, timeMs: number): number {
    if (timeMs === 0) return 1;
    const seen = this.plan.seen(arm);
    return (seen * survival(this.plan.firstAttempts(arm), timeMs) + 1) / (seen + 1);
  }

  /** False where slowness comes with the input, so that another attempt is as slow. */
  get retriesHelp(): boolean {
    return this.plan.alike > 0.5;
  }

  /** How long a successful attempt at the arm takes, on average; Infinity before the first. */
  successTimeMs(arm: number): number {
    return this.arms[arm].meanSuccessMs;
  }

  observe(lesson: Lesson): void {
    for (let other = 0; other < this.arms.length; other++) {
      if (other === lesson.arm) continue;
      this.arms[other].fade(this.idleGrowth);
      // An arm that fails is probed (`arm-health.ts`); one that was only slow may be drawn again.
      if (this.failing[other] === 0) this.arms[other].recent.pass();
    }
    const { arm, cuts, reward, tooSlow } = lesson;
    const success = reward !== undefined && reward > 0;
    if (success) {
      this.slowRun.end();
      this.succeeded = true;
    }
    if (tooSlow) this.slowRun.add(this.chanceOfLasting(arm, lesson.timeMs));
    const cost = lesson.timeMs + lesson.costMs + (success ? 0 : this.plan.afterFailureMs);
    // Before anything succeeded it is not known what a failure costs.
    if (cuts === 0 && (tooSlow || reward !== undefined) && cost < Infinity) this.arms[arm].recent.add(cost);
    if (!this.isOutage(lesson, success)) this.arms[arm].observe(lesson);
    this.stale = true;
    if (!success) this.plannedAt = -Infinity;
  }

  /**
   * True for a failure in a run that chance does not explain. It shows in the recent costs, but says nothing of how long attempts
   * take when the arm works, and so is not added to them: a recovered arm is at once what it was before.
   */
  private isOutage({ arm, cuts, tooSlow, timeMs }: Lesson, success: boolean): boolean {
    if (success) {
      this.failing[arm] = 0;
      return false;
    }
    const chance = tooSlow ? this.chanceOfLasting(arm, timeMs) : this.plan.chanceOfRejection(arm);
    // An attempt after a cut may fail for the same reason as the one before it.
    this.failing[arm] += Math.log(Math.max(chance, cuts > 0 ? LEAST_AFTER_CUT : LEAST_CHANCE));
    return this.failing[arm] < Math.log(SURPRISE);
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
    this.plan.make(this.arms, this.deadlineMs);
    this.stale = false;
    this.plannedAt = now;
  }
}

/**
 * Attempts in a row that were slower than almost any before, of all arms. One slow attempt is better left than waited for. A run of
 * them that chance does not explain means that everything has become slower, and then another attempt would be as slow.
 */
export class SlowRun {
  private logChance = 0;

  /** Adds an attempt that lasted so long with this chance. */
  add(chance: number): void {
    this.logChance += Math.log(chance);
  }

  end(): void {
    this.logChance = 0;
  }

  /** By how much longer to wait: twice as long for each surprise. So a jump is met at once, not after a half-life. */
  get patience(): number {
    return this.logChance === 0 ? 1 : 2 ** Math.floor(this.logChance / Math.log(SURPRISE));
  }
}

/** No failure is taken to be rarer than this: failures come in bunches. */
const LEAST_CHANCE = 0.05;
const LEAST_AFTER_CUT = 0.5;
/** For each arm. A plan takes some percent of this. */
const STANDS_FOR_MS = 0.2;
/** Up to so many times the cost, an arm is as good as another. */
const AS_GOOD = 1.5;
/** An idle arm's half-life, over the number of arms, in half-lives of an arm in use. */
const IDLE = 2.5;
