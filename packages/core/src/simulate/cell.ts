import type { PolicyDefinition } from "../policies/definition/policy.ts";
import { makePolicy } from "../policies/make-policy.ts";
import type { PolicyRequest } from "../policies/new-policy.ts";
import { definitionOf } from "../policies/registry.ts";
import type { CutoffSet } from "../problem/cutoffs.ts";
import { type Horizon, horizon } from "../problem/outcome.ts";
import type { TaskMode } from "../problem/schedule.ts";
import { stream } from "../random/stream.ts";
import type { Environment } from "./environment.ts";
import { type Episode, type OpenEpisode, openEpisode, type TraceEntry } from "./episode.ts";
import { PullCounts, pseudoRegret } from "./pseudo-regret.ts";
import { playTasks } from "./tasks.ts";

interface ContestantSetting {
  /** The name in its rows. Default: the policy's name. */
  readonly label?: string;
  readonly options?: Readonly<Record<string, unknown>>;
  /** Its own cutoffs, where they differ from the experiment's. */
  readonly cutoffs?: CutoffSet | string;
}

/** A policy of the registry with its options. */
export interface NamedContestant extends ContestantSetting {
  /** The name in the registry. */
  readonly name: string;
}

/** A policy of your own, made by `definePolicy`, with its options. */
export interface DefinedContestant extends ContestantSetting {
  /** The definition that `definePolicy` returned. */
  readonly definition: PolicyDefinition;
}

/** A policy in an experiment: one of the registry by its name, or one of your own by its definition. */
export type Contestant = NamedContestant | DefinedContestant;

/** Returns the definition, found by its name or given. */
function policyOf(contestant: Contestant): PolicyDefinition {
  return definitionOf("experiment", "definition" in contestant ? contestant.definition : contestant.name);
}

/** Returns the name for its rows and for its own draws. */
export function labelOf(contestant: Contestant): string {
  return contestant.label ?? policyOf(contestant).name;
}

/** An experiment: policies × horizons × runs on one environment. */
export interface Experiment {
  /** The laws of the arms, and how they change. */
  readonly environment: Environment;
  /** The policies to compare. */
  readonly policies: readonly Contestant[];
  /** The time budgets. */
  readonly horizons: readonly number[];
  /** The number of runs of each policy to each horizon. */
  readonly runs: number;
  /** The seed; the same seed gives the same rows. */
  readonly seed: number;
  /** A set of cutoffs, or the notation of `--cutoffs`; `auto` if absent. */
  readonly cutoffs?: CutoffSet | string;
  /** Whether the trial that crosses the horizon counts. Default: `inclusive`. */
  readonly rule?: Horizon["rule"];
  /** `abandon` by default; in mode `retry` the tasks are iid, each from the laws of the environment. */
  readonly mode?: TaskMode;
}

/** One run of one policy to one horizon: the unit of parallel work. */
export interface Cell {
  /** The index of the policy. */
  readonly policy: number;
  readonly horizon: number;
  /** The index of the run, on which its random numbers depend. */
  readonly run: number;
}

/** The result of a cell: plain numbers that can travel between threads. */
export interface CellResult {
  readonly reward: number;
  readonly trials: number;
  readonly completed: number;
  readonly pseudoRegret: number;
}

/**
 * Plays one cell. Its generators follow from the seed and the run alone. So the trials of an arm are the same for every
 * policy and horizon (common random numbers), and any number of workers gives the same rows.
 */
export function playCell(
  experiment: Experiment,
  cell: Cell,
  trace?: (entry: TraceEntry) => void,
): CellResult {
  if (experiment.mode?.kind === "retry") return playRetryCell(experiment, experiment.mode, cell);
  const episode = openCell(experiment, cell, trace);
  episode.playUntil(Infinity);
  return cellResult(experiment, episode);
}

/** Returns the episode of a cell before its first trial, for callers that play it in stretches. Mode `abandon` only. */
export function openCell(
  experiment: Experiment,
  cell: Cell,
  trace?: (entry: TraceEntry) => void,
): OpenEpisode {
  if (experiment.mode?.kind === "retry") {
    throw new RangeError("openCell: the mode must be abandon, got retry, whose tasks are played whole");
  }
  const { definition, request, budget, streams } = partsOf(experiment, cell);
  return openEpisode({
    environment: experiment.environment,
    policy: makePolicy(definition, request),
    horizon: budget,
    ...streams,
    ...(trace === undefined ? {} : { trace }),
  });
}

/** Returns the result of a cell from its episode. */
export function cellResult({ environment }: Experiment, { result }: OpenEpisode): CellResult {
  const { reward, trials, completed, pulls } = result;
  return { reward, trials, completed, pseudoRegret: pseudoRegret(environment, pulls) };
}

/** The policy, the budget and the generators of a cell. */
function partsOf(experiment: Experiment, { policy: place, horizon: horizonPlace, run }: Cell) {
  const { environment, seed, cutoffs = "auto", rule = "inclusive" } = experiment;
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
  const streams: Pick<Episode, "trials" | "resets"> = {
    trials: arms.map((_, arm) => stream(seed, "trials", run, arm)),
    resets: stream(seed, "resets", run),
  };
  return { definition: policyOf(contestant), request, budget, streams };
}

/** The same laws, each task tried again until it is done. A task that crosses the horizon is not counted. */
function playRetryCell(experiment: Experiment, mode: TaskMode & { kind: "retry" }, cell: Cell): CellResult {
  const { environment } = experiment;
  if (environment.phases.length > 1) {
    throw new RangeError("experiment: the mode retry needs laws that do not change, got several phases");
  }
  const { definition, request, budget, streams } = partsOf(experiment, cell);
  const pulls = new PullCounts(1);
  const results = playTasks(
    {
      tasks: endless(environment.phases[0].arms),
      // Policies are compared side by side: the mode's schedule is for those that are not one themselves.
      policy: makePolicy(definition, { ...request, schedule: definition.schedule ?? mode.schedule }),
      mode,
      budget: budget.time,
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
