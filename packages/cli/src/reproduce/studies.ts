import { coverage } from "./studies/coverage.ts";
import { paretoCorrelation } from "./studies/pareto-correlation.ts";
import { regretPath } from "./studies/regret-path.ts";
import { restartCondition } from "./studies/restart-condition.ts";
import { restartRace } from "./studies/restart-race.ts";
import { solvedInstances } from "./studies/solved-instances.ts";
import { solvingTimes } from "./studies/solving-times.ts";
import { staticReward } from "./studies/static-reward.ts";
import { wholeNumbers } from "./studies/whole-numbers.ts";

/**
 * Work that any thread can do: what comes out follows from the part alone, so that one thread and many
 * give the same bytes. Parts and results are plain data, since they travel between threads.
 */
export interface Study<Part, Result> {
  readonly name: string;
  play(part: Part): Result;
}

/** All of them, for the threads to find by name. */
// biome-ignore lint/suspicious/noExplicitAny: each study has a part of its own
export const studies: readonly Study<any, unknown>[] = [
  paretoCorrelation,
  solvingTimes,
  solvedInstances,
  restartCondition,
  restartRace,
  staticReward,
  wholeNumbers,
  regretPath,
  coverage,
];
