import { namesStandardInput } from "../problem/standard-input.ts";
import { UsageError } from "../shell/usage-error.ts";
import type { Simulation } from "./known-before.ts";
import { playExperiment } from "./play.ts";
import type { ExperimentWords } from "./read-experiment.ts";

/** So many plays fit into memory, and take minutes at the least. */
const MAX_PLAYS = 1_000_000;

/** Plays an experiment and gives all that `simulate` says of it. */
export async function playSimulation(
  words: ExperimentWords,
  jobs: number,
  progress: (done: number, total: number) => void,
): Promise<Simulation> {
  if (namesStandardInput(words.laws)) {
    throw new UsageError(
      "empirical(-): must be a file here, since every thread reads it, got standard input",
    );
  }
  const { policies, horizons, runs } = words;
  const rows = policies.length * horizons.length;
  const most = Math.floor(MAX_PLAYS / rows);
  if (runs > most) {
    throw new UsageError(
      `--runs: must be at most ${most} for ${rows} rows of policies × horizons, ${MAX_PLAYS} runs in all, got ${runs}`,
    );
  }
  return await playExperiment(words, jobs, progress);
}
