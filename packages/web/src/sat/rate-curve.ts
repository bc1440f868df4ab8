import { analyse, type LoggedRun } from "@mulligan/core/analysis";
import { constantResetting } from "@mulligan/core/problem";

/** The rate curve that the tries so far show, in formulas solved in a million flips. */
export interface SatCurve {
  readonly tries: number;
  readonly cutoffs: number[];
  readonly rates: number[];
  readonly highs: number[];
  readonly lows: number[];
  /** The cutoff with the largest rate; null if waiting is best or nothing was solved yet. */
  readonly best: { readonly cutoff: number; readonly rate: number } | null;
}

/** Only the newest tries count: with more the band would take seconds. */
const MAX_TRIES = 4_000;
/** The curve is computed again when the number of tries has grown by this share. */
const GROWTH = 0.12;
const MILLION = 1e6;

/** Collects the tries of a contestant and turns them into a curve, as `analyze` does. */
export class CurveSampler {
  private tries: LoggedRun[] = [];
  private count = 0;
  private due = 1;
  private resetting = 0;

  add(formula: number, time: number, completed: boolean, restart: number): void {
    this.tries.push({ arm: "walk", instance: String(formula), time, completed, reward: completed ? 1 : 0 });
    this.count += 1;
    this.resetting += restart;
    if (this.tries.length >= 2 * MAX_TRIES) this.tries = this.tries.slice(-MAX_TRIES);
  }

  get isDue(): boolean {
    return this.count >= this.due;
  }

  curve(): SatCurve {
    this.due = this.count + Math.max(1, Math.floor(GROWTH * this.count));
    const tries = this.tries.slice(-MAX_TRIES);
    if (!tries.some(({ completed }) => completed)) {
      return { tries: this.count, cutoffs: [], rates: [], highs: [], lows: [], best: null };
    }
    const resetting = constantResetting(this.resetting / Math.max(1, this.count));
    const { line, bestCutoff, bestRate } = analyse("walk", tries, { resetting, next: "another" });
    // A formula that took no flip at all has an infinite rate.
    const points = line.filter(({ rate, high }) => Number.isFinite(rate) && Number.isFinite(high));
    return {
      tries: this.count,
      cutoffs: points.map(({ cutoff }) => cutoff),
      rates: points.map(({ rate }) => rate * MILLION),
      highs: points.map(({ high }) => high * MILLION),
      lows: points.map(({ low }) => low * MILLION),
      best:
        Number.isFinite(bestCutoff) && points.length > 0
          ? { cutoff: bestCutoff, rate: bestRate * MILLION }
          : null,
    };
  }
}
