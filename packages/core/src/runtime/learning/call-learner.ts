import type { Random } from "../../random/random.ts";
import { standardNormal } from "../../random/ziggurat.ts";
import { type CallLimits, type PlannedAttempt, SURPRISE } from "./call-plan.ts";
import { CallPlans } from "./call-plans.ts";
import { type FinishedAttempt, LearnedArm, rankOf, type SavedArm } from "./learned-arm.ts";

/** The figures of an execution on which the plan of an attempt depends. */
export interface PlanContext {
  /** The number of its attempts that were cut before. */
  readonly cuts: number;
  /** The time that it has in all, in ms. */
  readonly deadlineMs: number;
}

/** The figures on which the choice of an arm depends. */
export interface ChoiceContext extends PlanContext {
  /** The factor by which the cost of each arm is raised after failures of the execution there; undefined before the first. */
  readonly aversion?: readonly number[] | undefined;
  /** The number of attempts under way at each arm. */
  readonly outstanding: readonly number[];
  /** The time before which the execution does not call each arm again; undefined before its first failure. */
  readonly notBefore?: readonly number[] | undefined;
  /** The time in ms. */
  readonly now: number;
}

/** The condition of the arms at the moment, whatever the key. */
interface ArmConditions {
  /** False if the arm is not to be called now. */
  mayAsk(arm: number, context: ChoiceContext): boolean;
  /** True if the last attempts at the arm failed. */
  isFailing(arm: number): boolean;
}

/**
 * Learns from calls which arm to call, and when to cut. The arm is drawn as in Thompson (1933): each arm's cost, as
 * planned (`call-plan.ts`), with an error drawn at random, and with what its load adds (`LoadSlope`); the least is
 * taken. So arms that the data do not distinguish share the calls, according to the attempts under way at each.
 */
export class CallLearner {
  readonly arms: LearnedArm[];
  readonly plans: CallPlans;
  private readonly idleGrowth: number;
  private readonly slowRun = new SlowRun();
  /** By arm, the logarithm of the chance of its present run of failures. */
  private readonly failing: number[];
  /** Whether anything succeeded; before, there is nothing to plan with. */
  succeeded: boolean;

  constructor(arms: LearnedArm[], limits: CallLimits, halfLife: number) {
    this.arms = arms;
    this.failing = arms.map(() => 0);
    this.plans = new CallPlans(arms, limits);
    this.succeeded = arms.some(({ msPerSuccess }) => msPerSuccess < Infinity);
    if (this.succeeded) this.plans.change(true);
    this.idleGrowth = 2 ** (1 / (IDLE * halfLife * arms.length));
  }

  /** The arm itself, if it has succeeded and none is much better; else the best that may be called. */
  bestFor(arm: number, context: ChoiceContext, conditions: ArmConditions): number {
    const plan = this.plans.at(context.deadlineMs, context.now);
    const rank = rankOf(context.cuts);
    let best = arm;
    const { msPerSuccess } = this.arms[arm];
    let least = msPerSuccess < Infinity ? plan.attempt(arm, rank).lately / AS_GOOD : Infinity;
    for (let other = 0; other < this.arms.length; other++) {
      const { lately } = plan.attempt(other, rank);
      if (lately >= least || this.arms[other].msPerSuccess === Infinity) continue;
      if (!conditions.mayAsk(other, context)) continue;
      best = other;
      least = lately;
    }
    return best;
  }

  /** Draws an arm; without `random` it returns the arm with the least expected cost. */
  choose(context: ChoiceContext, conditions: ArmConditions, random: Random | undefined): number {
    if (this.arms.length === 1) return 0;
    const { cuts, deadlineMs, aversion, outstanding, now } = context;
    const plan = this.plans.at(deadlineMs, now);
    const rank = rankOf(cuts);
    let chosen = 0;
    let least = Infinity;
    for (let arm = 0; arm < this.arms.length; arm++) {
      if (!conditions.mayAsk(arm, context)) continue;
      const { lately, doubt } = plan.attempt(arm, rank);
      const load = this.arms[arm].load.extraMs(outstanding[arm], lately, this.arms[arm].unit);
      // An arm that refuses has few attempts under way, but not because it is fast.
      const added = conditions.isFailing(arm) ? Math.max(0, load) : load;
      const drawn =
        (aversion?.[arm] ?? 1) *
        (lately + added + doubt * (random === undefined ? 0 : standardNormal(random)));
      if (drawn >= least) continue;
      least = drawn;
      chosen = arm;
    }
    return chosen;
  }

  cutoffMs(arm: number, context: PlanContext, now: number): number {
    return this.planned(arm, context, now).cutoffMs * this.slowRun.patience;
  }

  /** The attempt of an arm, as planned now. */
  planned(arm: number, { cuts, deadlineMs }: PlanContext, now: number): PlannedAttempt {
    return this.plans.at(deadlineMs, now).attempt(arm, rankOf(cuts));
  }

