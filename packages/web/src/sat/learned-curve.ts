import { analyse, type LoggedRun } from "@mulligan/core/analysis";
import { constantResetting } from "@mulligan/core/problem";

/** The rate curve as the tries so far show it, in formulas solved in a million flips. */
export interface LearnedCurve {
  readonly tries: number;
  readonly cutoffs: number[];
  readonly rates: number[];
  readonly highs: number[];
  readonly lows: number[];
  /** The cutoff with the largest rate; null where none is better than to wait, or nothing was solved yet. */
  readonly best: { readonly cutoff: number; readonly rate: number } | null;
}

/** The newest tries: with more the band would take seconds. */
const MAX_TRIES = 4_000;
/** The curve is computed anew when there are so many more tries, as a share of all. */
const GROWTH = 0.12;
const MILLION = 1e6;

/** Keeps the tries of the contestant who learns, and turns them into a curve now and then, as `analyze` does. */
export class CurveKeeper {
  private tries: LoggedRun[] = [];
  private seen = 0;
  private due = 1;
  private resetting = 0;

  add(formula: number, time: number, completed: boolean, restart: number): void {
    this.tries.push({ arm: "walk", instance: String(formula), time, completed, reward: completed ? 1 : 0 });
    this.seen += 1;
    this.resetting += restart;
    if (this.tries.length >= 2 * MAX_TRIES) this.tries = this.tries.slice(-MAX_TRIES);
  }

  get isDue(): boolean {
    return this.seen >= this.due;
  }

  curve(): LearnedCurve {
    this.due = this.seen + Math.max(1, Math.floor(GROWTH * this.seen));
    const tries = this.tries.slice(-MAX_TRIES);
    const none = { tries: this.seen, cutoffs: [], rates: [], highs: [], lows: [], best: null };
    if (!tries.some(({ completed }) => completed)) return none;
    const resetting = constantResetting(this.resetting / Math.max(1, this.seen));
    const { line, bestCutoff, bestRate } = analyse("walk", tries, { resetting });
    // Formulas that took no flip at all are solved at any rate.
    const shown = line.filter(({ rate, high }) => Number.isFinite(rate) && Number.isFinite(high));
    return {
      tries: this.seen,
      cutoffs: shown.map(({ cutoff }) => cutoff),
      rates: shown.map(({ rate }) => rate * MILLION),
      highs: shown.map(({ high }) => high * MILLION),
      lows: shown.map(({ low }) => low * MILLION),
      best:
        Number.isFinite(bestCutoff) && shown.length > 0
          ? { cutoff: bestCutoff, rate: bestRate * MILLION }
          : null,
    };
  }
}
