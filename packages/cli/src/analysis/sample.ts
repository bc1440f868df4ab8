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
}

export function sampleOf(observations: readonly Observation[]): Sample {
  const rows = observations.toSorted((a, b) => a.time - b.time || Number(b.completed) - Number(a.completed));
  const ended = rows.filter((row) => row.completed);
  return {
    size: rows.length,
    times: Float64Array.from(rows, (row) => row.time),
    completed: Uint8Array.from(rows, (row) => Number(row.completed)),
    rewards: Float64Array.from(rows, (row) => (row.completed ? row.reward : 0)),
    meanReward: ended.length === 0 ? 0 : ended.reduce((sum, row) => sum + row.reward, 0) / ended.length,
  };
}
