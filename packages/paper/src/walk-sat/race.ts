import { makePolicy, type Policy, type PolicyRequest } from "@mulligan/core/policies";
import { autoCutoffs } from "@mulligan/core/problem";
import { stream, type Xoshiro128 } from "@mulligan/core/random";
import { decades, shuffle, sumOf } from "../claims/statistics.ts";
import {
  type PlayStudy,
  playSets,
  type ReproductionSetting,
  type SeededRuns,
  type Study,
  spansOf,
} from "../studies/study.ts";
import { lubyRate, placeOfLargest } from "./times.ts";

/**
 * How trials and formulas go together. `iid`, the paper's model: each trial is a fresh draw from all solving times.
 * `abandon`: formula after formula, one trial each. `retry`: the same formula until it is solved or given up. No try of
 * it is used twice, since a formula that was never solved would look hopeless. When the set is used up, `abandon` draws
 * from all times, and `retry` draws a formula.
 */
export type TaskModel = (typeof MODELS)[number];

export const MODELS = ["iid", "abandon", "retry"] as const;

interface SatTrials {
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

/** A policy with its cutoffs, under the name that the figures give it. */
export interface SatContestant {
  readonly label: string;
  readonly name: string;
  readonly options: Readonly<Record<string, number | string>>;
  readonly cutoffs: string;
  /** In mode `retry`: the policy's cutoff is the base of this schedule; without it every attempt is decided alike. */
  readonly schedule?: "luby";
}

interface SolvedPart extends SeededRuns {
  readonly set: string;
  readonly model: TaskModel;
  readonly contestant: SatContestant;
  /** Flips until solved, `attempts` for each formula. */
  readonly times: Float64Array;
  readonly attempts: number;
  /** Budgets τ in flips, in order. */
  readonly horizons: readonly number[];
}

interface SolvedResult {
  /** For each run the number of solved formulas at each horizon. */
  readonly solved: readonly (readonly number[])[];
  readonly trials: number;
}

/** The paper allows ten restarts, so an instance is left after the eleventh attempt. */
const MAX_ATTEMPTS = 11;

/** Flips are whole numbers, so `auto` needs no cutoff below 1. */
const RESOLUTION = 1;

/** Returns how many formulas a policy solves in τ flips, played with solving times that were measured before. */
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

/** The paper's policies treat every attempt alike, in mode `retry` too. */
function policyFor({ name, schedule }: SatContestant, model: TaskModel, request: PolicyRequest): Policy {
  const retries = model === "retry" && schedule !== undefined;
  return makePolicy(name, retries ? { ...request, schedule } : request);
}

/** The names of the figures' lines. */
export const CONTESTANT_LABELS = {
  rb: "UCB-RB",
  rbThousands: "UCB-RB in thousands",
  rm: "UCB-RM",
  rc: "UCB-RC",
  km: "km-ts, auto",
  fixed: "best fixed cutoff",
  never: "no restarts",
} as const;

/** The paper's settings. UCB-RM and UCB-RC choose the number of their first trials (docs/errata.md#e12). */
const PAPER = { alpha: 2.01, factor: 1.01 };

/** Bases that a user might guess. The best one, which only the data show, is added to them. */
const GUESSED_BASES = [10, 32, 100, 1_000, 3_162];

export const lubyLabel = (base: number) => `Luby, base ${Math.round(base)}`;

/** All contestants on a set whose solving times are known, and the best base of Luby's sequence. */
export function contestantsOn(
  times: Float64Array,
  bestCutoff: number,
  cutoffs: number,
  { unit, lubyReset }: ReproductionSetting,
): { readonly contestants: readonly SatContestant[]; readonly tunedBase: number } {
  const tunedBase = bestBase(times);
  const bases = [...GUESSED_BASES, tunedBase].sort((a, b) => a - b);
  const grid = (flips: number) => paperCutoffs(cutoffs, flips);
  const within = grid(unit);
  const learner = (label: string, name: string, options: SatContestant["options"], cutoffs: string) =>
    ({ label, name, options, cutoffs }) satisfies SatContestant;
  const contestants: SatContestant[] = [
    learner(CONTESTANT_LABELS.rb, "ucb-rb", { ...PAPER, init: 40 }, within.join(",")),
    learner(CONTESTANT_LABELS.rbThousands, "ucb-rb", { ...PAPER, init: 40 }, grid(1_000).join(",")),
    learner(CONTESTANT_LABELS.rm, "ucb-rm", PAPER, within.join(",")),
    learner(CONTESTANT_LABELS.rc, "ucb-rc", PAPER, `${within[0]}..${within[within.length - 1]}`),
    { ...learner(CONTESTANT_LABELS.km, "km-ts", {}, "auto"), schedule: "luby" },
    ...bases.map(
      (base): SatContestant => ({
        ...learner(lubyLabel(base), "luby", { base, reset: lubyReset }, "auto"),
        schedule: "luby",
      }),
    ),
    learner(CONTESTANT_LABELS.fixed, "fixed", { cutoff: bestCutoff }, "auto"),
    learner(CONTESTANT_LABELS.never, "never", {}, "auto"),
  ];
  return { contestants, tunedBase };
}

/** 𝕋 = {10^(−0.5 + i/8)} of the paper, in flips. */
export function paperCutoffs(count: number, unit: number): number[] {
  return Array.from({ length: count }, (_, i) => 10 ** (-0.5 + 0.125 * i) * unit);
}

/** The base with the largest rate, of ten a decade. */
function bestBase(times: Float64Array): number {
  const bases = decades(0.5, 4, 10);
  return bases[placeOfLargest(bases.map((base) => lubyRate(times, base)))];
}

/** A contestant in one of the models. */
export interface RaceEntry {
  readonly model: TaskModel;
  readonly contestant: SatContestant;
}

/** Runs `first`, `first` + 1, … to the same horizons, `aPart` of them in a part. */
export interface Leg {
  readonly horizons: readonly number[];
  readonly runs: number;
  readonly first: number;
  readonly aPart: number;
}

/** Plays every entry over every leg. Returns what each run solved, entry by entry, and the number of all trials. */
export async function playRaces(
  play: PlayStudy,
  shared: Pick<SolvedPart, "set" | "times" | "attempts" | "seed">,
  entries: readonly RaceEntry[],
  legs: readonly Leg[],
) {
  const races = entries.flatMap((entry) => legs.map((leg) => ({ ...entry, ...leg })));
  const results = await playSets(
    play,
    solvedInstances,
    races.map(({ model, contestant, horizons, runs, first, aPart }) =>
      spansOf(runs, aPart).map(({ from, to }) => ({
        ...shared,
        model,
        contestant,
        horizons,
        from: first + from,
        to: first + to,
      })),
    ),
  );
  return {
    races: races.map((race, i) => ({ ...race, solved: results[i].flatMap(({ solved }) => solved) })),
    trials: sumOf(results.flat().map(({ trials }) => trials)),
  };
}
