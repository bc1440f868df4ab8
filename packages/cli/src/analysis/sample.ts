/** One run, as a table or a journal has it: how long it took, and whether it ended by itself. */
export interface Observation {
  readonly arm: string;
  readonly instance?: string;
  readonly time: number;
  /** False: it was cut at `time`, and would have taken longer. */
  readonly completed: boolean;
  /** Of a completed run; 0 for one that failed. */
  readonly reward: number;
}

/** Runs in order of time, completions before cuts where times are equal, as the product-limit curve wants them. */
export interface Sample {
  readonly size: number;
  readonly times: Float64Array;
  readonly completed: Uint8Array;
  readonly rewards: Float64Array;
  /** The mean reward of a completed run; 0 if there is none. */
  readonly meanReward: number;
  /** How many runs ended by themselves. */
  readonly ended: number;
  /** What is drawn anew in a replicate: the runs, or the instances where several runs share one. */
  readonly units: number;
  /** Runs a unit, on average: so many may be worth no more than one. */
  readonly perUnit: number;
  /** The unit of each run. */
  readonly unitOf: Uint32Array;
}

/**
 * Runs of one instance are alike, so they are kept together; but where all are of one instance, that one
 * is the whole question and its runs are independent.
 */
export function sampleOf(observations: readonly Observation[]): Sample {
  const rows = observations.toSorted((a, b) => a.time - b.time || Number(b.completed) - Number(a.completed));
  const ended = rows.filter((row) => row.completed);
  const numbers = new Map<string, number>();
  for (const { instance } of rows) {
    if (instance !== undefined && !numbers.has(instance)) numbers.set(instance, numbers.size);
  }
  let units = numbers.size > 1 ? numbers.size : 0;
  const shared = units > 0;
  const unitOf = Uint32Array.from(rows, ({ instance }) =>
    shared && instance !== undefined ? numbers.get(instance)! : units++,
  );
  return {
    size: rows.length,
    times: Float64Array.from(rows, (row) => row.time),
    completed: Uint8Array.from(rows, (row) => Number(row.completed)),
    rewards: Float64Array.from(rows, (row) => (row.completed ? row.reward : 0)),
    meanReward: ended.length === 0 ? 0 : ended.reduce((sum, row) => sum + row.reward, 0) / ended.length,
    ended: ended.length,
    units,
    perUnit: rows.length / units,
    unitOf,
  };
}
