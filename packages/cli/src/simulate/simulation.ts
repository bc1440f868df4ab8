import type { Experiment, Row } from "@mulligan/core/simulate";
import { optimal } from "@mulligan/core/theory";
import { readTimesOfArms } from "../problem/read-times.ts";
import { UsageError } from "../shell/usage-error.ts";
import { type ExperimentWords, readExperiment } from "./read-experiment.ts";

const STANDARD_INPUT = /empirical\(\s*"?-"?\s*\)/;

/** How the rows of an experiment are played: on threads of this process, or elsewhere. */
export type PlayRows = (words: ExperimentWords, experiment: Experiment) => Promise<Row[]>;

/** Plays an experiment and gives all that `simulate` says of it: the shape of its JSON document. */
export async function playSimulation(given: Omit<ExperimentWords, "times">, play: PlayRows) {
  if (given.laws.some((law) => STANDARD_INPUT.test(law))) {
    throw new UsageError(
      "empirical(-): must be a file here, since every thread reads it, got standard input",
    );
  }
  const words = { ...given, times: await readTimesOfArms(given.laws) };
  const experiment = readExperiment(words);
  const known = knownBefore(words, experiment);
  return { ...known, rows: await play(words, experiment) };
}

export type Simulation = Awaited<ReturnType<typeof playSimulation>>;

/** The problem, and the best that anybody could do on it. */
function knownBefore(words: ExperimentWords, { environment, mode }: Experiment) {
  const { arms, among } = environment.phases[0];
  const best = optimal(arms, among === undefined ? {} : { among });
  return {
    problem: {
      arms: arms.map(({ name, law }) => ({ name, law: law.time.name })),
      reward: words.reward,
      resetting: words.resetting,
      mode: words.mode,
      ...(mode?.kind === "retry" ? { schedule: mode.schedule, maxRestarts: mode.maxRestarts } : {}),
      cutoffs: words.cutoffs,
      seed: words.seed,
    },
    optimal: {
      arm: arms[best.arm].name,
      cutoff: best.cutoff,
      rate: best.rate,
      /** Of which cutoffs it is the best: where there is no best of all, of those given, or from some time on. */
      among: among ?? ("all" as const),
    },
  };
}
