import type { Outcome } from "../problem/outcome.ts";

/**
 * Times and rewards as whole numbers of ticks, so that their sums are exact. A tick is a power of two: what lies on it
 * is a number without rounding, and so is every sum of a few million of them.
 */
export interface Ticks {
  /** Ticks in one unit of time. */
  readonly perUnit: number;
}

/** A thousandth of a flip, and a microsecond where times are in milliseconds. */
export const DEFAULT_TICKS_PER_UNIT = 2 ** 10;

/** Of a reward, which lies in [0, 1]. */
export const REWARD_TICKS = 2 ** 20;

export function checkTicks(perUnit: number): Ticks {
  if (!(perUnit >= 1 && perUnit <= 2 ** 30 && Number.isInteger(Math.log2(perUnit)))) {
    throw new RangeError(`ticks: a unit must have a power of two of them, from 1 to 2³⁰, got ${perUnit}`);
  }
  return { perUnit };
}

/**
 * The outcome with its numbers on ticks. A completion is put before its cutoff and a cut not before it, so that no trial
 * changes its cell because of it. A reset that was not measured took none.
 */
export function onTicks(outcome: Outcome, { perUnit }: Ticks): Outcome {
  if (outcome.kind === "completed") {
    const time = Math.floor(outcome.time * perUnit) / perUnit;
    return { kind: "completed", time, reward: Math.round(outcome.reward * REWARD_TICKS) / REWARD_TICKS };
  }
  const resetting = Math.round((outcome.resetting ?? 0) * perUnit) / perUnit;
  return { kind: "censored", time: Math.ceil(outcome.time * perUnit) / perUnit, resetting };
}

/** A time that lies on ticks, in ticks. What is longer than a number can count exactly is counted as that long. */
export function ticksIn(time: number, { perUnit }: Ticks): number {
  return Math.min(Math.round(time * perUnit), Number.MAX_SAFE_INTEGER);
}

/** A square of ticks in parts of 32 bits, the lowest first: their sums stay exact for two thousand million trials. */
export function squareParts(ticks: number): number[] {
  const parts: number[] = [];
  for (let rest = BigInt(ticks) ** 2n; rest > 0n; rest >>= 32n) parts.push(Number(rest & 0xffff_ffffn));
  return parts;
}

/** The sum of squares, from the sums of their parts. */
export function joinParts(parts: readonly bigint[]): bigint {
  return parts.reduceRight((sum, part) => (sum << 32n) + part, 0n);
}

/** The most parts that a square of ticks has. */
export const SQUARE_PARTS = 4;
