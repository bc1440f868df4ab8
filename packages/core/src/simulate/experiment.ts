import type { PolicyDefinition } from "../policies/definition/policy.ts";
import { makePolicy, makeTaskPolicy, type PolicyRequest } from "../policies/make-policy.ts";
import { definitionOf } from "../policies/registry.ts";
import type { CutoffSet } from "../problem/cutoffs.ts";
import { type Horizon, horizon } from "../problem/horizon.ts";
import { abandon, type TaskMode } from "../problem/task-mode.ts";
import { stream } from "../random/stream.ts";
import { type Environment, optimalOf, optimalReward } from "./environment.ts";
import { type Episode, playEpisode, type TraceEntry } from "./episode.ts";
import { type Estimate, estimate } from "./estimate.ts";
import { pseudoRegret } from "./pseudo-regret.ts";
import { PullCounts } from "./pull-counts.ts";
import { playTasks } from "./tasks.ts";

interface ContestantSetting {
  /** What its rows will carry; by default the policy's name. */
  readonly label?: string;
  readonly options?: Readonly<Record<string, unknown>>;
  /** Its own cutoffs, where they differ from the experiment's. */
  readonly cutoffs?: CutoffSet | string;
}

/** A policy of the registry with its options. */
export interface NamedContestant extends ContestantSetting {
  readonly name: string;
}

/** A policy of one's own, as `definePolicy` gives it, with its options. */
export interface DefinedContestant extends ContestantSetting {
  readonly definition: PolicyDefinition;
}

/** A policy that takes part: one of ours by its name, or one of your own by its definition. */
export type Contestant = NamedContestant | DefinedContestant;

/** Policies × horizons × runs on one environment. */
export interface Experiment {
  readonly environment: Environment;
  readonly policies: readonly Contestant[];
  readonly horizons: readonly number[];
  readonly runs: number;
  readonly seed: number;
  readonly cutoffs?: CutoffSet | string;
  readonly rule?: Horizon["rule"];
  /** `abandon` by default; under `retry` the tasks are iid, each from the laws of the environment. */
  readonly mode?: TaskMode;
}

/** One run of one policy to one horizon: the unit of parallel work. */
export interface Cell {
  readonly policy: number;
  readonly horizon: number;
  readonly run: number;
}

/** What a run came to: plain numbers that travel between threads. */
export interface CellResult {
  readonly reward: number;
  readonly trials: number;
  readonly completed: number;
  readonly pseudoRegret: number;
}

/** One policy at one horizon: means over the runs, with their standard errors. */
export interface Row {
  readonly policy: string;
  readonly horizon: number;
  readonly runs: number;
  readonly trials: Estimate;
  readonly completed: Estimate;
  readonly reward: Estimate;
  /** reward/(r*·τ), r* the best over all cutoffs of the law, not of the grid, unless the environment says otherwise. */
  readonly efficiency: Estimate;
  /** r*·τ − reward. */
  readonly regret: Estimate;
  readonly pseudoRegret: Estimate;
}

/** Refuses an experiment that cannot be played. */
export function checkExperiment(experiment: Experiment): Experiment {
  const { environment, policies, horizons, runs } = experiment;
  if (!(Number.isInteger(runs) && runs >= 1)) {
    throw new RangeError(`experiment: runs must be an integer of at least 1, got ${runs}`);
  }
  if (policies.length === 0) throw new RangeError("experiment: at least one policy must be given, got none");
  if (horizons.length === 0) throw new RangeError("experiment: at least one horizon must be given, got none");
  // Without a finite r* there is nothing to compare with, and a policy that finds ever shorter cutoffs never ends.
  environment.phases.forEach(optimalOf);
  return experiment;
}

/** The cell at a place, from 0, in the order in which `summarise` wants the results. */
export function cellAt({ horizons, runs }: Experiment, place: number): Cell {
  const row = Math.floor(place / runs);
  return { policy: Math.floor(row / horizons.length), horizon: row % horizons.length, run: place % runs };
}

/** All cells, in that order. */
export function cellsOf(experiment: Experiment): Cell[] {
  const { policies, horizons, runs } = checkExperiment(experiment);
  const length = policies.length * horizons.length * runs;
  return Array.from({ length }, (_, place) => cellAt(experiment, place));
}

/**
 * Plays one cell. Its generators follow from the seed and the run alone: the trials of an arm are the
 * same for every policy and horizon (common random numbers), and a cell needs no other, so that any
 * number of workers gives the same rows.
 */
