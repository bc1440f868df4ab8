import type { Outcome } from "../problem/outcome.ts";
import { scheduleMultiplier } from "../problem/schedule.ts";
import type { Random } from "../random/random.ts";
import type { Attempt } from "./attempt.ts";
import type { AttemptRequest, Choice, Chooser } from "./chooser.ts";
import type { AttemptEnding } from "./events.ts";
import { FirstAttempts } from "./first-attempts.ts";
import type { CallLearner } from "./learning/call-learner.ts";
import type { KeyedLearners } from "./learning/keyed-learners.ts";
import type { Settings } from "./settings.ts";
import { type RuntimeSnapshot, restoreLearners, saveLearners } from "./snapshot.ts";

/** Decides by what the calls themselves show: first attempts wait (`first-attempts.ts`), then it is learned (`learning/`). */
export class LearnedChooser implements Chooser {
  readonly thinksAgain = false;
  private readonly settings: Settings;
  private readonly random: Random;
  private readonly learners: KeyedLearners;
  private readonly first: FirstAttempts;

  constructor(settings: Settings, random: Random, saved: unknown) {
    this.settings = settings;
    this.random = random;
    this.learners = restoreLearners(settings, saved);
    this.first = new FirstAttempts(this.learners.all.arms, settings.firstCutoffMs);
  }

  decide(request: AttemptRequest): Choice {
    const { number, remainingMs, last } = request;
    const learner = this.learners.of(request.key);
    const fresh = this.first.nextArm();
    const drawn = fresh ?? learner.choose(request, this.random);
    if (!learner.ready) return this.choice(drawn, number, this.first.cutoffMs(drawn, remainingMs, Infinity));
    const best = learner.bestFor(drawn, request);
    const { successMs } = learner;
    // An arm that is only tried out leaves time for the best one, if there is enough.
    const triedMs = remainingMs - ENOUGH * successMs;
    if (drawn !== best && !last && triedMs >= successMs) {
      const wanted =
        fresh === undefined
          ? this.learnedMs(learner, drawn, request)
          : this.first.cutoffMs(drawn, remainingMs, successMs);
      return this.choice(drawn, number, Math.min(wanted, triedMs), remainingMs < Infinity);
    }
    // Nothing can follow the last attempt, nor one whose cut would leave less than it has had, or than a success takes.
    const arm = last ? (fresh ?? best) : best;
    const cutoff = this.learnedMs(learner, arm, request);
    const follows = !last && remainingMs - cutoff >= Math.max(cutoff, successMs);
    return this.choice(arm, number, follows ? cutoff : Infinity, !follows);
  }

  observe({ decision, cuts, key, outstanding }: Attempt, outcome: Outcome, ending: AttemptEnding): void {
    const { arm } = decision;
    const completed = outcome.kind === "completed";
    const success = completed && outcome.reward > 0;
    const tooSlow = ending === "cut" || ending === "deadline";
    if (completed || tooSlow) this.first.end(arm, success);
    else this.first.forget(arm);
    this.learners.observe(key, {
      arm,
      cuts,
      outstanding,
      timeMs: outcome.time,
      reward: completed ? outcome.reward : undefined,
      tooSlow,
      resettingMs: completed ? undefined : outcome.resetting,
    });
  }

  leave({ decision }: Attempt): void {
    this.first.forget(decision.arm);
  }

  limitMs({ decision, cuts, key, startedAt }: Attempt, elapsedMs: number): number {
    const learner = this.learners.of(key);
    if (decision.stands || !learner.ready) return decision.cutoff;
    return this.learnedMs(learner, decision.arm, {
      number: decision.attempt!,
      cuts,
      now: startedAt + elapsedMs,
    });
  }

  snapshot(): RuntimeSnapshot {
    return { version: 2, learned: saveLearners(this.settings.names, this.learners) };
  }

  private choice(arm: number, attempt: number, cutoff: number, stands = false): Choice {
    this.first.begin(arm);
    return { arm, cutoff: this.settings.bounded(cutoff), attempt, stands };
  }

  /** As planned, among the cutoffs that may be chosen, and as the schedule has it for the a-th attempt. */
  private learnedMs(
    learner: CallLearner,
    arm: number,
    at: { number: number; cuts: number; now: number },
  ): number {
    const { schedule, cutoffs } = this.settings;
    const wanted = learner.cutoffMs(arm, at.cuts, at.now) * scheduleMultiplier(schedule, at.number);
    return this.settings.bounded(cutoffs?.find((cutoff) => cutoff >= wanted) ?? wanted);
  }
}

/** Times of a success, in which the best arm will probably have one. */
const ENOUGH = 1.5;
