const MILLISECONDS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1e3,
  m: 6e4,
  min: 6e4,
  h: 3.6e6,
};

/** A time in a cell: a number, or a duration such as 3s or 250ms, then in milliseconds. */
export interface CellTime {
  readonly time: number;
  readonly unit: "" | "ms";
}

/** Undefined if it is none. */
export function readTime(cell: string): CellTime | undefined {
  const match = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*(ns|us|µs|ms|s|m|min|h)?$/i.exec(cell.trim());
  if (match === null) return undefined;
  const [, digits, word] = match;
  const factor = word === undefined ? 1 : MILLISECONDS[word.toLowerCase()];
  const time = Number(digits) * factor;
  return time >= 0 && time < Infinity ? { time, unit: word === undefined ? "" : "ms" } : undefined;
}
