import { makePolicy, type Policy, type PolicyRequest } from "@mulligan/core";
import { autoCutoffs } from "@mulligan/core/problem";
import { stream } from "@mulligan/core/random";
import type { Study } from "../studies/study.ts";
import { type TaskModel, tasksOf } from "./model.ts";

/** A policy with its cutoffs, under the name that the figures give it. */
export interface SatContestant {
  readonly label: string;
  readonly name: string;
  readonly options: Readonly<Record<string, number | string>>;
  readonly cutoffs: string;
  /** In mode `retry`: the policy's cutoff is the base of this schedule; without it every attempt is decided alike. */
  readonly schedule?: "luby";
}

export interface SolvedPart {
  readonly set: string;
  readonly model: TaskModel;
  readonly contestant: SatContestant;
  /** Flips until solved, `attempts` for each formula. */
  readonly times: Float64Array;
  readonly attempts: number;
  /** Budgets τ in flips, in order. */
  readonly horizons: readonly number[];
  readonly from: number;
  readonly to: number;
  readonly seed: number;
}

export interface SolvedResult {
  /** For each run the number of solved formulas at each horizon. */
  readonly solved: readonly (readonly number[])[];
  readonly trials: number;
}

/** The paper allows ten restarts, so an instance is left after the eleventh attempt. */
export const MAX_ATTEMPTS = 11;

/** Flips are whole: `auto` need not look below one. */
const RESOLUTION = 1;

/** How many formulas a policy solves in τ flips, played with solving times that were measured before. */
export const solvedInstances: Study<SolvedPart, SolvedResult> = {
  name: "solved-instances",
  play(part) {
    const solved: number[][] = [];
    let trials = 0;
    for (let run = part.from; run < part.to; run++) {
      const result = playRun(part, run);
      solved.push(result.solved);
      trials += result.trials;
    }
    return { solved, trials };
  },
};

/**
 * One run to the longest horizon. Its tasks follow from the run alone, so every policy meets the same; a
 * trial that crosses a horizon counts there (docs/errata.md#e21).
 */
function playRun(part: SolvedPart, run: number): { solved: number[]; trials: number } {
  const { set, model, contestant, horizons, seed } = part;
  const tasks = tasksOf(model, part.times, part.attempts, stream(seed, "tasks", set, model, run));
  const policy = policyFor(contestant, model, {
    arms: ["rnovelty"],
    cutoffs: contestant.cutoffs === "auto" ? autoCutoffs(RESOLUTION) : contestant.cutoffs,
    options: contestant.options,
    random: stream(seed, "policy", set, model, contestant.label, run),
  });
  const solved: number[] = [];
  let [clock, done, trials, attempt] = [0, 0, 0, 1];
  while (solved.length < horizons.length) {
    const decision = policy.decide({ attempt });
    const time = tasks.next(attempt);
    trials += 1;
    if (time < Infinity && time <= decision.cutoff) {
      clock += time;
      done += 1;
      attempt = 1;
      policy.observe(decision, { kind: "completed", time, reward: 1 });
    } else {
      clock += decision.cutoff;
      attempt = model === "retry" && attempt < MAX_ATTEMPTS ? attempt + 1 : 1;
      if (clock < Infinity) policy.observe(decision, { kind: "censored", time: decision.cutoff });
    }
    while (solved.length < horizons.length && clock > horizons[solved.length]) solved.push(done);
  }
  return { solved, trials };
}

/** The paper's policies take every attempt for a trial like any other, in mode `retry` too. */
function policyFor({ name, schedule }: SatContestant, model: TaskModel, request: PolicyRequest): Policy {
  const retries = model === "retry" && schedule !== undefined;
  return makePolicy(name, retries ? { ...request, schedule } : request);
}
