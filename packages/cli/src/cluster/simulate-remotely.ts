import {
  type CellResult,
  cellCount,
  checkExperiment,
  type Experiment,
  type Row,
  summarise,
} from "@mulligan/core/simulate";
import { UsageError } from "../shell/usage-error.ts";
import type { ExperimentWords } from "../simulate/read-experiment.ts";
import { closedWithPools } from "../threads/end-threads.ts";
import { readResults, timesText } from "./cell-work.ts";
import { type OpenRemoteRun, openRemoteRun, withRedisErrors } from "./open-run.ts";
import type { ClusterOptions } from "./redis-options.ts";

/** Jobs that there are at least, so that hundreds of workers have something to do; and cells of one at most. */
const LEAST_JOBS = 512;
const LARGEST_JOB = 64;

/**
 * Returns the rows of an experiment, played by the workers of a cluster. A cell depends on the seed and its place only, and its
 * results come back to the last digit: so the rows are the same as on one machine.
 */
export function simulateRemotely(
  words: ExperimentWords,
  experiment: Experiment,
  options: ClusterOptions,
  progress: (done: number, total: number) => void,
): Promise<Row[]> {
  const total = cellCount(checkExperiment(experiment));
  let done = 0;
  return withRedisErrors(async () => {
    const remote = await openExperiment(words, options, () => ({ done, total }));
    const close = closedWithPools(remote);
    try {
      const results = await playCells(remote, total, (played) => {
        done += played;
        progress(done, total);
      });
      return summarise(experiment, results);
    } finally {
      await close();
    }
  });
}

async function openExperiment(
  { times, ...words }: ExperimentWords,
  options: ClusterOptions,
  progress: () => { done: number; total: number },
): Promise<OpenRemoteRun> {
  const title = `${words.policies.join(", ")} on ${words.laws.join(", ")}`.slice(0, 500);
  const detail = { words, ...(times.size === 0 ? {} : { times: timesText(times) }) };
  return openRemoteRun({ options, document: { kind: "simulate", title, detail }, progress });
}

/** Keeps as many ranges of cells out as the workers have use for. */
function playCells(
  { run, jobs }: OpenRemoteRun,
  total: number,
  played: (cells: number) => void,
): Promise<CellResult[]> {
  const size = Math.max(1, Math.min(LARGEST_JOB, Math.ceil(total / LEAST_JOBS)));
  const results: CellResult[][] = [];
  let [next, out] = [0, 0];
  return new Promise((resolve, reject) => {
    const play = async (place: number) => {
      const range = { from: place * size, to: Math.min(total, (place + 1) * size) };
      const job = run.jobs.submit(range);
      const result = await job.result;
      if (result.kind === "failed")
        throw new UsageError(`--redis: no worker could run the simulation: ${result.reason}`);
      if (result.kind !== "value") return;
      results[place] = readResults(result.value, range.to - range.from);
      run.jobs.forget(job.id);
      played(range.to - range.from);
    };
    const fill = () => {
      for (; out < jobs.slots && next * size < total; next++) {
        out += 1;
        play(next)
          .then(() => {
            out -= 1;
            fill();
          })
          .catch(reject);
      }
      if (out === 0 && next * size >= total) resolve(results.flat());
    };
    jobs.watch(fill);
    fill();
  });
}
