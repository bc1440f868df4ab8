import {
  type CellResult,
  cellCount,
  checkExperiment,
  type Experiment,
  type Row,
  summarise,
} from "@mulligan/core/simulate";
import { optimal } from "@mulligan/core/theory";
import { readTimesOfArms } from "../problem/problem-options.ts";
import { startedModule } from "../shell/assets.ts";
import { UsageError } from "../shell/usage-error.ts";
import { openPool } from "../threads/open-pool.ts";
import { type ExperimentWords, readExperiment } from "./read-experiment.ts";

const STANDARD_INPUT = /empirical\(\s*"?-"?\s*\)/;

/** Plays the rows of an experiment: on threads of this process, or elsewhere. */
export type PlayRows = (words: ExperimentWords, experiment: Experiment) => Promise<Row[]>;

/** Plays an experiment. Resolves to the JSON document of `simulate`. */
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

/** The problem, and the best possible result on it. */
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
      /** The cutoffs among which it is the best: if there is no best of all, the given ones, or those from some time on. */
      among: among ?? ("all" as const),
    },
  };
}

/** Small enough that no thread waits long for the last, large enough that sending costs nothing. */
const CHUNKS_PER_THREAD = 32;
const LARGEST_CHUNK = 64;

/**
 * Resolves to the rows of an experiment, played on `jobs` threads; the same rows whatever their number. The threads read
 * it from its words.
 */
export async function playExperiment(
  words: ExperimentWords,
  experiment: Experiment,
  jobs: number,
  progress: (done: number, total: number) => void = () => {},
): Promise<Row[]> {
  const total = cellCount(checkExperiment(experiment));
  const size = Math.max(1, Math.min(LARGEST_CHUNK, Math.ceil(total / (jobs * CHUNKS_PER_THREAD))));
  const pool = openPool<{ from: number; to: number }, CellResult[]>(
    startedModule("cell-thread"),
    "playCells",
    Math.min(jobs, Math.ceil(total / size)),
    words,
  );
  // The threads end with the command, after the rows are printed.
  let done = 0;
  const chunks = Array.from({ length: Math.ceil(total / size) }, async (_, chunk) => {
    const results = await pool.run({ from: chunk * size, to: Math.min(total, (chunk + 1) * size) });
    progress((done += results.length), total);
    return results;
  });
  return summarise(experiment, (await Promise.all(chunks)).flat());
}
