import type { Draw } from "../distributions/joint-law.ts";
import type { Policy } from "../policies/definition/policy.ts";
import type { Horizon, Outcome } from "../problem/outcome.ts";
import type { Xoshiro128 } from "../random/random.ts";
import type { Environment } from "./environment.ts";
import { PullCounts } from "./pseudo-regret.ts";

/** One trial of a trace. */
export interface TraceEntry {
  /** The start of the trial on the episode's clock. */
  readonly start: number;
  readonly arm: number;
  readonly cutoff: number;
  readonly outcome: Outcome;
}

/** A policy, its environment, and the random numbers of both. */
export interface Episode {
  readonly environment: Environment;
  readonly policy: Policy;
  readonly horizon: Horizon;
  /** One generator for each arm, so that its n-th trial is the same whichever policy plays it. */
  readonly trials: readonly Xoshiro128[];
  /** The generator of random resetting times. */
  readonly resets: Xoshiro128;
  /** Called after every trial that counts. */
  readonly trace?: (entry: TraceEntry) => void;
}

/** The result of an episode. */
export interface EpisodeResult {
  /** REW_π(τ). */
  reward: number;
  /** N_π(τ). */
  trials: number;
  /** The number of trials that completed. */
  completed: number;
  /** The time at which the last trial ended. */
  time: number;
  /** The number of times each decision was taken, phase by phase. */
  readonly pulls: PullCounts;
}

/** The number of trials after which an episode ends with an error, for policies that never get anywhere. */
export const MAX_TRIALS = 1e9;

/** An episode that is played in stretches, by a caller that shows it or plays several side by side. */
export interface OpenEpisode {
  /** The result so far. */
  readonly result: EpisodeResult;
  /** Whether the budget is spent. */
  readonly over: boolean;
  /**
   * Plays every trial that begins at `time` or before, so that the result is that of a horizon there; at most `trials`
   * of them, if given. Returns true if it got that far.
   */
  playUntil(time: number, trials?: number): boolean;
}

/**
 * Plays one episode in virtual time (sec:problem): decide, draw, cut, observe, until the budget is spent. The trial
 * that crosses the horizon counts or not, by its rule (docs/errata.md#e21); the clock is checked after
 * every trial, initial ones too (docs/errata.md#e9).
 */
export function playEpisode(episode: Episode): EpisodeResult {
  const open = openEpisode(episode);
  open.playUntil(episode.horizon.time);
  return open.result;
}

/**
 * Returns an episode before its first trial. The result does not depend on the stretches in which it is played, to the
 * digit.
 */
export function openEpisode(episode: Episode): OpenEpisode {
  const pulls = new PullCounts(episode.environment.phases.length);
  const result: EpisodeResult = { reward: 0, trials: 0, completed: 0, time: 0, pulls };
  const place: Place = { clock: 0, phase: 0 };
  const budget = episode.horizon.time;
  return {
    result,
    get over() {
      return place.clock > budget;
    },
    playUntil(time, trials = MAX_TRIALS) {
      const until = Math.min(time, budget);
      play(episode, result, place, until, Math.min(result.trials + trials, MAX_TRIALS + 1));
      if (result.trials > MAX_TRIALS) {
        throw new RangeError(
          `playEpisode: the horizon ${budget} must be reached in ${MAX_TRIALS} trials, clock is at ${place.clock}`,
        );
      }
      return place.clock > until;
    },
  };
}

/** The place that an episode has reached. */
interface Place {
  clock: number;
  phase: number;
}

/** The hot loop. All that it touches is in locals: out of a closure it takes 8% longer. */
function play(episode: Episode, result: EpisodeResult, place: Place, until: number, limit: number): void {
  const { policy, trials, resets, trace } = episode;
  const { phases } = episode.environment;
  const inclusive = episode.horizon.rule === "inclusive";
  const budget = episode.horizon.time;
  const { pulls } = result;
  const draw: Draw = { time: 0, reward: 0 };
  const uniform = () => resets.uniform();
  let { clock, phase } = place;
  let { arms } = phases[phase];
  let nextChange = phases[phase + 1]?.from ?? Infinity;
  while (clock <= until && result.trials < limit) {
    while (clock >= nextChange) {
      phase += 1;
      arms = phases[phase].arms;
      nextChange = phases[phase + 1]?.from ?? Infinity;
    }
    const decision = policy.decide();
    const { arm, cutoff } = decision;
    const { law, resetting } = arms[arm];
    law.draw(trials[arm], draw);
    let outcome: Outcome;
    let spent: number;
    let reward = 0;
    if (draw.time <= cutoff) {
      spent = draw.time;
      reward = draw.reward;
      outcome = { kind: "completed", time: spent, reward };
    } else {
      const reset = resetting.sample(cutoff, uniform);
      spent = cutoff + reset;
      outcome = resetting.known
        ? { kind: "censored", time: cutoff }
        : { kind: "censored", time: cutoff, resetting: reset };
    }
    const start = clock;
    clock += spent;
    if (clock > budget && !inclusive) break;
    pulls.add(phase, arm, cutoff);
    result.trials += 1;
    result.reward += reward;
    if (outcome.kind === "completed") result.completed += 1;
    result.time = clock;
    if (trace !== undefined) trace({ start, arm, cutoff, outcome });
    policy.observe(decision, outcome);
  }
  place.clock = clock;
  place.phase = phase;
}
