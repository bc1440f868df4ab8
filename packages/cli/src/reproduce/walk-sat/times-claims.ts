import type { ClaimDraft } from "../claims/claim.ts";
import { type Interval, meanInterval } from "../claims/interval.ts";
import { jackknife } from "../claims/jackknife.ts";
import { judge, exceeds } from "../claims/judge.ts";
import { meanOf, sumOf } from "../claims/sums.ts";
import { threeDigits, withInterval } from "../claims/three-digits.ts";
import { solvingCurve } from "./solving-curve.ts";
import type { SatMeasurements } from "./study.ts";
import { byFormula, sharesByFormula, tailShares } from "./tail.ts";

/** What the paper says of the solving times, judged by the measurements alone. */
export function satTimesClaims(measured: SatMeasurements): ClaimDraft[] {
  return [
    restartsAreEssential(measured),
    timesAreHeavyTailed(measured),
    finiteTimesAreHeavyTailed(measured),
    timesAreIid(measured),
  ];
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
}: SatMeasurements): ClaimDraft {
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

/** What a memoryless law has beyond so many medians; a heavy tail has ten times as much. */
const memoryless = (medians: number) => 2 ** -medians;
const HEAVY = 10;

function timesAreHeavyTailed(measured: SatMeasurements): ClaimDraft {
  const { label, set, maxFlips, noisier } = measured;
  const { multiple, limit, beyond, unfinished } = tailShares(measured);
  const share = meanInterval(beyond);
  return {
    label,
    statement: `The completion times of WalkSAT on ${set} have a heavy tail.`,
    quantity: `share of runs longer than ${threeDigits(multiple)} medians (${whole(limit)} flips)`,
    ...share,
    ...exceeds(share, HEAVY * memoryless(multiple)),
    reason: `A memoryless law with this median would have ${threeDigits(memoryless(multiple))} there. Most of it is an atom at ∞: ${withInterval(meanInterval(unfinished))} of the runs were not over after ${whole(maxFlips)} flips, for at noise 0.5 some walk in a circle and never end. At noise ${noisier.noise} ${threeDigits(noisier.tail)} are longer than ten medians, and ${threeDigits(noisier.unfinished)} not over.`,
  };
}

/** The same of the runs that end: without the atom at ∞. */
function finiteTimesAreHeavyTailed({ label, set, times, attempts, maxFlips }: SatMeasurements): ClaimDraft {
  const ended = times.filter((time) => time < Infinity).sort();
  // Nothing ended: no tail, and no median to measure it by.
  const median = ended[ended.length >> 1] ?? maxFlips;
  const multiple = Math.min(10, maxFlips / median);
  const limit = multiple * median;
  const formulas = byFormula(times, attempts).map((own) => ({
    ended: own.filter((time) => time < Infinity).length,
    long: own.filter((time) => time > limit && time < Infinity).length,
  }));
  const share = jackknife(
    formulas,
    (some) => sumOf(some.map(({ long }) => long)) / Math.max(1, sumOf(some.map((own) => own.ended))),
  );
  return {
    label,
    statement: `The completion times of WalkSAT on ${set} have a heavy tail also without the runs that never end.`,
    quantity: `of the runs that ended within ${whole(maxFlips)} flips, the share longer than ${threeDigits(multiple)} of their medians (${whole(limit)} flips)`,
    ...share,
    ...exceeds(share, HEAVY * memoryless(multiple)),
    reason: `A memoryless law with the median ${whole(median)} would have ${threeDigits(memoryless(multiple))} there. Part of it is that formulas differ; whether any moment is infinite, no finite number of runs can tell.`,
    beyond: true,
  };
}

/** A correlation below this is none to speak of. */
const ALIKE = 0.05;

/** The spread of the formulas' own chances, as a share of what it would be if each were all or nothing. */
function timesAreIid({ label, set, times, attempts, curve }: SatMeasurements): ClaimDraft {
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
  return {
    label,
    statement: `It is reasonable to take the completion times of the instances of ${set} as independent and identically distributed.`,
    quantity: "correlation of two tries at one formula, solved within the best cutoff or not",
    ...correlation,
    ...(correlation.low > 0
      ? {
          verdict: "holds if",
          condition: "every trial is at a fresh formula; not if a formula is tried again",
        }
      : judge(correlation.high < ALIKE, false)),
    reason: `A formula's own chance lies ${threeDigits(Math.sqrt(Math.max(0, correlation.estimate) * mean * (1 - mean)))} (standard deviation) around the mean ${threeDigits(mean)}: instances differ, so attempts at one of them are not like attempts at another.`,
  };
}

function whole(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}
