import { paired } from "../distributions/paired.ts";
import { noResetting, type ResettingTime } from "../problem/arm.ts";
import { bestCutoff } from "./best-cutoff.ts";
import { knownArm } from "./known-arm.ts";

/** A completed trial: how long it took and what it paid. */
export interface Pair {
  readonly time: number;
  readonly reward: number;
}

/** Whether to restart, after how long, and what it gains, as far as the data can tell. */
export interface DataVerdict {
  /** "unclear" where the interval of the gain holds both answers. */
  readonly restart: "yes" | "no" | "unclear";
  /** The cutoff with the best rate in all of the data; Infinity if none beats waiting. */
  readonly cutoff: number;
  /** r(cutoff)/r(∞) and a 95% interval, measured on trials that did not choose the cutoff. */
  readonly gain: { readonly estimate: number; readonly low: number; readonly high: number };
}

/** What the test on data takes into account. */
export interface DataTestOptions {
  readonly resetting?: ResettingTime;
  /** A gain that is not worth having: "no" means that the interval lies below 1 + this. Default 0.01. */
  readonly negligible?: number;
}

const NORMAL_95 = 1.959964;
const FEWEST = 20;
const LUCKY = 5;

/**
 * Would restarts have paid, on trials that all ran to their end? This is thm:opt-int as a test.
 *
 * The best cutoff of a sample looks good on that sample even where nothing is to be gained, so each half of
 * the data chooses a cutoff and the other half measures it. The interval is the delta method's, for the
 * logarithm of the gain
 *   log(V̄/Ū) − log(R̄/X̄), of which one trial moves V/V̄ − U/Ū − R/R̄ + X/X̄
 * and needs E[X²] < ∞: with heavier tails it is a rule of thumb, and the gain is larger still.
 *
 * @example
 * ```ts
 * import { restartOnData } from "@mulligan/core";
 *
 * // Two runs in three take one to three seconds, the third a hundred.
 * const runs = Array.from({ length: 90 }, (_, i) => ({ time: i % 3 === 2 ? 100 : 1 + (i % 5) / 2, reward: 1 }));
 * const { restart, cutoff, gain } = restartOnData(runs);
 * console.log(`${restart}, after ${cutoff}: ${gain.estimate.toFixed(1)} times as many`); // → yes, after 3: 9.9 times as many
 * ```
 */
export function restartOnData(pairs: readonly Pair[], options: DataTestOptions = {}): DataVerdict {
  const { resetting = noResetting, negligible = 0.01 } = options;
  if (!(pairs.length >= 2)) {
    throw new RangeError(`restartOnData: at least two trials must be given, got ${pairs.length}`);
  }
  const chosen = (from: readonly Pair[]) =>
    bestCutoff(knownArm(paired(from), { resetting }), { among: cutoffsOf(from) }).cutoff;
  const halves = [0, 1].map((parity) => pairs.filter((_, i) => i % 2 === parity));
  const measured = halves.map((half, i) => logGain(half, chosen(halves[1 - i]), resetting));
  const centre = (measured[0].value + measured[1].value) / 2;
  const width = (NORMAL_95 * Math.hypot(measured[0].error, measured[1].error)) / 2;
  const gain = { estimate: Math.exp(centre), low: Math.exp(centre - width), high: Math.exp(centre + width) };
  const enough = pairs.length >= FEWEST && measured.every(({ value }) => Number.isFinite(value));
  const restart = enough ? verdictOn(gain, negligible) : "unclear";
  return { restart, cutoff: chosen(pairs), gain };
}

function verdictOn({ low, high }: DataVerdict["gain"], negligible: number): DataVerdict["restart"] {
  if (low > 1) return "yes";
  return high < 1 + negligible ? "no" : "unclear";
}

/** The times of the data, but for the first few, whose rates are luck, and waiting. */
function cutoffsOf(pairs: readonly Pair[]): number[] {
  const times = pairs.map(({ time }) => time).sort((a, b) => a - b);
  const first = Math.max(LUCKY, Math.ceil(times.length / 20));
  return [...times.slice(first - 1), Infinity].filter((time) => time > 0);
}

function logGain(pairs: readonly Pair[], cutoff: number, resetting: ResettingTime) {
  const rows = pairs.map(({ time, reward }) => {
    const done = time <= cutoff;
    return {
      cutReward: done ? reward : 0,
      cutTime: done ? time : cutoff + resetting.mean(cutoff),
      reward,
      time,
    };
  });
  const mean = (of: (row: (typeof rows)[number]) => number) =>
    rows.reduce((sum, row) => sum + of(row), 0) / rows.length;
  const cutReward = mean((row) => row.cutReward);
  const cutTime = mean((row) => row.cutTime);
  const reward = mean((row) => row.reward);
  const time = mean((row) => row.time);
  const variance = mean(
    (row) => (row.cutReward / cutReward - row.cutTime / cutTime - row.reward / reward + row.time / time) ** 2,
  );
  const value = Math.log(cutReward / cutTime) - Math.log(reward / time);
  return { value, error: Math.sqrt(variance / rows.length) };
}