export function playCell(
  experiment: Experiment,
  { policy: place, horizon: horizonPlace, run }: Cell,
  trace?: (entry: TraceEntry) => void,
): CellResult {
  const { environment, seed, cutoffs = "auto", rule = "inclusive", mode = abandon } = experiment;
  const contestant = experiment.policies[place];
  const budget = horizon(experiment.horizons[horizonPlace], rule);
  const { arms } = environment.phases[0];
  const request: PolicyRequest = {
    arms: arms.map(({ name, resetting }) => ({ name, resetting })),
    cutoffs: contestant.cutoffs ?? cutoffs,
    options: contestant.options ?? {},
    horizon: budget.time,
    random: stream(seed, "policy", labelOf(contestant), run),
    known: arms,
  };
  const streams = {
    trials: arms.map((_, arm) => stream(seed, "trials", run, arm)),
    resets: stream(seed, "resets", run),
  };
  if (mode.kind === "retry")
    return playRetryCell(experiment, mode, policyOf(contestant), request, budget, streams);
  const { reward, trials, completed, pulls } = playEpisode({
    environment,
    policy: makePolicy(policyOf(contestant), request),
    horizon: budget,
    ...streams,
    ...(trace === undefined ? {} : { trace }),
  });
  return { reward, trials, completed, pseudoRegret: pseudoRegret(environment, pulls) };
}

/** The same laws, each task tried again until it is done. A task that crosses the horizon is not counted. */
function playRetryCell(
  { environment }: Experiment,
  mode: TaskMode & { kind: "retry" },
  definition: PolicyDefinition,
  request: PolicyRequest,
  { time: budget }: Horizon,
  streams: Pick<Episode, "trials" | "resets">,
): CellResult {
  if (environment.phases.length > 1) {
    throw new RangeError("experiment: the mode retry needs laws that do not change, got several phases");
  }
  const pulls = new PullCounts(1);
  const results = playTasks(
    {
      tasks: endless(environment.phases[0].arms),
      // Policies are compared side by side: the mode's schedule is for those that are not one themselves.
      policy: makeTaskPolicy(definition, request, definition.schedule ?? mode.schedule),
      mode,
      budget,
      ...streams,
    },
    (arm, cutoff) => pulls.add(0, arm, cutoff),
  );
  return {
    reward: results.reduce((sum, result) => sum + result.reward, 0),
    trials: results.reduce((sum, result) => sum + result.attempts, 0),
    completed: results.filter((result) => result.solved).length,
    pseudoRegret: pseudoRegret(environment, pulls),
  };
}

function* endless<Item>(item: Item): IterableIterator<Item> {
  for (;;) yield item;
}

/** Turns the results, in the order of `cellsOf`, into rows: one a policy and horizon. */
export function summarise(experiment: Experiment, results: readonly CellResult[]): Row[] {
  const { policies, horizons, runs, environment } = experiment;
  if (results.length !== policies.length * horizons.length * runs) {
    throw new RangeError(
      `summarise: ${policies.length * horizons.length * runs} results must be given, got ${results.length}`,
    );
  }
  return policies.flatMap((contestant, place) =>
    horizons.map((time, horizonPlace): Row => {
      const from = (place * horizons.length + horizonPlace) * runs;
      const own = results.slice(from, from + runs);
      const best = optimalReward(environment, time);
      return {
        policy: labelOf(contestant),
        horizon: time,
        runs,
        trials: estimate(own.map((result) => result.trials)),
        completed: estimate(own.map((result) => result.completed)),
        reward: estimate(own.map((result) => result.reward)),
        efficiency: estimate(own.map((result) => result.reward / best)),
        regret: estimate(own.map((result) => best - result.reward)),
        pseudoRegret: estimate(own.map((result) => result.pseudoRegret)),
      };
    }),
  );
}

/**
 * Plays every policy to every horizon, `runs` times each, and gives one row for each policy and horizon.
 *
 * @example
 * ```ts
 * import { pareto, rewardOne } from "@mulligan/core/distributions";
 * import { runExperiment, stationary } from "@mulligan/core/simulate";
 * import { knownArm } from "@mulligan/core/theory";
 *
 * const rows = runExperiment({
 *   environment: stationary([knownArm(rewardOne(pareto(1, 1.2)))]),
 *   policies: [{ name: "km-ts" }, { name: "never" }],
 *   horizons: [3_000],
 *   runs: 10,
 *   seed: 1,
 * });
 * for (const { policy, efficiency } of rows) console.log(policy, efficiency.mean.toFixed(2));
 * // → km-ts 0.98
 * // → never 0.49
 * ```
 */
export function runExperiment(experiment: Experiment): Row[] {
  return summarise(
    experiment,
    cellsOf(experiment).map((cell) => playCell(experiment, cell)),
  );
}

function policyOf(contestant: Contestant): PolicyDefinition {
  return definitionOf("experiment", "definition" in contestant ? contestant.definition : contestant.name);
}

function labelOf(contestant: Contestant): string {
  return contestant.label ?? policyOf(contestant).name;
}
