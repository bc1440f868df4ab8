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
