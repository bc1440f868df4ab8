import type { ResettingTime } from "../problem/arm.ts";
import { adviceOn, FEWEST_COMPLETED, FEWEST_INSTANCES, runsNeeded, type UnclearReason } from "./advice.ts";
import type { ArmAnalysis, ArmFindings, Counts, CurvePoint } from "./arm-analysis.ts";
import { type InstanceRuns, type RunsByInstance, runsByInstance, shareWithin } from "./instance-runs.ts";
import { type RetryGain, retryGain } from "./retry-gain.ts";
import type { LoggedRun } from "./sample.ts";
import { endingAt, longestWatched } from "./timeout.ts";
import type { WeightedCurve } from "./weighted-curve.ts";

/**
 * The largest share of repeated instances with runs that were cut early. With more of them, the others are the easy
 * ones.
 */
const MAX_CUT_EARLY = 0.05;

/**
 * Judges further tries at the same instance, if the runs belong to several. Slow inputs are then no reason to restart:
 * each run is compared with other runs of its own instance. Null if the runs cannot show it.
 */
export function judgeRetries(
  runs: readonly LoggedRun[],
  counts: Counts,
  pooled: WeightedCurve,
  resetting: ResettingTime,
  seed: number,
): Pick<ArmAnalysis, "instances" | "retries"> & { readonly findings: ArmFindings | UnclearReason } {
  const timeout = counts.unfinished > 0 ? longestWatched(pooled.sample) : undefined;
  const at = timeout?.at ?? pooled.sample.times[pooled.sample.size - 1];
  const known = runsByInstance(endingAt(runs, at, resetting.mean(at)));
  const { instances, repeated, restarts } = known;
  const within = repeated.length === 0 ? null : shareWithin(repeated);
  const retries = { repeated: repeated.length, restarts, within };
  const obstacle = obstacleTo(counts, known);
  if (obstacle !== undefined) return { instances, retries, findings: obstacle };

  const found = retryGain(known, resetting, seed, timeout?.at);
  const { curve, best } = found;
  // A finer clock might show that a cutoff right after 0 is the best by far.
  const gain = counts.instant > 0 ? { ...found.gain, low: 0, high: Infinity } : found.gain;
  const restart = adviceOn(gain, counts.completed, repeated.length);
  const moreRuns = restart === "unclear" ? runsNeeded(gain, counts.runs, counts.completed) : 0;
  // Runs of no time have no rate.
  const waiting = Number.isFinite(curve.rateWithoutCutoff()) ? curve.rateWithoutCutoff() : 0;
  const pays = restart !== "no" && best >= 0 && curve.rate(best) > waiting;
  const bestCutoff = pays ? curve.cutoffs[best] : (timeout?.at ?? Infinity);
  const bestRate = pays ? curve.rate(best) : waiting;
  const points = pointsOf(found, pooled);
  const judged = { bestCutoff, bestRate, gain, moreRuns };
  return {
    instances,
    retries,
    findings: {
      ...judged,
      restart,
      rateWithoutCutoff: timeout === undefined ? waiting : null,
      ...(timeout === undefined
        ? {}
        : {
            timeout: {
              ...timeout,
              rate: waiting,
              shorter: restart,
              bestCutoff,
              bestRate,
              gain,
              atMost: rateIfEnding(repeated, timeout.at, pooled.sample.meanReward) / bestRate,
              moreRuns,
            },
          }),
      curve: points,
      line: points,
    },
  };
}

function obstacleTo(
  counts: Counts,
  { instances, repeated, cutEarly }: RunsByInstance,
): UnclearReason | undefined {
  if (counts.completed < FEWEST_COMPLETED) return "few-runs";
  if (cutEarly > MAX_CUT_EARLY * (repeated.length + cutEarly)) return "cut-early";
  if (repeated.length >= FEWEST_INSTANCES) return undefined;
  return instances >= FEWEST_INSTANCES ? "run-once" : "few-instances";
}

/**
 * Returns the rate of waiting longer if all remaining runs had ended right after the timeout, with the mean reward of
 * the others.
 */
function rateIfEnding(repeated: readonly InstanceRuns[], at: number, meanReward: number): number {
  let [time, reward] = [0, 0];
  for (const { times, rewards } of repeated) {
    times.forEach((taken, i) => {
      time += Math.min(taken, at) / times.length;
      reward += (taken >= at ? meanReward : rewards[i]) / times.length;
    });
  }
  return reward / time;
}

function pointsOf({ curve, bands }: RetryGain, pooled: WeightedCurve): CurvePoint[] {
  return curve.cutoffs
    .map((cutoff, k) => ({ cutoff, survival: pooled.survivalAt(cutoff), rate: curve.rate(k), ...bands[k] }))
    .filter(({ rate, low, high }) => [rate, low, high].every(Number.isFinite));
}
