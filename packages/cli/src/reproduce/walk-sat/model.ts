import type { Xoshiro128 } from "@mulligan/core/random";
import { shuffle } from "../studies/shuffle.ts";

/**
 * What a trial is at. `iid`: the paper's model, each trial a fresh draw from all solving times. `abandon`:
 * formula after formula, one trial each, a cut one is gone. `retry`: the same formula until it is solved
 * or given up, no try of it twice: tries drawn again would make a formula that was never solved look hopeless. Where the
 * set is used up, the inverse transform goes on: a draw from all times, or, for
 * `retry`, a formula drawn anew.
 */
export type TaskModel = (typeof MODELS)[number];

export const MODELS = ["iid", "abandon", "retry"] as const;

export interface SatTrials {
  /** Flips that the next trial needs; `attempt` above 1 is at the same formula as the one before. */
  next(attempt: number): number;
}

/** `times` has `attempts` entries a formula; formulas come in an order drawn from `random`. */
export function tasksOf(
  model: TaskModel,
  times: Float64Array,
  attempts: number,
  random: Xoshiro128,
): SatTrials {
  const below = (count: number) => Math.floor(random.uniform() * count);
  const anyTime = () => times[below(times.length)];
  if (model === "iid") return { next: anyTime };
  const count = times.length / attempts;
  const order = shuffle(
    Array.from({ length: count }, (_, place) => place),
    random,
  );
  const tries = Array.from({ length: attempts }, (_, place) => place);
  let [begun, formula] = [0, 0];
  return {
    next(attempt) {
      if (attempt === 1) {
        begun += 1;
        if (begun > count && model === "abandon") return anyTime();
        formula = begun > count ? below(count) : order[begun - 1];
      }
      // One step of a shuffle: tries[0 … attempt − 1] are those of this formula so far.
      const place = (attempt - 1) % attempts;
      const other = place + below(attempts - place);
      [tries[place], tries[other]] = [tries[other], tries[place]];
      return times[formula * attempts + tries[place]];
    },
  };
}
