import { noResetting, type ResettingTime } from "../problem/arm.ts";
import {
  adviceOn,
  FEWEST_COMPLETED,
  FEWEST_INSTANCES,
  type Gain,
  NO_GAIN_KNOWN,
  type RestartAdvice,
  runsNeeded,
  type UnclearReason,
} from "./advice.ts";
import { judgeRetries } from "./analyse-retries.ts";
import {
  type AnalysisOptions,
  type ArmAnalysis,
  type ArmFindings,
  type Counts,
  inPlainUnit,
} from "./arm-analysis.ts";
import { clockStep, shiftedBy } from "./clock-step.ts";
import { curvePlaces, linePlaces } from "./curve-places.ts";
import { blockLengthFor, dependenceOf, holdsInBlocks, INDEPENDENT } from "./dependence.ts";
import { gainInterval, MAX_LEFT } from "./gain-interval.ts";
import { hasInstances } from "./instance-runs.ts";
import { type LoggedRun, type Sample, sampleOf } from "./sample.ts";
import { judgeTimeout, type TimeoutVerdict } from "./timeout.ts";
import { WeightedCurve } from "./weighted-curve.ts";

/** Estimates whether runs like these should be restarted, after how long, and what it would gain. */
export function analyse(
  name: string,
  runs: readonly LoggedRun[],
  options: AnalysisOptions = {},
): ArmAnalysis {
  return inPlainUnit(runs, options, (rows, inUnit) => analyseRows(name, rows, inUnit));
}

/** Groups runs by arm, or by instance, in the order in which the groups first appear. */
export function groupRuns(
  runs: readonly LoggedRun[],
  by: "arm" | "instance",
): ReadonlyMap<string, readonly LoggedRun[]> {
  const groups = new Map<string, LoggedRun[]>();
  for (const run of runs) {
    const name = by === "arm" ? run.arm : (run.instance ?? "(none)");
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [run]);
    else group.push(run);
  }
  return groups;
}

/** Returns "yes" if some arm should be restarted, "no" if none should, and otherwise "unclear". */
export function overallAdvice(arms: readonly ArmAnalysis[]): RestartAdvice {
  const some = (advice: RestartAdvice) => arms.some(({ restart }) => restart === advice);
  if (some("yes")) return "yes";
  return some("unclear") ? "unclear" : "no";
}

function analyseRows(
  name: string,
  runs: readonly LoggedRun[],
  { seed = 1, resetting = noResetting, next = "same" }: AnalysisOptions,
): ArmAnalysis {
  const sample = sampleOf(runs);
  const curve = new WeightedCurve(sample, resetting);
  const left = curve.survival[sample.size - 1];
  const counts: Counts = {
    runs: sample.size,
    completed: sample.ended,
    failed: runs.filter(({ completed, reward }) => completed && reward === 0).length,
    censored: sample.size - sample.ended,
    unfinished: left > MAX_LEFT ? left : 0,
    instant: instantShare(sample),
    step: clockStep(sample),
  };
  if (next === "same" && hasInstances(runs)) {
    const { findings, ...retries } = judgeRetries(runs, counts, curve, resetting, seed);
    const told = typeof findings === "string" ? untold(counts, curve) : findings;
    const obstacle = typeof findings === "string" ? findings : undefined;
    return { name, ...counts, ...told, ...reasonOf(counts, told, obstacle), ...retries };
  }
  const shared = sample.units < sample.size;
  const instances = shared ? { instances: sample.units } : {};
  const fewInstances = shared && sample.units < FEWEST_INSTANCES ? "few-instances" : undefined;
  // Where another input comes next, runs are those of inputs in some order, such as tries at one formula and then at the next.
  const { isFound, inflation } = shared || next === "another" ? INDEPENDENT : dependenceOf(curve);
  const dependent = isFound ? "dependent-runs" : undefined;
  const obstacle = sample.ended < FEWEST_COMPLETED ? "few-runs" : (fewInstances ?? dependent);
  const exact =
    inflation > 1
      ? inBlocks(runs, counts, inflation, resetting, seed)
      : findingsOf(runs, counts, curve, resetting, seed);
  const found = counts.step > 0 ? byCoarseClock(exact, runs, counts, resetting, seed) : exact;
  // The rates are those of the few runs, without a gain: readers would trust a factor between them too much.
  const { timeout: _, ...untimed } = found;
  const isGainKnown =
    obstacle === "dependent-runs" && counts.unfinished === 0 && holdsInBlocks(inflation, sample.size);
  const unclear = isGainKnown
    ? { gain: found.gain, restart: "unclear" as const, moreRuns: 0 }
    : noVerdict(counts);
  const findings = obstacle === undefined ? found : { ...untimed, ...unclear };
  return { name, ...counts, ...findings, ...reasonOf(counts, findings, obstacle), ...instances };
}

