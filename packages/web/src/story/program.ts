import { empirical, pareto, rewardOne } from "@mulligan/core/distributions";
import { stream } from "@mulligan/core/random";
import { type KnownArm, knownArm, rewardRate } from "@mulligan/core/theory";

/** The shortest run of the example program in seconds, and how quickly long runs become rare. */
export const SHORTEST_RUN = 1;
export const SHAPE = 1.2;
/** Of the sample that is drawn. It understates the gain: 1.7 where very many runs give 2.2. */
export const SAMPLE_SEED = 5;
const SAMPLE_SIZE = 40;

/** The figures show times up to here, in seconds; longer ones go on beyond the edge. */
export const LONGEST_SHOWN = 12;

/** Runs of the example program, and what each cutoff would make of them. */
export interface ProgramSample {
  /** In seconds, in the order in which they were drawn. */
  readonly times: readonly number[];
  /** As an option whose run times are these, each equally likely. */
  readonly arm: KnownArm;
  readonly best: BestAmong;
}

/** The cutoff with which most gets done, and how much that is: in runs a second. */
interface BestAmong {
  readonly cutoff: number;
  readonly rate: number;
}

/** Where curves are drawn, and where the best cutoff of an option is looked for: each fifth of a second. */
export const DRAWN_CUTOFFS = Float64Array.from({ length: LONGEST_SHOWN * 5 }, (_, i) => (i + 1) / 5);

const law = pareto(SHORTEST_RUN, SHAPE);

/** The example program itself. */
export const program: KnownArm = knownArm(rewardOne(law), { name: "program" });

/** The first run times of the program. A longer list begins with the shorter one. */
export function runTimes(count: number): number[] {
  const random = stream(SAMPLE_SEED, "story");
  return Array.from({ length: count }, () => law.sample(random));
}

export function drawSample(): ProgramSample {
  const times = runTimes(SAMPLE_SIZE);
  const arm = knownArm(rewardOne(empirical(times)), { name: "sample" });
  // What is gained at a cutoff grows only where a run ends.
  return { times, arm, best: bestAmong(arm, times) };
}

/** The best of these cutoffs, or none at all if waiting is better. */
export function bestAmong(arm: KnownArm, cutoffs: Iterable<number>): BestAmong {
  let best = { cutoff: Infinity, rate: rewardRate(arm, Infinity) };
  for (const cutoff of cutoffs) {
    const rate = rewardRate(arm, cutoff);
    if (rate > best.rate) best = { cutoff, rate };
  }
  return best;
}

/** How many times as much gets done as by waiting for every run. */
export function sampleGain(arm: KnownArm, cutoff: number): number {
  return rewardRate(arm, cutoff) / rewardRate(arm, Infinity);
}

export function secondsText(seconds: number): string {
  return `${seconds < 100 ? seconds.toFixed(1) : Math.round(seconds)} s`;
}

export function gainText(gain: number): string {
  return `${gain < 10 ? gain.toFixed(1) : Math.round(gain)} ×`;
}

/** A rate in runs a second, as a number of runs a minute. */
export function perMinuteText(rate: number): string {
  const runs = rate * 60;
  return runs < 10 ? runs.toFixed(1) : String(Math.round(runs));
}

export function perHourText(rate: number): string {
  return Math.round(rate * 3600).toLocaleString("en");
}
