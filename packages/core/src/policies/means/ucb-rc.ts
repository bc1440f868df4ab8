import { elapsed, type Outcome } from "../../problem/outcome.ts";
import { definePolicy, type Learner, type PolicySetup } from "../definition/policy.ts";
import { savedNumber, savedRecord } from "../definition/saved-state.ts";
import { ucbRbLearner, ucbRbOptions } from "./ucb-rb.ts";

/**
 * UCB-RC: ucb-rb on a grid over [t_min, t_max] that grows finer with the horizon. Where no horizon is
 * given, it is guessed and doubled, and learning begins again on the finer grid each time.
 */
export const ucbRc = definePolicy({
  name: "ucb-rc",
  citation: "Cayci, Eryilmaz and Srikant 2020, thm:ucb-rc",
  summary: "ucb-rb on a grid over an interval of cutoffs, as fine as the horizon warrants.",
  options: {
    ...ucbRbOptions,
    init: { ...ucbRbOptions.init, default: 1 },
    q: { kind: "number", text: "smoothness of the rate at its maximum (assn:ucb-rc)", default: 2, above: 1 },
  },
  create(setup, options, saved) {
    const { cutoffs, horizon } = setup;
    if (cutoffs.kind !== "interval") {
      throw new RangeError(`ucb-rc: cutoffs must be an interval such as 0.1..10, got ${cutoffs.kind}`);
    }
    const { low, high } = cutoffs;
    let guess = horizon ?? FIRST_GUESS * high;
    let spent = 0;
    let learner: Learner;
    const start = (state?: unknown) => {
      const grid = quantise(low, high, guess, options.q, options.variant, mostLevels(setup.arms.length));
      learner = ucbRbLearner("ucb-rc", setup, grid, options, state);
    };
    if (saved === undefined) start();
    else {
      const record = savedRecord("ucb-rc", saved);
      guess = savedNumber("ucb-rc", record.guess, "guess");
      spent = savedNumber("ucb-rc", record.spent, "spent");
      start(record.learner);
    }
    return {
      decide: () => learner.decide(),
      observe(decision, outcome) {
        learner.observe(decision, outcome);
        spent += timeTaken(setup, decision.arm, decision.cutoff, outcome);
        if (horizon === undefined && spent > guess) {
          spent = 0;
          guess *= 2;
          start();
        }
      },
      save: () => ({ guess, spent, learner: learner.save() }),
    };
  },
});

/** The most levels of a grid: a decision looks at all of them for each arm, and a snapshot has six numbers for each. */
function mostLevels(arms: number): number {
  return Math.max(2, Math.floor(MOST_ACTIONS / arms));
}

/** A decision among so many takes some ten microseconds. Without it, an interval from 1e-15 to 1e15 had 30 million. */
const MOST_ACTIONS = 8_192;
/** In units of t_max: long enough for a first look at a coarse grid. */
const FIRST_GUESS = 64;

/**
 * 𝕋_Q: t_l = t_min + (l−1)·δ with δ = rad(𝕋)·(√(log τ/τ))^(1/q), L = ⌊rad/δ⌋ + 1. The paper prints the
 * step ⌈1/δ⌉ and gives δ no unit; here it is a share of the interval, and τ is counted in units of t_min,
 * so that the grid does not depend on the unit of time (docs/errata.md#e14). If it had more than `most` levels, it has
 * so many.
 */
export function quantise(
  low: number,
  high: number,
  horizon: number,
  q: number,
  variant: "corrected" | "paper",
  most = Infinity,
): Float64Array {
  const radius = high - low;
  if (variant === "paper") {
    const delta = Math.sqrt(Math.log(horizon) / horizon) ** (1 / q);
    if (!(delta > 0))
      throw new RangeError(`ucb-rc: the printed grid needs a horizon above 1, got ${horizon}`);
    const levels = Math.min(most, Math.max(1, Math.floor(radius / delta)));
    return Float64Array.from({ length: levels }, (_, level) => low + level * Math.ceil(1 / delta));
  }
  const trials = Math.max(horizon / low, Math.E);
  const step = Math.max(radius * Math.sqrt(Math.log(trials) / trials) ** (1 / q), radius / (most - 1));
  const levels = Math.floor(radius / step + 1e-9) + 1;
  return Float64Array.from({ length: levels }, (_, level) => Math.min(high, low + level * step));
}

function timeTaken({ arms }: PolicySetup, arm: number, cutoff: number, outcome: Outcome): number {
  return elapsed(outcome, arms[arm].resetting.known ? arms[arm].resetting.mean(cutoff) : 0);
}
