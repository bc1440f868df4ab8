export interface Sums {
  readonly runner: number;
  readonly hung: number;
  readonly good: number;
  readonly killed: number;
  readonly lost: number;
}
export function replay(
  names: readonly string[],
  options: { readonly seeds: readonly number[]; readonly runs: number },
): Promise<Map<string, Sums[]>>;
export function totals(
  results: Map<string, Sums[]>,
): Map<string, Sums & { readonly saved: number; readonly killedShare: number }>;
