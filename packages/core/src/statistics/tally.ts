import type { Outcome } from "../problem/outcome.ts";

/**
 * What one trial adds to a tally: whole numbers from 0 to 2⁵³, by name. A name that begins with `^` is of a maximum,
 * every other of a sum. JSON keeps it as it is.
 */
export type Increments = Readonly<Record<string, number>>;

/**
 * Named whole numbers that are added up, or of which the largest is kept. Both give the same in whatever order and in
 * whatever groups the increments come, to the last digit, which sums of fractions do not: so machines that count apart
 * come to what one would have counted. The sums are of any length.
 */
export class Tally {
  private readonly numbers = new Map<string, bigint>();

  /** One more trial. */
  add(increments: Increments): void {
    for (const [name, amount] of Object.entries(increments)) {
      if (!(Number.isSafeInteger(amount) && amount >= 0)) {
        throw new RangeError(`tally: ${name} must grow by a whole number from 0 to 2⁵³, got ${amount}`);
      }
      this.take(name, BigInt(amount));
    }
  }

  /** The trials of both together. */
  merge(other: Tally): void {
    for (const [name, amount] of other.numbers) this.take(name, amount);
  }

  /** 0 where nothing was counted. */
  exact(name: string): bigint {
    return this.numbers.get(name) ?? 0n;
  }

  /** The nearest number; the same whatever the order, since it is rounded once. */
  number(name: string): number {
    return Number(this.exact(name));
  }

  /** All names that were counted, with what they came to. */
  entries(): Iterable<readonly [name: string, amount: bigint]> {
    return this.numbers;
  }

  /** Those whose names begin so, without that. */
  within(prefix: string): Tally {
    const part = new Tally();
    for (const [name, amount] of this.numbers) {
      const bare = name.startsWith("^") ? name.slice(1) : name;
      if (!bare.startsWith(prefix)) continue;
      part.numbers.set(`${bare === name ? "" : "^"}${bare.slice(prefix.length)}`, amount);
    }
    return part;
  }

  /** Plain data, sorted, so that equal tallies are equal texts. */
  save(): Record<string, string> {
    const sorted = [...this.numbers].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(sorted.map(([name, amount]) => [name, String(amount)]));
  }

  /** What `save` gave, or what another program keeps so: refused unless all of it are whole numbers of at least 0. */
  static load(saved: Readonly<Record<string, unknown>>): Tally {
    const tally = new Tally();
    for (const [name, text] of Object.entries(saved)) {
      if (typeof text !== "string" || !WHOLE.test(text)) {
        throw new TypeError(
          `tally: ${brief(name)} must be a whole number in digits, got ${brief(JSON.stringify(text))}`,
        );
      }
      tally.numbers.set(name, BigInt(text));
    }
    return tally;
  }

  private take(name: string, amount: bigint): void {
    const so = this.exact(name);
    if (name.startsWith("^")) this.numbers.set(name, amount > so ? amount : so);
    else this.numbers.set(name, so + amount);
  }
}

/** As many digits as 64 bits have; a longer text is no count of ours. */
const WHOLE = /^\d{1,20}$/;

function brief(text: string | undefined): string {
  return (text ?? "nothing").slice(0, 60);
}

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
