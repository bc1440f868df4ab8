import type { DrawnWalk, SeededContestant } from "./messages.ts";

/** Samples of a formula's walks: a screen cannot show more. */
const MAX_SAMPLES = 600;

/**
 * The number of false clauses against flips, over all tries at one formula. A sample is due at every multiple of `step`,
 * wherever the walk was interrupted, so that the same walk gives the same picture. The step doubles when there are too
 * many samples. Each try begins with a sample, and a null between two tries breaks the line. If the ends of tries alone
 * are too many, the oldest are dropped.
 */
export class Trace {
  private step = 1;
  private places: number[] = [];
  private values: (number | null)[] = [];

  /** The flips from `at` to the next sample. */
  distance(at: number): number {
    return this.step - (at % this.step);
  }

  /** A try begins at a new random assignment. */
  begin(at: number, unsatisfied: number): void {
    if (this.places.length > 0) this.push(at, null);
    this.push(at, unsatisfied);
  }

  /** Adds the walk's state if a sample is due. */
  sample(at: number, unsatisfied: number): void {
    if (at % this.step === 0) this.end(at, unsatisfied);
  }

  /** A try ends here, whether a sample is due or not. */
  end(at: number, unsatisfied: number): void {
    if (this.places.at(-1) === at && this.values.at(-1) !== null) return;
    this.push(at, unsatisfied);
    if (this.places.length > MAX_SAMPLES) this.thin();
  }

  /** Places, values with a null after each try, and the last value of each try that was cut. */
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
    const left = places.flatMap((at, i) =>
      i === 0 || values[i] === null || isEnd(i) || at % step === 0 ? [i] : [],
    );
    const from = left.length > MAX_SAMPLES ? left.length >> 1 : 0;
    const rest = left.slice(from);
    this.places = rest.map((i) => places[i]);
    this.values = rest.map((i) => values[i]);
    // Dropping the oldest was enough: the step stays.
    if (from > 0) this.step = step / 2;
  }
}

/** A formula that is over stays in sight for so long; otherwise a thousand a second would pass unseen. */
const HOLD_MS = 900;
const CALM_HOLD_MS = 4_000;

interface WatchedContestant {
  readonly contestant: SeededContestant;
  readonly trace: Trace;
  readonly traced: number;
}

/** Chooses the walks to draw: those at one formula, until it is over and was in sight. */
export class WalkChoice {
  private readonly holdMs: number;
  private drawn: DrawnWalk | undefined;
  private trace: Trace | undefined;
  private since = -Infinity;

  constructor(calm: boolean) {
    this.holdMs = calm ? CALM_HOLD_MS : HOLD_MS;
  }

  /** The walks to draw now; undefined if nothing changed. */
  next({ contestant, trace, traced }: WatchedContestant, now: number, last: boolean): DrawnWalk | undefined {
    const moved = trace !== this.trace;
    if (moved && !last && now - this.since < this.holdMs) return this.complete();
    if (moved) this.since = now;
    this.trace = trace;
    this.drawn = { formula: traced, contestant, ...trace.drawn() };
    return this.drawn;
  }

  /** The trace in sight has ended: it is drawn once more, in full. */
  private complete(): DrawnWalk | undefined {
    if (this.trace === undefined || this.drawn === undefined) return undefined;
    const drawn = this.trace.drawn();
    if (drawn.places.length === this.drawn.places.length) return undefined;
    this.drawn = { ...this.drawn, ...drawn };
    return this.drawn;
  }
}
