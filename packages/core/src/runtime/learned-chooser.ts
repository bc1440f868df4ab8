import type { Outcome } from "../problem/outcome.ts";
import { lubyMultiplier, scheduleMultiplier } from "../problem/schedule.ts";
import type { Random } from "../random/random.ts";
import type { ArmHealth } from "./arm-health.ts";
import type { Attempt, AttemptRequest, Choice } from "./attempt.ts";
import type { Chooser } from "./chooser.ts";
import type { AttemptEnding } from "./events.ts";
import type { CallLearner, ChoiceContext, KeyedLearners } from "./learning/call-learner.ts";
import type { LearnedArm } from "./learning/learned-arm.ts";
import type { Settings } from "./settings.ts";
import { type RuntimeSnapshot, restoreLearners, saveLearners } from "./snapshot.ts";
import type { ExplainedChoice, ExplanationReason } from "./stats.ts";

/** Decides by what it learns from the calls (`learning/`); while nothing is known, by `FirstAttempts`. */
export class LearnedChooser implements Chooser {
  readonly asksAnyArm = true;
  readonly thinksAgain = false;
  private readonly settings: Settings;
  private readonly random: Random;
  readonly learners: KeyedLearners;
  private readonly first: FirstAttempts;
  private readonly health: ArmHealth;

  constructor(settings: Settings, random: Random, saved: unknown, health: ArmHealth) {
    this.settings = settings;
    this.random = random;
    this.health = health;
    this.learners = restoreLearners(settings.names, settings.callLimits, settings, saved);
    this.first = new FirstAttempts(this.learners.all.arms, settings.firstCutoffMs);
  }

  decide(request: AttemptRequest): Choice {
    const { number, remainingMs, deadlineMs, last, now } = request;
    const learner = this.learners.of(request.key);
    const probe = number === 1 ? this.health.probe(now) : undefined;
    const fresh = probe ?? this.first.nextArm((arm) => this.mayAsk(arm, request));
    const drawn = fresh ?? learner.choose(request, this, this.random);
    if (!learner.succeeded) {
      const cutoff = last ? remainingMs : this.first.cutoffMs(drawn, remainingMs, deadlineMs, Infinity);
      return this.choice(drawn, request, Math.min(cutoff, remainingMs));
    }
    const best = learner.bestFor(drawn, request, this);
    // An arm that is only tried out leaves time for the best one, if there is enough.
    const { successMs } = learner.plans.of(deadlineMs);
    const triedMs = remainingMs - ENOUGH * successMs;
    if (drawn !== best && !last && triedMs >= successMs) {
      // It may have recovered, be new, or be better.
      let wanted = PROBE * successMs;
      if (fresh === undefined) wanted = this.learnedMs(learner, drawn, request, now);
      else if (probe === undefined) wanted = this.first.cutoffMs(drawn, remainingMs, Infinity, successMs);
      return this.choice(drawn, request, Math.min(wanted, triedMs), remainingMs < Infinity);
    }
    // Nothing can follow the last attempt, nor one whose cut would leave less than it has had, or than a success takes.
    const arm = last ? (fresh ?? best) : best;
    if (!last && this.looksBeyond(learner, arm, request)) {
      const { lateMs, cutoffMs } = learner.planned(arm, request, now);
      return this.choice(arm, request, Math.min(lateMs, BEYOND * cutoffMs), true);
    }
    const cutoff = this.learnedMs(learner, arm, request, now);
    const { meanSuccessMs } = learner.arms[arm];
    if (!last && remainingMs - cutoff >= Math.max(cutoff, meanSuccessMs))
      return this.choice(arm, request, cutoff);
    // An attempt that has taken half of what is left, and far longer than a success, will hardly end in the other half. Where
    // slowness comes with the input, another attempt is as slow.
    const halves = !last && remainingMs >= ROOM * meanSuccessMs && learner.plans.alike > 0.5;
    return this.choice(arm, request, halves ? remainingMs / 2 : Infinity, true);
  }

  observe(attempt: Attempt, outcome: Outcome, ending: AttemptEnding, costMs: number): void {
    if (attempt.spansPause) {
      this.forget(attempt);
      return;
    }
    const { decision, cuts, deadlineMs, key, outstanding } = attempt;
    const { arm } = decision;
    const completed = outcome.kind === "completed";
    const success = completed && outcome.reward > 0;
    const tooSlow = ending === "cut" || ending === "deadline";
    if (completed || tooSlow) this.first.end(arm, success);
    else this.first.forget(arm);
    if (ending === "deadline") this.first.lose();
    this.learners.observe(key, {
      arm,
      cuts,
      deadlineMs,
      outstanding,
      timeMs: outcome.time,
      reward: completed ? outcome.reward : undefined,
      tooSlow,
      resettingMs: completed ? undefined : outcome.resetting,
      costMs,
    });
  }