/** Returns why the answer is unclear, if it is. */
function reasonOf(
  { instant, step }: Counts,
  { restart, bestRate }: ArmFindings,
  obstacle?: UnclearReason,
): { readonly reason?: UnclearReason } {
  if (restart !== "unclear") return {};
  if (obstacle !== undefined) return { reason: obstacle };
  if (instant > 0) return { reason: "coarse-clock" };
  if (bestRate === 0) return { reason: "nothing-paid" };
  return { reason: step > 0 ? "coarse-clock" : "wide-interval" };
}

/** Takes all runs for draws of one law. */
function findingsOf(
  runs: readonly LoggedRun[],
  { unfinished, instant }: Counts,
  curve: WeightedCurve,
  resetting: ResettingTime,
  seed: number,
): ArmFindings {
  const { sample } = curve;
  const shown = curvePlaces(sample);
  const drawn = linePlaces(sample, shown);
  const { best, gain: found, bands } = gainInterval(sample, resetting, seed, { bandAt: drawn });
  const gain =
    instant > 0
      ? { ...found, low: lowByCoarseClock(runs, found.low, resetting, seed), high: Infinity }
      : found;
  const timeout = unfinished > 0 ? judgeTimeout(runs, resetting, seed) : undefined;
  const line = drawn.map(({ run, cutoff }, place) => ({
    cutoff,
    survival: curve.survival[run],
    rate: curve.rateAt(run, cutoff),
    ...bands[place],
  }));
  const atCompletions = new Set(shown.map(({ cutoff }) => cutoff));
  const curves = { curve: line.filter(({ cutoff }) => atCompletions.has(cutoff)), line };
  if (timeout?.common === true && instant === 0) {
    const { shorter: restart, bestCutoff, bestRate, gain, moreRuns } = timeout;
    const chosen = { bestCutoff, bestRate, rateWithoutCutoff: null };
    const rated = restart === "unclear" ? ratesWatched(curve, best, timeout) : chosen;
    return { ...rated, restart, gain, moreRuns, timeout, ...curves };
  }
  const restart = adviceOn(gain, sample.ended, sample.units < sample.size ? sample.units : Infinity);
  return {
    ...(unfinished > 0 ? ratesWatched(curve, best, timeout) : rates(curve, restart === "no" ? -1 : best)),
    gain,
    restart,
    moreRuns: restart === "unclear" ? runsNeeded(gain, sample.size, sample.ended) : 0,
    ...(timeout === undefined ? {} : { timeout }),
    ...curves,
  };
}

function noVerdict({ runs, completed }: Counts): Pick<ArmFindings, "gain" | "restart" | "moreRuns"> {
  const moreRuns = completed < FEWEST_COMPLETED ? runsNeeded(NO_GAIN_KNOWN, runs, completed) : 0;
  return { gain: NO_GAIN_KNOWN, restart: "unclear", moreRuns };
}

/** Returns the findings if only the times of runs are known, not what restarting the same instance earns. */
function untold(counts: Counts, curve: WeightedCurve): ArmFindings {
  const points = curvePlaces(curve.sample).map(({ run, cutoff }) => ({
    cutoff,
    survival: curve.survival[run],
    rate: curve.rateAt(run, cutoff),
    low: 0,
    high: Infinity,
  }));
  const known = counts.unfinished > 0 ? ratesWatched(curve, -1, undefined) : rates(curve, -1);
  return { ...known, ...noVerdict(counts), curve: points, line: [] };
}

/**
 * If more than this share of the runs took no time, a finer clock might show that a cutoff right after 0 is far better.
 */
const MAX_INSTANT = 0.02;