  observe(finished: FinishedAttempt & Pick<PlanContext, "deadlineMs">): void {
    for (let other = 0; other < this.arms.length; other++) {
      if (other === finished.arm) continue;
      this.arms[other].fade(this.idleGrowth);
      // An arm that fails is probed (`arm-health.ts`); an arm that was only slow may be drawn again.
      if (this.failing[other] === 0) this.arms[other].recent.pass();
    }
    const { plans } = this;
    const { arm, cuts, deadlineMs, timeMs, reward, tooSlow } = finished;
    const success = reward !== undefined && reward > 0;
    if (success) {
      this.slowRun.end();
      this.succeeded = true;
    }
    if (tooSlow) this.slowRun.add(plans.chance(arm, timeMs));
    const cost = timeMs + finished.costMs + (success ? 0 : plans.of(deadlineMs).afterFailureMs);
    // Before anything succeeded it is not known what a failure costs.
    if (cuts === 0 && (tooSlow || reward !== undefined) && cost < Infinity) this.arms[arm].recent.add(cost);
    if (!this.isOutage(finished, success)) this.arms[arm].observe(finished);
    if (this.succeeded) plans.change(!success);
  }

  /**
   * True for a failure in a run that chance does not explain. It counts among the recent costs. It says nothing about how long
   * attempts take when the arm works, so it is not added to their times: a recovered arm is at once what it was before.
   */
  private isOutage({ arm, cuts, tooSlow, timeMs }: FinishedAttempt, success: boolean): boolean {
    if (success) {
      this.failing[arm] = 0;
      return false;
    }
    const chance = this.plans.chance(arm, tooSlow ? timeMs : undefined);
    // An attempt after a cut may fail for the same reason as the one before it.
    this.failing[arm] += Math.log(Math.max(chance, cuts > 0 ? LEAST_AFTER_CUT : LEAST_CHANCE));
    return this.failing[arm] < Math.log(SURPRISE);
  }

  save(): SavedArm[] {
    return this.arms.map((arm) => arm.save());
  }
}

/**
 * Attempts in a row, of all arms, that were slower than almost any before. One slow attempt is better cut than waited for. A run
 * that chance does not explain means that everything has become slower, and then another attempt would be as slow.
 */
export class SlowRun {
  private logChance = 0;

  /** Adds an attempt; `chance` is that of lasting so long. */
  add(chance: number): void {
    this.logChance += Math.log(chance);
  }

  end(): void {
    this.logChance = 0;
  }

  /** The factor on cutoffs: it doubles with each surprise, so that a jump is answered at once, not after a half-life. */
  get patience(): number {
    return this.logChance === 0 ? 1 : 2 ** Math.floor(this.logChance / Math.log(SURPRISE));
  }
}

/** The least chance that a failure counts with: failures come in bunches. */
const LEAST_CHANCE = 0.05;
const LEAST_AFTER_CUT = 0.5;
/** The factor of cost up to which an arm counts as good as another. */
const AS_GOOD = 1.5;
/** An idle arm's half-life, over the number of arms, in half-lives of an arm in use. */
const IDLE = 2.5;

/**
 * A learner for each key, and one for all calls together, from which a new key starts. Beyond `maxKeys` the least recently
 * used goes.
 */
export class KeyedLearners {
  readonly all: CallLearner;
  /** The least recently used first. */
  readonly byKey = new Map<string, CallLearner>();
  private readonly limits: CallLimits;
  private readonly halfLife: number;
  private readonly maxKeys: number;

  constructor(arms: LearnedArm[], limits: CallLimits, halfLife: number, maxKeys: number) {
    this.limits = limits;
    this.halfLife = halfLife;
    this.maxKeys = maxKeys;
    this.all = this.learner(arms);
  }

  of(key: string | undefined): CallLearner {
    if (key === undefined) return this.all;
    const known = this.byKey.get(key);
    if (known !== undefined) this.byKey.delete(key);
    return this.put(key, known ?? this.learner(this.all.arms.map((arm) => this.fromAll(arm))));
  }

  /** The learner of a key, or of all calls while the key is unknown. Unlike `of` it changes nothing. */
  look(key: string | undefined): CallLearner {
    return (key === undefined ? undefined : this.byKey.get(key)) ?? this.all;
  }

  restore(key: string, arms: LearnedArm[]): void {
    this.put(key, this.learner(arms));
  }

  observe(key: string | undefined, finished: Parameters<CallLearner["observe"]>[0]): void {
    this.all.observe(finished);
    if (key !== undefined) this.of(key).observe(finished);
  }

  private put(key: string, learner: CallLearner): CallLearner {
    this.byKey.set(key, learner);
    if (this.byKey.size > this.maxKeys) this.byKey.delete(this.byKey.keys().next().value!);
    return learner;
  }

  private learner(arms: LearnedArm[]): CallLearner {
    return new CallLearner(arms, this.limits, this.halfLife);
  }

  private fromAll(arm: LearnedArm): LearnedArm {
    const own = new LearnedArm(this.halfLife);
    own.add(arm, STARTS_WITH);
    return own;
  }
}

/** The learner of all calls counts as so many attempts of a new key, so that its own soon count more. */
const STARTS_WITH = 4;
