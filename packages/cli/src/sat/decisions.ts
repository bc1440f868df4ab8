import {
  autoCutoffs,
  type Decision,
  makePolicy,
  makeTaskPolicy,
  measuredResetting,
  type Outcome,
  type PolicyRequest,
  parseCutoffs,
  parsePolicy,
  policyNamed,
  type ScheduleName,
} from "@mulligan/core";
import type { Trial } from "../journal/trial-line.ts";

/** Decides for whole runs of attempts at once, and learns from what came of them. */
export interface Decisions {
  /** What to do for the tries `attempt`, `attempt + 1`, … at a task: `count` at most, and no more than some work. */
  ahead(attempt: number, count: number): readonly Decision[];
  observe(decision: Decision, outcome: Outcome): void;
  /** Learns from a try of an earlier run. */
  relearn(trial: Trial): void;
}

export interface DecisionWords {
  readonly policy: string;
  readonly cutoffs: string;
  readonly mode: "retry" | "abandon";
  readonly schedule?: ScheduleName;
  readonly arms: readonly string[];
  readonly seed: number;
  /** The flips that there are for all files. */
  readonly horizon?: number;
}

/**
 * A fresh draw for every try would cost as much as the flips of a small formula. One is kept until the
 * number of observations has grown by this share: the law is then known hardly any better. With 0.02 the
 * files of CBS took 4% more flips than with a fresh decision after every reply, with 0.05 more still.
 */
const GROWTH = 0.005;

/** A millisecond of flips or so is enough to be decided in advance. */
const FLIPS_AHEAD = 10_000;

/** Flips are whole, so cutoffs below one flip need not be told apart. */
const RESOLUTION = 1;

export function decisionsOf(words: DecisionWords): Decisions {
  const { name, options } = parsePolicy(words.policy);
  const cutoffs = words.cutoffs.trim() === "auto" ? autoCutoffs(RESOLUTION) : parseCutoffs(words.cutoffs);
  const arms = words.arms.map((arm) => ({ name: arm, resetting: measuredResetting }));
  const horizon = words.horizon === undefined ? {} : { horizon: words.horizon };
  const request: PolicyRequest = { arms, cutoffs, options, seed: words.seed, ...horizon };
  const retrying = words.mode === "retry" ? makeTaskPolicy(name, request, words.schedule) : undefined;
  const policy = retrying === undefined ? makePolicy(name, request) : undefined;
  const decide = (attempt: number) => atLeastOneFlip(retrying?.decide(attempt) ?? policy!.decide());
  const observe = (decision: Decision, outcome: Outcome) => {
    observed += 1;
    (retrying ?? policy!).observe(decision, outcome);
  };
  let kept = new Map<number, Decision>();
  let observed = 0;
  let until = 0;
  return {
    ahead(attempt, count) {
      if (observed >= until) {
        kept = new Map();
        until = observed + Math.max(1, Math.floor(GROWTH * observed));
      }
      const decided: Decision[] = [];
      for (let flips = 0; decided.length < count && flips < FLIPS_AHEAD; ) {
        const decision = kept.get(attempt + decided.length) ?? decide(attempt + decided.length);
        kept.set(attempt + decided.length, decision);
        decided.push(decision);
        flips += decision.cutoff;
      }
      return decided;
    },
    observe,
    relearn(trial) {
      // luby and geometric count their own decisions; to go on where they were, they must be asked again.
      if (policyNamed(name).schedule !== undefined && trial.stopped !== true) policy?.decide();
      observe(trial, trial.outcome);
    },
  };
}

function atLeastOneFlip(decision: Decision): Decision {
  return decision.cutoff >= 1 ? decision : { ...decision, cutoff: 1 };
}