  forget({ decision }: Attempt): void {
    this.first.forget(decision.arm);
  }

  limitMs(attempt: Attempt, elapsedMs: number): number {
    const { decision, key, startedAt } = attempt;
    const learner = this.learners.of(key);
    if (decision.stands || !learner.succeeded) return decision.cutoff;
    return this.learnedMs(learner, decision.arm, attempt, startedAt + elapsedMs);
  }

  isUrgent(attempt: Attempt, elapsedMs: number): boolean {
    const { decision, key, startedAt } = attempt;
    const learner = this.learners.of(key);
    if (!learner.succeeded) return true;
    const { gain, cutoffMs } = learner.planned(decision.arm, attempt, startedAt + elapsedMs);
    return gain >= SMALL_GAIN || elapsedMs >= BEYOND * cutoffMs;
  }

  usual({ decision, deadlineMs, key }: Attempt, timeMs: number) {
    const { plans } = this.learners.of(key);
    return { chance: plans.chance(decision.arm, timeMs), successMs: plans.of(deadlineMs).successMs };
  }

  mayAsk(arm: number, { now, notBefore }: Pick<ChoiceContext, "now" | "notBefore">): boolean {
    return !(notBefore !== undefined && notBefore[arm] > now) && this.health.mayAsk(arm, now);
  }

  isFailing(arm: number): boolean {
    return this.health.isFailing(arm);
  }

  explain(
    key: string | undefined,
    outstanding: readonly number[],
    now: number,
    left: number,
  ): ExplainedChoice {
    const { names } = this.settings;
    const learner = this.learners.look(key);
    const context = { cuts: 0, spentMs: 0, deadlineMs: this.settings.deadline, outstanding, now };
    const arms = names.map((arm, place) => {
      const { lately, uncut } = learner.planned(place, context, now);
      const known = learner.arms[place];
      const succeeded = known.msPerSuccess < Infinity;
      return {
        arm,
        state: this.health.stateOf(place, now),
        cutoffMs: this.learnedMs(learner, place, context, now),
        expectedMs: succeeded ? lately : Infinity,
        withoutCutsMs: succeeded ? Math.max(uncut, lately) : Infinity,
        attempts: known.attempts,
      };
    });
    const chosen = learner.succeeded
      ? learner.choose(context, this, undefined)
      : (this.first.nextArm(() => true) ?? 0);
    const { cutoffMs, expectedMs, attempts } = arms[chosen];
    const reason = this.reasonFor(learner, learner.planned(chosen, context, now).cuts, now, left);
    const arm = reason === "cooldown" || reason === "breaker" ? undefined : names[chosen];
    return { arm, cutoffMs, expectedMs, attempts, reason, arms };
  }

  snapshot(): RuntimeSnapshot {
    return { version: 3, learned: saveLearners(this.settings.names, this.learners) };
  }

  private choice(arm: number, { number, now }: AttemptRequest, cutoff: number, stands = false): Choice {
    this.first.begin(arm);
    this.health.begin(arm, now);
    return { arm, cutoff: this.settings.bounded(cutoff), attempt: number, stands };
  }

  /**
   * True for a few attempts whose cut gains little. They are waited for: while all attempts are cut, nothing is learned about
   * long ones, and a gain by mere chance would last for ever.
   */
  private looksBeyond(learner: CallLearner, arm: number, request: AttemptRequest): boolean {
    if (request.cuts > 0) return false;
    const planned = learner.planned(arm, request, request.now);
    return planned.cuts && planned.gain < SMALL_GAIN && this.random.uniform() < LOOKS_BEYOND;
  }

  private reasonFor(learner: CallLearner, cuts: boolean, now: number, left: number): ExplanationReason {
    if (this.health.readyAt(undefined, now) > now) return "cooldown";
    if (this.health.isBreakerOpen(now)) return "breaker";
    if (!learner.succeeded) return "start";
    if (!cuts) return "no gain";
    return left < 1 ? "budget" : "gain";
  }

