export function sumOf(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

export function meanOf(values: readonly number[]): number {
  return sumOf(values) / values.length;
}

/** Σ x·y, place by place. */
export function dot(x: ArrayLike<number>, y: ArrayLike<number>): number {
  let total = 0;
  for (let i = 0; i < x.length; i++) total += x[i] * y[i];
  return total;
}

/** The mean over runs, place by place. */
export function meanRun(runs: readonly (readonly number[])[]): number[] {
  return runs[0].map((_, place) => meanOf(runs.map((run) => run[place])));
}
