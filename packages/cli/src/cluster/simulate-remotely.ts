import { randomBytes } from "node:crypto";
import {
  Coordinator,
  dispatchTasks,
  type FailedJob,
  hashOf,
  type JobTask,
  type LoggedEntry,
  type RedisPlace,
  type TaskSource,
} from "@mulligan/cluster";
import {
  type CellResult,
  cellCount,
  checkExperiment,
  type Experiment,
  type Row,
  summarise,
} from "@mulligan/core/simulate";
import { Tally } from "@mulligan/core/statistics";
import { say } from "../shell/output.ts";
import { UsageError } from "../shell/usage-error.ts";
import type { ExperimentWords } from "../simulate/read-experiment.ts";
import { closedWithPools } from "../threads/open-pool.ts";
import { type CellRange, rangeText, readResults, timesText } from "./cell-messages.ts";

/** Jobs that there are at least, so that hundreds of workers have something to do; and cells of one at most. */
const LEAST_JOBS = 512;
const LARGEST_JOB = 64;
/** After which it is said that nobody works. */
const LONELY_MS = 5_000;

/**
 * The rows of an experiment, played by the workers of a cluster. A cell is made of the seed and its place alone, and its
 * results come back to the last digit: so the rows are the same as on one machine, however many work at it.
 */
export async function simulateRemotely(
  words: ExperimentWords,
  experiment: Experiment,
  place: RedisPlace,
  progress: (done: number, total: number) => void = () => {},
): Promise<Row[]> {
  const total = cellCount(checkExperiment(experiment));
  const coordinator = await open(words, place);
  const finish = closedWithPools({
    async close() {
      await coordinator.end();
      await coordinator.close();
    },
  });
  const desk = new CellDesk(total, progress);
  const lonely = setTimeout(() => {
    if (desk.done === 0) say("nobody works at it yet: `mulligan worker` with the same --redis joins");
  }, LONELY_MS).unref();
  try {
    await dispatchTasks(coordinator, desk);
    return summarise(experiment, desk.results());
  } finally {
    clearTimeout(lonely);
    await finish();
  }
}

async function open({ times, ...words }: ExperimentWords, place: RedisPlace): Promise<Coordinator> {
  const bytes = times.size === 0 ? undefined : Buffer.from(timesText(times));
  const detail = bytes === undefined ? { words } : { words, times: hashOf(bytes) };
  const coordinator = await Coordinator.open({
    place,
    run: `simulate-${randomBytes(8).toString("hex")}`,
    document: { kind: "simulate", detail },
    known: new Tally(),
    notice: say,
  });
  if (bytes !== undefined) await coordinator.blobs.put(bytes);
  return coordinator;
}

/** The cells in jobs: given out one after the other, and what came of them. */
class CellDesk implements TaskSource {
  readonly stopped = false;
  readonly hurried = false;
  done = 0;
  private readonly total: number;
  private readonly size: number;
  private readonly waiting: number[];
  private readonly found: (CellResult[] | undefined)[];
  private readonly progress: (done: number, total: number) => void;

  constructor(total: number, progress: (done: number, total: number) => void) {
    this.total = total;
    this.size = Math.max(1, Math.min(LARGEST_JOB, Math.ceil(total / LEAST_JOBS)));
    const jobs = Math.ceil(total / this.size);
    // From the end, so that the first are given out first.
    this.waiting = Array.from({ length: jobs }, (_, i) => jobs - i);
    this.found = new Array(jobs).fill(undefined);
    this.progress = progress;
  }

  next(): JobTask | undefined {
    const index = this.waiting.pop();
    if (index === undefined) return undefined;
    return { index, input: rangeText(this.rangeOf(index)), occurrence: 1, trials: 0, attempts: 0 };
  }

  async take(logged: readonly LoggedEntry[]): Promise<void> {
    for (const { entry } of logged) {
      if (entry?.type === "end" && entry.problem !== undefined) throw new UsageError(entry.problem);
      if (entry?.type !== "result" || this.found[entry.index - 1] !== undefined) continue;
      const { from, to } = this.rangeOf(entry.index);
      const results = readResults(entry.value, to - from);
      if (results === undefined) continue;
      this.found[entry.index - 1] = results;
      this.done += results.length;
      this.progress(this.done, this.total);
    }
  }

  putBack(index: number): void {
    if (this.found[index - 1] === undefined) this.waiting.push(index);
  }

  failed({ reason }: FailedJob): void {
    throw new UsageError(`--redis: no worker could play it: ${reason}`);
  }

  results(): CellResult[] {
    return this.found.flatMap((results) => results ?? []);
  }

  private rangeOf(index: number): CellRange {
    return { from: (index - 1) * this.size, to: Math.min(this.total, index * this.size) };
  }
}