  /** The planned cutoff, rounded up to one that may be chosen; after several cuts by the schedule. */
  private learnedMs(
    learner: CallLearner,
    arm: number,
    context: Pick<Attempt, "cuts" | "deadlineMs" | "spentMs">,
    now: number,
  ): number {
    const { cuts, spentMs } = context;
    const { schedule, cutoffs } = this.settings;
    const planned = learner.cutoffMs(arm, context, now);
    const longer = Math.floor(Math.log2(1 + (planned > 0 ? (LONGER * spentMs) / planned : 0)));
    const wanted =
      planned *
      (schedule === undefined
        ? Math.min(lubyMultiplier(cuts + 1), 2 ** longer)
        : scheduleMultiplier(schedule, cuts + 1));
    return this.settings.bounded(cutoffs?.find((cutoff) => cutoff >= wanted) ?? wanted);
  }
}

/** The share of an execution's time that may go into attempts that are longer than planned, in case the plan is wrong for it. */
const LONGER = 0.2;
/** If a cut gains less than so many times its price, this share of the attempts waits so many times longer. */
const SMALL_GAIN = 3;
const LOOKS_BEYOND = 0.1;
const BEYOND = 4;
/** The best arm will probably succeed within so many times of a success. */
const ENOUGH = 1.5;
/** An attempt takes only half of the remaining time if that is at least so many times of a success. */
const ROOM = 20;
/** How long a probe waits, in times of a success at the best arm. */
const PROBE = 2;

/**
 * How long to wait while nothing is known. Many short attempts, which cost next to nothing in virtual time, would be a burst of
 * aborted requests for a real server. So the first attempts wait for as long as they may while none has succeeded. Then, at
 * an arm that is still new, they wait for a few times of a success at the best arm so far, since an arm that needs longer is
 * not better. With a deadline and another unknown arm they wait for half of what is left, so that an attempt there fits too. If
 * executions missed their deadline and nothing ever succeeded, every other one makes two, then four, then eight attempts.
 */
class FirstAttempts {
  /** The number of attempts that were begun at each arm, and whether one has ended. */
  private readonly begun: number[];
  private readonly seen: boolean[];
  private succeeded: boolean;
  private lost = 0;
  private readonly givenMs: number | undefined;

  constructor(arms: readonly LearnedArm[], givenMs: number | undefined) {
    this.seen = arms.map(({ attempts }) => attempts > 0);
    this.begun = this.seen.map((seen) => (seen ? ENOUGH_ATTEMPTS : 0));
    this.succeeded = arms.some(({ msPerSuccess }) => msPerSuccess < Infinity);
    this.givenMs = givenMs;
  }

  /**
   * The arm with the fewest attempts of those still new, which all are until something succeeds. Undefined once enough attempts
   * were begun at each; then the learner chooses.
   */
  nextArm(mayAsk: (arm: number) => boolean): number | undefined {
    let chosen: number | undefined;
    for (let arm = 0; arm < this.begun.length; arm++) {
      if ((this.succeeded && this.begun[arm] >= ENOUGH_ATTEMPTS) || !mayAsk(arm)) continue;
      if (chosen === undefined || this.begun[arm] < this.begun[chosen]) chosen = arm;
    }
    return chosen;
  }

  cutoffMs(arm: number, remainingMs: number, deadlineMs: number, successMs: number): number {
    // The caller's option counts until an attempt with it has ended.
    if (this.givenMs !== undefined && !this.seen[arm]) return this.givenMs;
    if (this.succeeded) return Math.min(remainingMs / 2, GENEROUS * successMs);
    const otherIsNew = this.seen.some((seen, other) => other !== arm && !seen);
    if (otherIsNew) return remainingMs / 2;
    const whole = this.lost % 2 === 0;
    return whole ? remainingMs : deadlineMs / 2 ** Math.min((this.lost + 1) / 2, SHORTEST);
  }

  /** Counts an execution that missed its deadline. */
  lose(): void {
    this.lost += 1;
  }

  begin(arm: number): void {
    this.begun[arm] += 1;
  }

  end(arm: number, success: boolean): void {
    this.seen[arm] = true;
    this.succeeded ||= success;
  }

  /** Takes back an attempt that was stopped by something else than its cutoff. */
  forget(arm: number): void {
    this.begun[arm] -= 1;
  }
}

/** The shortest attempts are an eighth of the deadline. */
const SHORTEST = 3;
const ENOUGH_ATTEMPTS = 3;
const GENEROUS = 3;
