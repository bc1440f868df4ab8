import type { Outcome } from "../problem/outcome.ts";
import { lubyMultiplier, scheduleMultiplier } from "../problem/schedule.ts";
import type { Random } from "../random/random.ts";
import type { ArmHealth } from "./arm-health.ts";
import type { Attempt, AttemptRequest, Choice } from "./attempt.ts";
import type { Chooser } from "./chooser.ts";
import type { AttemptEnding } from "./events.ts";
import { type Explanation, type ExplanationReason, sentenceOf } from "./explain.ts";
import { FirstAttempts } from "./first-attempts.ts";
import type { CallLearner, Question } from "./learning/call-learner.ts";
import type { KeyedLearners } from "./learning/keyed-learners.ts";
import type { Settings } from "./settings.ts";
import { type RuntimeSnapshot, restoreLearners, saveLearners } from "./snapshot.ts";

/** Decides by what the calls themselves show: first attempts wait (`first-attempts.ts`), then it is learned (`learning/`). */
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
    this.learners = restoreLearners(settings, saved);
    this.first = new FirstAttempts(this.learners.all.arms, settings.firstCutoffMs);
  }

  decide(request: AttemptRequest): Choice {
    const { number, remainingMs, last, now } = request;
    const learner = this.learners.of(request.key);
    if (number === 1) learner.deadlineMs = remainingMs;
    const probe = number === 1 ? this.health.probe(now) : undefined;
    const fresh = probe ?? this.first.nextArm((arm) => this.mayAsk(arm, request));
    const drawn = fresh ?? learner.choose(request, this, this.random);
    if (!learner.ready) {
      const deadlineMs = request.spentMs + remainingMs;
      const cutoff = last ? remainingMs : this.first.cutoffMs(drawn, remainingMs, deadlineMs, Infinity);
      return this.choice(drawn, request, Math.min(cutoff, remainingMs));
    }
    const best = learner.bestFor(drawn, request, this);
    // An arm that is only tried out leaves time for the best one, if there is enough.
    const triedMs = remainingMs - ENOUGH * learner.successMs;
    if (drawn !== best && !last && triedMs >= learner.successMs) {
      const wanted = this.triedMs(learner, drawn, probe, fresh, request);
      return this.choice(drawn, request, Math.min(wanted, triedMs), remainingMs < Infinity);
    }
    // Nothing can follow the last attempt, nor one whose cut would leave less than it has had, or than a success takes.
    const arm = last ? (fresh ?? best) : best;
    if (!last && this.looksBeyond(learner, arm, request)) {
      const { lateMs, cutoffMs } = learner.planned(arm, 0, now);
      return this.choice(arm, request, Math.min(lateMs, BEYOND * cutoffMs), true);
    }
    const cutoff = this.learnedMs(learner, arm, request);
    const successMs = learner.successTimeMs(arm);
    if (!last && remainingMs - cutoff >= Math.max(cutoff, successMs))
      return this.choice(arm, request, cutoff);
    // An attempt that has taken half of what is left, and far longer than a success, will hardly end in the other half.
    const halves = !last && remainingMs >= ROOM * successMs && learner.retriesHelp;
    return this.choice(arm, request, halves ? remainingMs / 2 : Infinity, true);
  }

  observe(attempt: Attempt, outcome: Outcome, ending: AttemptEnding, costMs: number): void {
    if (attempt.spansPause) {
      this.leave(attempt);
      return;
    }
    const { decision, cuts, key, outstanding } = attempt;
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
      outstanding,
      timeMs: outcome.time,
      reward: completed ? outcome.reward : undefined,
      tooSlow,
      resettingMs: completed ? undefined : outcome.resetting,
      costMs,
    });
  }

  leave({ decision }: Attempt): void {
    this.first.forget(decision.arm);
  }

  limitMs({ decision, cuts, key, startedAt, spentMs }: Attempt, elapsedMs: number): number {
    const learner = this.learners.of(key);
    if (decision.stands || !learner.ready) return decision.cutoff;
    return this.learnedMs(learner, decision.arm, { cuts, spentMs, now: startedAt + elapsedMs });
  }

  isUrgent({ decision, cuts, key }: Attempt, elapsedMs: number): boolean {
    const learner = this.learners.of(key);
    if (!learner.ready) return true;
    const { gain, cutoffMs } = learner.latest(decision.arm, cuts);
    return gain >= SMALL_GAIN || elapsedMs >= BEYOND * cutoffMs;
  }

  usual({ decision, key }: Attempt, timeMs: number) {
    const learner = this.learners.of(key);
    return { chance: learner.chanceOfLasting(decision.arm, timeMs), successMs: learner.successMs };
  }

  mayAsk(arm: number, { now, notBefore }: Pick<Question, "now" | "notBefore">): boolean {
    return !(notBefore !== undefined && notBefore[arm] > now) && this.health.mayAsk(arm, now);
  }

  isFailing(arm: number): boolean {
    return this.health.isFailing(arm);
  }

  explain(key: string | undefined, outstanding: readonly number[], now: number, left: number): Explanation {
    const { names, callLimits } = this.settings;
    const learner = this.learners.look(key);
    const question = { cuts: 0, now, spentMs: 0, outstanding, aversion: undefined, notBefore: undefined };
    const arms = names.map((arm, place) => {
      const { lately, uncut } = learner.planned(place, 0, now);
      const known = learner.arms[place];
      const succeeded = known.msPerSuccess < Infinity;
      return {
        arm,
        state: this.health.stateOf(place, now),
        cutoffMs: learner.ready ? this.learnedMs(learner, place, question) : this.settings.bounded(Infinity),
        expectedMs: succeeded ? lately : Infinity,
        withoutCutsMs: succeeded ? Math.max(uncut, lately) : Infinity,
        attempts: known.attempts,
      };
    });
    const chosen = learner.ready ? learner.likeliest(question, this) : (this.first.nextArm(() => true) ?? 0);
    const { cutoffMs, expectedMs, attempts } = arms[chosen];
    const reason = this.reasonFor(learner, chosen, now, left);
    const found = {
      arm: reason === "cooldown" || reason === "breaker" ? undefined : names[chosen],
      cutoffMs,
      expectedMs,
      attempts,
      reason,
      arms,
      extraRequestsLeft: left,
    };
    return {
      ...found,
      sentence: sentenceOf(found, callLimits.objective, this.health.readyAt(undefined, now) - now),
    };
  }

  snapshot(): RuntimeSnapshot {
    return { version: 3, learned: saveLearners(this.settings.names, this.learners) };
  }

  private choice(arm: number, { number, now }: AttemptRequest, cutoff: number, stands = false): Choice {
    this.first.begin(arm);
    this.health.asked(arm, now);
    return { arm, cutoff: this.settings.bounded(cutoff), attempt: number, stands };
  }

  /**
   * True for a few attempts whose cut gains little: they are waited for, since nothing is learned of long attempts while all of
   * them are cut, and a gain that is chance would last for ever.
   */
  private looksBeyond(learner: CallLearner, arm: number, { cuts, now }: AttemptRequest): boolean {
    if (cuts > 0) return false;
    const planned = learner.planned(arm, 0, now);
    return planned.cuts && planned.gain < SMALL_GAIN && this.random.uniform() < LOOKS_BEYOND;
  }

  private reasonFor(learner: CallLearner, arm: number, now: number, left: number): ExplanationReason {
    if (this.health.readyAt(undefined, now) > now) return "cooldown";
    if (this.health.isBreakerOpen(now)) return "breaker";
    if (!learner.ready) return "start";
    if (!learner.planned(arm, 0, now).cuts) return "no gain";
    return left < 1 ? "budget" : "gain";
  }

  /** How long to wait for an arm that is not the best: one that may have recovered, one that is new, or one that may be better. */
  private triedMs(
    learner: CallLearner,
    arm: number,
    probe: number | undefined,
    fresh: number | undefined,
    request: AttemptRequest,
  ): number {
    if (probe !== undefined) return PROBE * learner.successMs;
    if (fresh !== undefined)
      return this.first.cutoffMs(arm, request.remainingMs, Infinity, learner.successMs);
    return this.learnedMs(learner, arm, request);
  }

  /** As planned, among the cutoffs that may be chosen; after several cuts as the schedule has it. */
  private learnedMs(
    learner: CallLearner,
    arm: number,
    { cuts, now, spentMs }: { cuts: number; now: number; spentMs: number },
  ): number {
    const { schedule, cutoffs } = this.settings;
    const planned = learner.cutoffMs(arm, cuts, now);
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
/** Up to so many times the price of a cut, waiting is looked at again: so much longer, in this share of the attempts. */
const SMALL_GAIN = 3;
const BEYOND = 4;
const LOOKS_BEYOND = 0.1;
/** Times of a success, in which the best arm will probably have one. */
const ENOUGH = 1.5;
/** Times of a success that must be left for an attempt to take only half of what is left. */
const ROOM = 20;
/** How long a probe waits, in times of a success at the best arm. */
const PROBE = 2;
