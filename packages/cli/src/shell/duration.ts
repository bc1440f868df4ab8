import { UsageError } from "./usage-error.ts";

const MILLISECONDS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const;

/** Reads `250ms`, `2s`, `5m`, `1h` as milliseconds; `where` is the first word of an error. */
export function parseDuration(text: string, where = "duration"): number {
  const match = /^(\d+\.?\d*|\.\d+)(ms|s|m|h)$/.exec(text.trim());
  const value =
    match === null ? Number.NaN : Number(match[1]) * MILLISECONDS[match[2] as keyof typeof MILLISECONDS];
  if (!(value > 0 && value < Infinity)) {
    throw new UsageError(`${where}: must be a duration above 0 such as 250ms, 2s, 5m or 1h, got "${text}"`);
  }
  return value;
}

/** Returns a duration in the largest unit that keeps it above 1: `310 ms`, `2.4 s`, `5.0 min`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds === Infinity) return "∞";
  if (milliseconds < 1_000) return `${significant(milliseconds)} ms`;
  if (milliseconds < 120_000) return `${significant(milliseconds / 1_000)} s`;
  if (milliseconds < 7_200_000) return `${significant(milliseconds / 60_000)} min`;
  return `${significant(milliseconds / 3_600_000)} h`;
}

function significant(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(2);
}

/** Rounds to microseconds. Smaller digits are noise and make a journal hard to read. */
export function roundToMicroseconds(milliseconds: number): number {
  return Math.round(milliseconds * 1_000) / 1_000;
}
