import { lubyMultiplier } from "../../problem/schedule.ts";
import { MAX_TIME } from "../../problem/trial-limits.ts";
import { savedNumbers } from "../definition/saved-state.ts";

/**
 * The cutoffs of attempts while nothing has ever succeeded. Nothing is known then, not even the order of magnitude.
 *
 * The first attempts get the first cutoff; in `mulligan run` that is a grace of ten seconds, so that most programs are
 * never cut before one of them has shown how long it takes. When an attempt has failed there, long cutoffs grow by
 * steps. Where each attempt takes the same time T, steps of g lose T/ln g on average: 48% with 8, 72% with 4.
 *
 * With several tasks to try, most of that loss is shared, and it is more likely that attempts hang than that every one
 * of them takes long. So a share of the time goes to short attempts, by Luby's sequence. With one task there are only
 * long attempts here; `TypesLearner` also gives a share of every task to Luby's sequence.
 */
export class ColdStart {
  private readonly first: number;
  private readonly base: number;
  /** The time of the long attempts that failed, and of the short ones that were started. */
  private long: number;
  private short: number;
  /** The number of short attempts so far. */
  private shortAttempts: number;
  /** The cutoff of long attempts, and the number of them that failed. */
  private step: number;
  private failures: number;

  constructor(
    policy: string,
    { first, base }: { readonly first: number; readonly base: number },
    saved?: unknown,
  ) {
    this.first = first;
    this.base = base;
    const numbers = savedNumbers(policy, saved ?? [0, 0, 0, first, 0], "cold", 5);
    [this.long, this.short, this.shortAttempts, this.step, this.failures] = numbers;
  }

  /** Returns the next attempt, given the number of open tasks for each attempt under way. */
  next(tasksPerAttempt: number): { readonly cutoff: number; readonly long: boolean } {
    if (this.long === 0) return { cutoff: this.first, long: true };
    const cutoff = this.base * lubyMultiplier(this.shortAttempts + 1);
    if (this.short + cutoff <= shortShare(tasksPerAttempt) * this.long) {
      this.shortAttempts += 1;
      this.short += cutoff;
      return { cutoff, long: false };
    }
    return { cutoff: this.step, long: true };
  }

  /** Records a long attempt that ended after this time without a success. */
  failed(time: number, tasksPerAttempt: number): void {
    this.long += time;
    if (time < ALMOST * this.step) return;
    this.failures += 1;
    if (this.failures < (tasksPerAttempt > 1 ? ATTEMPTS : 1)) return;
    this.failures = 0;
    this.step = Math.min(this.step * (tasksPerAttempt > 1 ? STEP : STEP_ALONE), MAX_TIME);
  }

  save(): number[] {
    return [this.long, this.short, this.shortAttempts, this.step, this.failures];
  }
}

/** The time of short attempts, for each unit of time in long ones: none with one task, as much with eleven. */
function shortShare(tasksPerAttempt: number): number {
  if (tasksPerAttempt <= 1) return 0;
  const share = Math.min(MOST_SHORT, FIRST_SHORT * Math.sqrt(tasksPerAttempt));
  return share / (1 - share);
}

const FIRST_SHORT = 0.15;
const MOST_SHORT = 0.5;
const STEP = 4;
/** The number of attempts that must fail before the next step, with several tasks. */
const ATTEMPTS = 2;
const STEP_ALONE = 8;
/** Timers may fire a little early. */
const ALMOST = 0.99;