function instantShare({ times, completed, size }: Sample): number {
  let count = 0;
  while (count < size && times[count] === 0 && completed[count] === 1) count++;
  return count > MAX_INSTANT * size ? count / size : 0;
}

/** The least gain if every run took one tick of the clock longer, as a run of no time may have done. */
function lowByCoarseClock(
  runs: readonly LoggedRun[],
  low: number,
  resetting: ResettingTime,
  seed: number,
): number {
  const tick = runs.reduce((least, { time }) => (time > 0 ? Math.min(least, time) : least), Infinity);
  if (tick === Infinity) return low;
  const longer = sampleOf(runs.map((run) => ({ ...run, time: run.time + tick })));
  return Math.min(low, gainInterval(longer, resetting, seed).gain.low);
}

/**
 * The findings where runs may depend on those before. Runs in a row are drawn together, and since blocks of few runs show only a
 * part of a slow dependence, errors are also as many times as large as the variance says.
 */
function inBlocks(
  runs: readonly LoggedRun[],
  counts: Counts,
  inflation: number,
  resetting: ResettingTime,
  seed: number,
): ArmFindings {
  const blocks = sampleOf(runs, blockLengthFor(inflation, runs.length));
  const found = findingsOf(runs, counts, new WeightedCurve(blocks, resetting), resetting, seed);
  const times = Math.sqrt(inflation);
  const { estimate, low, high } = found.gain;
  const gain = {
    estimate,
    low: estimate * (low / estimate) ** times,
    high: estimate * (high / estimate) ** times,
  };
  return withGain(found, gain, counts);
}

/** The findings if each run may have taken up to a step of the clock more or less than the log says. */
function byCoarseClock(
  found: ArmFindings,
  runs: readonly LoggedRun[],
  counts: Counts,
  resetting: ResettingTime,
  seed: number,
): ArmFindings {
  const gainBy = (steps: number) => {
    const shifted = shiftedBy(runs, steps * counts.step);
    return findingsOf(shifted, counts, new WeightedCurve(sampleOf(shifted), resetting), resetting, seed).gain;
  };
  const low = Math.min(found.gain.low, gainBy(1).low);
  const first = runs.filter(({ time, completed }) => completed && time <= counts.step).length;
  const high = first > MAX_INSTANT * runs.length ? Infinity : Math.max(found.gain.high, gainBy(-1).high);
  return withGain(found, { ...found.gain, low, high }, counts);
}

function withGain(found: ArmFindings, gain: Gain, { runs, completed }: Counts): ArmFindings {
  const restart = adviceOn(gain, completed, Infinity);
  const moreRuns = restart === "unclear" ? runsNeeded(gain, runs, completed) : 0;
  const { timeout } = found;
  const judged = timeout?.common ? { timeout: { ...timeout, gain, shorter: restart, moreRuns } } : {};
  return { ...found, gain, restart, moreRuns, ...judged };
}

type Rates = Pick<ArmAnalysis, "bestCutoff" | "bestRate" | "rateWithoutCutoff">;

/** The rate of the cutoff at run `best`, if there is one, or of waiting, if that earns as much. */
function rates(curve: WeightedCurve, best: number): Rates {
  const rateWithoutCutoff = finiteOr(curve.rateWithoutCutoff(), 0);
  const rate = best >= 0 ? curve.rate(best) : 0;
  return rate > rateWithoutCutoff
    ? { bestCutoff: curve.sample.times[best], bestRate: rate, rateWithoutCutoff }
    : { bestCutoff: Infinity, bestRate: rateWithoutCutoff, rateWithoutCutoff };
}

/**
 * The same if only finite cutoffs are known, up to the longest time watched. With too few runs to choose from it is
 * that longest one: its rate, completions over all the time watched, varies least.
 */
function ratesWatched(curve: WeightedCurve, best: number, timeout: TimeoutVerdict | undefined): Rates {
  if (timeout?.shorter === "no") {
    return { bestCutoff: timeout.at, bestRate: timeout.rate, rateWithoutCutoff: null };
  }
  const at = best >= 0 ? best : curve.sample.size - 1;
  return {
    bestCutoff: curve.sample.times[at],
    bestRate: finiteOr(curve.rate(at), 0),
    rateWithoutCutoff: null,
  };
}

function finiteOr(value: number, otherwise: number): number {
  return Number.isFinite(value) ? value : otherwise;
}
