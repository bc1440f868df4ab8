import { makePolicy } from "@mulligan/core/policies";
import { stream } from "@mulligan/core/random";
import { ProductLimit, rateCurve } from "@mulligan/core/statistics";
import type { KnownArm } from "@mulligan/core/theory";
import { DRAWN_CUTOFFS } from "./program.ts";

/** A run that the learner started. */
export interface LearnerRun {
  readonly option: number;
  readonly cutoff: number;
  /** How long it takes if it is not stopped. The learner is not told this if it stops the run. */
  readonly seconds: number;
}

export interface StoryLearner {
  readonly runs: readonly LearnerRun[];
  /** How many runs ended by themselves, and the time of all runs in seconds. */
  readonly done: number;
  readonly spent: number;
  /** Plays runs until there are so many, or it is late. True if there are so many. */
  play(count: number, isLate?: () => boolean): boolean;
  /** The rate of an option at each of the drawn cutoffs, as far as its runs reach. */
  curve(option: number): Float64Array;
}

/** The cutoffs that the learner may choose, in seconds. */
const CUTOFFS = "0.5..24";

/** The policy km-ts, with the program or programs played in virtual time. The same seed gives the same runs. */
export function openLearner(arms: readonly KnownArm[], seed: number): StoryLearner {
  const policy = makePolicy("km-ts", { arms: arms.map(({ name }) => name), cutoffs: CUTOFFS, seed });
  const random = stream(seed, "story", "learner");
  const cells = arms.map(() => new ProductLimit(DRAWN_CUTOFFS));
  const runs: LearnerRun[] = [];
  let [done, spent] = [0, 0];

  function playOne(): void {
    const decision = policy.decide();
    const { arm: option, cutoff } = decision;
    const seconds = arms[option].law.time.sample(random);
    const ends = seconds <= cutoff;
    const time = ends ? seconds : cutoff;
    const outcome = ends
      ? ({ kind: "completed", time, reward: 1 } as const)
      : ({ kind: "censored", time } as const);
    policy.observe(decision, outcome);
    cells[option].observeUpToCutoff(outcome, cutoff);
    runs.push({ option, cutoff, seconds });
    if (ends) done += 1;
    spent += time;
  }

  return {
    runs,
    get done() {
      return done;
    },
    get spent() {
      return spent;
    },
    play(count, isLate = () => false) {
      while (runs.length < count) {
        playOne();
        if (isLate()) break;
      }
      return runs.length >= count;
    },
    curve: (option) => rateCurve(cells[option], undefined, 1).rates,
  };
}
