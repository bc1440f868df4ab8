import {
  type CellResult,
  cellCount,
  checkExperiment,
  type Experiment,
  type Row,
  summarise,
} from "@mulligan/core/simulate";
import { openPool } from "../threads/open-pool.ts";
import type { ExperimentWords } from "./read-experiment.ts";

/** Small enough that no thread waits long for the last, large enough that sending costs nothing. */
const CHUNKS_PER_THREAD = 32;
const LARGEST_CHUNK = 64;

/**
 * The rows of an experiment, played on `jobs` threads; the same rows whatever their number. The threads read
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
    new URL("./cell-worker.js", import.meta.url),
    "playCells",
    Math.min(jobs, Math.ceil(total / size)),
    words,
  );
  try {
    let done = 0;
    const chunks = Array.from({ length: Math.ceil(total / size) }, async (_, chunk) => {
      const results = await pool.run({ from: chunk * size, to: Math.min(total, (chunk + 1) * size) });
      progress((done += results.length), total);
      return results;
    });
    return summarise(experiment, (await Promise.all(chunks)).flat());
  } finally {
    await pool.close();
  }
}
