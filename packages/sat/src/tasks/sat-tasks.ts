import type { Decision, Outcome } from "@mulligan/core";
import { below, xoshiro } from "../engine/seed.ts";
import type { WalkSettings } from "../engine/settings.ts";
import { type WalkSat, walkSat } from "../engine/walk-sat.ts";
import { emptyClause, type Formula } from "../formula/formula.ts";

/** The options of `satTasks`; by default `rnovelty`, each formula until it is solved. */
export interface SatTasksOptions {
  /** One arm for each entry; default one arm with the default settings. Their seeds are not used. */
  readonly arms?: readonly WalkSettings[];
  /** `abandon` draws a new formula for each trial; `retry` tries the same one until it is solved. Default: `retry`. */
  readonly mode?: "abandon" | "retry";
  /** In mode `retry`, the number of tries after which a formula is left unsolved. Default: none. */
  readonly maxAttempts?: number;
  /** The seed; the same seed gives the same trials. Default: 1. */
  readonly seed?: number;
}

/** A set of formulas as a problem. */
export interface SatTasks {
  /** What happens after a cut: `retry` tries the formula again, `abandon` takes the next. */
  readonly mode: "abandon" | "retry";
  /** The number of arms. */
  readonly arms: number;
  /** The formula of the next trial. */
  readonly task: number;
  /** The number of the next try at it, from 1; always 1 in mode `abandon`. */
  readonly attempt: number;
  /** True when every formula is solved or left; never in mode `abandon`. */
  readonly finished: boolean;
  /** Makes a try at the current formula: flips are the time, and a model earns 1. */
  start(decision: Decision): Outcome;
}

/**
 * Makes a problem from formulas. Each trial has a random stream of its own, drawn from the seed in the order of the
 * trials, so that the course of one trial does not change the others.
 */
export function satTasks(formulas: readonly Formula[], options: SatTasksOptions = {}): SatTasks {
  const { arms = [{}], mode = "retry", maxAttempts = Infinity, seed = 1 } = options;
  if (formulas.length === 0) throw new RangeError("satTasks: there must be at least one formula, got none");
  if (arms.length === 0) throw new RangeError("satTasks: there must be at least one arm, got none");
  if (mode !== "abandon" && mode !== "retry") {
    throw new RangeError(`satTasks: mode must be "abandon" or "retry", got ${JSON.stringify(mode)}`);
  }
  if (!(maxAttempts >= 1))
    throw new RangeError(`satTasks: maxAttempts must be at least 1, got ${maxAttempts}`);
  const hopeless = formulas.findIndex((formula) => emptyClause(formula) >= 0);
  if (hopeless >= 0)
    throw new RangeError(`satTasks: formula ${hopeless} has an empty clause, so no try can solve it`);

  const random = xoshiro(seed);
  const walks: (WalkSat | undefined)[] = arms.map(() => undefined);
  let task = mode === "abandon" ? below(random, formulas.length) : 0;
  let attempt = 1;

  const walkOf = (arm: number): WalkSat => {
    const settings = arms[arm];
    if (settings === undefined) {
      throw new RangeError(`satTasks: arm must be a whole number from 0 to ${arms.length - 1}, got ${arm}`);
    }
    const formula = formulas[task];
    const walk = (walks[arm] ??= walkSat(formula, settings));
    if (walk.formula !== formula) walk.load(formula);
    return walk;
  };

  return {
    mode,
    arms: arms.length,
    get task() {
      return task;
    },
    get attempt() {
      return attempt;
    },
    get finished() {
      return task >= formulas.length;
    },
    start({ arm, cutoff }) {
      if (task >= formulas.length)
        throw new RangeError("satTasks: a formula must be unfinished, but all are finished");
      const outcome = tryOnce(walkOf(arm), random.uint32(), cutoff);
      if (mode === "abandon") {
        task = below(random, formulas.length);
      } else if (outcome.kind === "completed" || attempt >= maxAttempts) {
        task++;
        attempt = 1;
      } else {
        attempt++;
      }
      return outcome;
    },
  };
}

/** A formula with a heuristic, as an arm that can be started and cut: the time is in flips, the reward is 1. */
export interface SatArm {
  /** The name of the heuristic. */
  readonly name: string;
  /** Makes a try from a new random assignment. */
  start(cutoff: number): Outcome;
}

/** Makes an arm whose tries at one formula each start from an assignment of their own. */
export function satArm(formula: Formula, settings: WalkSettings = {}): SatArm {
  const walk = walkSat(formula, settings);
  const seeds = xoshiro(settings.seed ?? 1);
  return {
    name: settings.heuristic ?? "rnovelty",
    start: (cutoff) => tryOnce(walk, seeds.uint32(), cutoff),
  };
}

/** A run that is unsolved after ⌊cutoff⌋ flips needs more than the cutoff, since flips are whole. */
function tryOnce(walk: WalkSat, seed: number, cutoff: number): Outcome {
  if (!(cutoff > 0)) throw new RangeError(`sat trial: cutoff must exceed 0, got ${cutoff}`);
  walk.restart(seed);
  return walk.run(Math.floor(cutoff))
    ? { kind: "completed", time: walk.flips, reward: 1 }
    : { kind: "censored", time: cutoff };
}
