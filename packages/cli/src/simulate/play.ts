import { openPool } from "../threads/open-pool.ts";
import type { Simulation } from "./known-before.ts";
import type { Answer, Question } from "./question.ts";
import type { ExperimentWords } from "./read-experiment.ts";

/** Small enough that no thread waits long for the last, large enough that sending costs nothing. */
const CHUNKS_PER_THREAD = 32;
const LARGEST_CHUNK = 64;

/** What is known of an experiment, and its rows, played on `jobs` threads; the same rows whatever their number. */
export async function playExperiment(
  words: ExperimentWords,
  jobs: number,
  progress: (done: number, total: number) => void = () => {},
): Promise<Simulation> {
  const total = words.policies.length * words.horizons.length * words.runs;
  const size = Math.max(1, Math.min(LARGEST_CHUNK, Math.ceil(total / (jobs * CHUNKS_PER_THREAD))));
  const pool = openPool<Question, Answer>(
    new URL("./cell-worker.js", import.meta.url),
    "answer",
    Math.min(jobs, Math.ceil(total / size)),
    words,
  );
  const ask = async <Kind extends Question["kind"]>(question: Question & { readonly kind: Kind }) =>
    (await pool.run(question)) as Answer & { readonly kind: Kind };
  try {
    // First, so that what is refused is refused once.
    const { known } = await ask({ kind: "known" });
    let done = 0;
    const chunks = Array.from({ length: Math.ceil(total / size) }, async (_, chunk) => {
      const to = Math.min(total, (chunk + 1) * size);
      const { results } = await ask({ kind: "cells", from: chunk * size, to });
      progress((done += results.length), total);
      return results;
    });
    const results = (await Promise.all(chunks)).flat();
    const { rows } = await ask({ kind: "rows", results });
    return { ...known, rows };
  } finally {
    await pool.close();
  }
}
