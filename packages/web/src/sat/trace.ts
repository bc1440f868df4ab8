/** Samples that are kept of a formula's walks: more could not be told apart on a screen. */
const MAX_SAMPLES = 600;

/**
 * The clauses that are false as the flips go by, over all tries at one formula. A sample is due at every multiple of
 * `step`, wherever the walk was interrupted, so that the same walk gives the same picture; the step doubles when there
 * are too many samples. Where a try begins there is one, and none between two tries: there the line breaks. If tries are
 * so many that they alone are too much, the oldest are forgotten.
 */
export class Trace {
  private step = 1;
  private places: number[] = [];
  private values: (number | null)[] = [];

  /** How far to walk from `at` until the next sample is due. */
  distance(at: number): number {
    return this.step - (at % this.step);
  }

  /** A try begins: the walk stands at a new random assignment. */
  begin(at: number, unsatisfied: number): void {
    if (this.places.length > 0) this.push(at, null);
    this.push(at, unsatisfied);
  }

  /** The walk is at `at`; kept where a sample is due. */
  sample(at: number, unsatisfied: number): void {
    if (at % this.step === 0) this.end(at, unsatisfied);
  }

  /** A try ends here, whether a sample is due or not. */
  end(at: number, unsatisfied: number): void {
    if (this.places.at(-1) === at && this.values.at(-1) !== null) return;
    this.push(at, unsatisfied);
    if (this.places.length > MAX_SAMPLES) this.thin();
  }

  /** For a chart: places, values with null where a try ends, and the last value of each try that was cut. */
  drawn(): {
    readonly places: number[];
    readonly values: (number | null)[];
    readonly cuts: (number | null)[];
  } {
    const { places, values } = this;
    const cuts = values.map((value, i) => (value !== null && values[i + 1] === null ? value : null));
    return { places: [...places], values: [...values], cuts };
  }

  private push(at: number, value: number | null): void {
    this.places.push(at);
    this.values.push(value);
  }

  private thin(): void {
    this.step *= 2;
    const { values, places, step } = this;
    const isEnd = (i: number) => values[i - 1] === null || values[i + 1] === null || i === places.length - 1;
    const kept = places.flatMap((at, i) =>
      i === 0 || values[i] === null || isEnd(i) || at % step === 0 ? [i] : [],
    );
    const from = kept.length > MAX_SAMPLES ? kept.length >> 1 : 0;
    const rest = kept.slice(from);
    this.places = rest.map((i) => places[i]);
    this.values = rest.map((i) => values[i]);
    // What is forgotten is not to be drawn coarser, too.
    if (from > 0) this.step = step / 2;
  }
}
