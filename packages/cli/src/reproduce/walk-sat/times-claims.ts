import type { Claim } from "../claims/claim.ts";
import { type Interval, meanInterval } from "../claims/interval.ts";
import { jackknife } from "../claims/jackknife.ts";
import { exceeds } from "../claims/judge.ts";
import { meanOf, sumOf } from "../claims/sums.ts";
import { threeDigits } from "../claims/three-digits.ts";
import { solvingCurve } from "./solving-curve.ts";
import type { SatMeasurements } from "./study.ts";

/** What the paper says of the solving times, judged by the measurements alone. */
export function satTimesClaims(measured: SatMeasurements): Claim[] {
  return [restartsAreEssential(measured), timesAreHeavyTailed(measured), timesAreIid(measured)];
}

/** Every other formula chooses the cutoff, the rest say what it gains: a maximum would gain on any data. */
function restartsAreEssential({
  label,
  set,
  times,
  attempts,
  curve,
  maxFlips,
  bestCutoff,
}: SatMeasurements): Claim {
  const half = (odd: number) => times.filter((_, i) => Math.floor(i / attempts) % 2 === odd);
  const chosen = solvingCurve(half(0), attempts, curve.cutoffs);
  const gain = gainOfCutoff(half(1), attempts, chosen.cutoffs[chosen.best], maxFlips);
  const at = `${whole(bestCutoff.estimate)} flips (${whole(bestCutoff.low)} to ${whole(bestCutoff.high)})`;
  return {
    label,
    statement: `On ${set}, restarts at a well-chosen time are essential: the reward rate has its maximum at a finite cutoff.`,
    quantity: `rate at the best cutoff over that at ${maxFlips} flips, the longest tried; chosen on half of the formulas, measured on the others`,
    ...gain,
    ...exceeds(gain, 1),
    reason: `The best rate is ${threeDigits(1000 * curve.rates[curve.best])} per 1,000 flips at ${at}.`,
  };
}

function gainOfCutoff(times: Float64Array, attempts: number, cutoff: number, longest: number): Interval {
  const formulas = byFormula(times, attempts).map((own) => {
    const at = (limit: number) => ({
      solved: own.filter((time) => time <= limit).length,
      spent: sumOf(own.map((time) => Math.min(time, limit))),
    });
    return { short: at(cutoff), long: at(longest) };
  });
  const rate = (trials: readonly { readonly solved: number; readonly spent: number }[]) =>
    sumOf(trials.map(({ solved }) => solved)) / sumOf(trials.map(({ spent }) => spent));
  return jackknife(
    formulas,
    (some) => rate(some.map(({ short }) => short)) / rate(some.map(({ long }) => long)),
  );
}

function timesAreHeavyTailed({ label, set, times, attempts, maxFlips }: SatMeasurements): Claim {
  const sorted = times.slice().sort();
  const median = sorted[sorted.length >> 1];
  const multiple = Math.min(10, maxFlips / median);
  const limit = multiple * median;
  const share = meanInterval(sharesByFormula(times, attempts, (time) => time > limit));
  const memoryless = 2 ** -multiple;
  return {
    label,
    statement: `The completion times of WalkSAT on ${set} have a heavy tail.`,
    quantity: `share of runs longer than ${threeDigits(multiple)} medians (${whole(limit)} flips)`,
    ...share,
    ...exceeds(share, 10 * memoryless),
    reason: `A memoryless law with this median would have ${threeDigits(memoryless)} there; at noise 0.5 some runs walk in a circle and never end.`,
  };
}

/** The spread of the formulas' own chances, as a share of what it would be if each were all or nothing. */
function timesAreIid({ label, set, times, attempts, curve }: SatMeasurements): Claim {
  const cutoff = curve.cutoffs[curve.best];
  const chances = sharesByFormula(times, attempts, (time) => time <= cutoff);
  const mean = meanOf(chances);
  // 0 where every attempt, or none, is solved: then nothing differs.
  const most = mean * (1 - mean) || 1;
  // What the attempts alone would spread, mean·(1−mean)/attempts a formula, is taken off.
  const excess = chances.map(
    (chance) => ((chance - mean) ** 2 - (chance * (1 - chance)) / (attempts - 1)) / most,
  );
  const correlation = meanInterval(excess);
  const holds = correlation.low <= 0;
  return {
    label,
    statement: `It is reasonable to take the completion times of the instances of ${set} as independent and identically distributed.`,
    quantity: "correlation of two tries at one formula, solved within the best cutoff or not",
    ...correlation,
    verdict: holds ? "holds" : "holds if",
    ...(holds ? {} : { condition: "every trial is at a fresh formula; not if a formula is tried again" }),
    reason: `A formula's own chance lies ${threeDigits(Math.sqrt(Math.max(0, correlation.estimate) * mean * (1 - mean)))} (standard deviation) around the mean ${threeDigits(mean)}: instances differ, so attempts at one of them are not like attempts at another.`,
  };
}

/** The share of each formula's attempts of which it is true: attempts at one formula are alike, formulas are not. */
function sharesByFormula(times: Float64Array, attempts: number, is: (time: number) => boolean): number[] {
  return byFormula(times, attempts).map((own) => own.filter(is).length / attempts);
}

function byFormula(times: Float64Array, attempts: number): Float64Array[] {
  return Array.from({ length: times.length / attempts }, (_, formula) =>
    times.subarray(formula * attempts, (formula + 1) * attempts),
  );
}

function whole(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}
