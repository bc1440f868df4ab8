import { bestCutoff, FLAT, type KnownArm, rewardRate } from "@mulligan/core/theory";
import type { Smoothness } from "./regret-continuous.ts";

/** Whether an arm satisfies eqn:moment-assn. */
export interface MomentVerdict {
  readonly holds: boolean;
  /** E[X⁴], possibly Infinity. */
  readonly fourthMoment: number;
  /** The largest possible reward; the paper assumes at most 1. */
  readonly rewardHigh: number;
  /** The verdict in words. */
  readonly sentence: string;
}

/**
 * Checks E[X⁴] < ∞ and 0 ≤ R ≤ 1 (eqn:moment-assn). The paper's own example, Pareto with shape in (1, 2) and R = ωX^γ,
 * satisfies neither; its rates exist all the same (docs/errata.md#e5).
 */
export function checkMoments({ name, law }: KnownArm): MomentVerdict {
  const fourthMoment = law.time.partialMoment(4, Infinity);
  const { rewardHigh } = law;
  const faults: string[] = [];
  if (!(fourthMoment < Infinity)) faults.push("E[X⁴] is infinite");
  if (!(rewardHigh <= 1)) faults.push(`rewards reach ${rewardHigh}, above 1`);
  const holds = faults.length === 0;
  const sentence = holds
    ? `${name}: the moment assumption holds.`
    : `${name}: ${faults.join(" and ")}; rates exist, but the paper's regret bounds are not stated for such a law.`;
  return { holds, fourthMoment, rewardHigh, sentence };
}

/** One half of assn:action-set, with the least value over the arms. */
export interface ActionSetHalf {
  readonly holds: boolean;
  /** The value that is compared with the requirement. */
  readonly value: number;
  /** The arm with the least value, an index. */
  readonly arm: number;
  /** The difference to the required value; 0 if the condition holds. */
  readonly shortfall: number;
}

/** Whether the shortest cutoff is long enough, and if not, for which arm. */
export interface ActionSetVerdict {
  readonly holds: boolean;
  /** E[min(X_k, t₁)] ≥ μ_*. */
  readonly leastMean: ActionSetHalf;
  /** P(X_k ≤ t₁ | R_k = ρ) ≥ ε for every reward ρ. */
  readonly leastCompletion: ActionSetHalf;
  /** The verdict in words. */
  readonly sentence: string;
}

/** The requirements on the shortest cutoff. */
export interface ActionSetRequirements {
  /** μ_*; by default anything above 0. */
  readonly leastMean?: number;
  /** ε; by default anything above 0. */
  readonly leastCompletion?: number;
}

/**
 * Checks whether the smallest cutoff t₁ is long enough to learn from (assn:action-set). The bounds divide by μ_* and ε.
 * The second half fails if some reward comes only after t₁, as with R = ωX^γ at any finite t₁.
 */
export function checkActionSet(
  arms: readonly KnownArm[],
  cutoffs: readonly number[],
  required: ActionSetRequirements = {},
): ActionSetVerdict {
  if (arms.length === 0 || cutoffs.length === 0) {
    throw new RangeError(
      `checkActionSet: arms and cutoffs must be given, got ${arms.length} and ${cutoffs.length}`,
    );
  }
  const first = Math.min(...cutoffs);
  const means = arms.map(({ law }) => law.time.meanMin(first));
  const leastMean = half(means, required.leastMean);
  const completions = arms.map(({ law }) => law.leastCompletion(first));
  const leastCompletion = half(completions, required.leastCompletion);
  const faults: string[] = [];
  if (!leastMean.holds) {
    faults.push(
      `${arms[leastMean.arm].name} runs ${fourDigits(leastMean.value)} on average, ${lack(leastMean)}`,
    );
  }
  if (!leastCompletion.holds) {
    const { arm, value } = leastCompletion;
    const chance = `completes with probability ${fourDigits(value)} given its least favourable reward`;
    faults.push(`${arms[arm].name} ${chance}, ${lack(leastCompletion)}`);
  }
  const holds = faults.length === 0;
  const sentence = holds
    ? `The smallest cutoff, ${fourDigits(first)}, is long enough: μ_* = ${fourDigits(leastMean.value)}, ε = ${fourDigits(leastCompletion.value)}.`
    : `Within the smallest cutoff, ${fourDigits(first)}, ${faults.join("; and ")}.`;
  return { holds, leastMean, leastCompletion, sentence };
}

function half(values: readonly number[], required: number | undefined): ActionSetHalf {
  const value = Math.min(...values);
  const holds = required === undefined ? value > 0 : value >= required;
  return { holds, value, arm: values.indexOf(value), shortfall: holds ? 0 : (required ?? 0) - value };
}

const lack = ({ shortfall }: ActionSetHalf) =>
  shortfall > 0 ? `${fourDigits(shortfall)} less than required` : "but must exceed 0";

/** One part of assn:ucb-rc: whether it holds, and a sentence that says why. */
export interface PartVerdict {
  readonly holds: boolean;
  /** The reason. */
  readonly sentence: string;
}

/** The parts of assn:ucb-rc that hold on an interval. */
export interface SmoothPeakVerdict {
  readonly holds: boolean;
  /** (i) A closed interval of positive, finite cutoffs that satisfies assn:action-set. */
  readonly compact: PartVerdict;
  /** (ii) The rate rises up to t*, then falls. */
  readonly unimodal: PartVerdict & { readonly cutoff: number; readonly rate: number };
  /** (iii) Around t* the rate falls like |t − t*|^q; `measured` is the power that it does fall with. */
  readonly smooth: PartVerdict & SmoothnessMeasured;
  /** The verdict in words. */
  readonly sentence: string;
}

/** The fall of the rate around its maximum, as measured. */
export interface SmoothnessMeasured extends Smoothness {
  /** The power q with which the rate falls. */
  readonly measured: number;
  /** δ₀, the distance from t* up to which this was measured. */
  readonly reach: number;
}

/** The required smoothness of the peak, and the distance around it. */
export interface SmoothPeakOptions {
  /** q; default 2. */
  readonly order?: number;
  /** δ₀; default: the largest that satisfies the assumption, among a twentieth of the interval and its quarters. */
  readonly reach?: number;
}

/**
 * Checks whether the rate on [low, high] satisfies UCB-RC's assumption (assn:ucb-rc). The printed (ii) asserts only
 * that a maximum exists; "increasing, then decreasing" is meant. Of the paper's three examples only Pareto passes: the
 * exponential rate is constant, the uniform one linear at its maximum (docs/errata.md#e15).
 */
export function checkSmoothPeak(
  arm: KnownArm,
  interval: { readonly low: number; readonly high: number },
  options: SmoothPeakOptions = {},
): SmoothPeakVerdict {
  const { low, high } = interval;
  const { order = 2 } = options;
  if (!(low > 0 && low < high && high < Infinity)) {
    throw new RangeError(`checkSmoothPeak: 0 < low < high < ∞ must hold, got low ${low}, high ${high}`);
  }
  const compact = checkCompact(arm, low, high);
  if (options.reach !== undefined && !(options.reach > 0)) {
    throw new RangeError(`checkSmoothPeak: reach must exceed 0, got ${options.reach}`);
  }
  const rate = (cutoff: number) => rewardRate(arm, cutoff);
  const best = bestCutoff(arm, { among: interval });
  const unimodal = { ...checkUnimodal(rate, low, high, best), cutoff: best.cutoff, rate: best.rate };
  const reaches = options.reach === undefined ? REACHES.map((part) => part * (high - low)) : [options.reach];
  const tried = reaches.map((reach) => checkSmooth(rate, low, high, best, order, reach));
  const smooth = tried.find(({ holds }) => holds) ?? tried[0];
  const faults = [compact, unimodal, smooth].filter(({ holds }) => !holds).map(({ sentence }) => sentence);
  const sentence = faults.length === 0 ? "The rate has one smooth peak on the interval." : faults.join(" ");
  return { holds: faults.length === 0, compact, unimodal, smooth, sentence };
}

function checkCompact(arm: KnownArm, low: number, high: number): PartVerdict {
  const { holds, sentence } = checkActionSet([arm], [low]);
  return { holds, sentence: holds ? `[${low}, ${high}] is compact, and can be learned from.` : sentence };
}

interface At {
  readonly cutoff: number;
  readonly rate: number;
}

const POINTS = 256;

function checkUnimodal(rate: (t: number) => number, low: number, high: number, best: At): PartVerdict {
  const spacing = (high - low) / POINTS;
  const away = Array.from({ length: POINTS + 1 }, (_, i) => (i === POINTS ? high : low + i * spacing));
  const times = [...away.filter((time) => Math.abs(time - best.cutoff) > spacing / 2), best.cutoff];
  times.sort((a, b) => a - b);
  const rates = times.map(rate);
  for (let i = 1; i < times.length; i++) {
    const rising = times[i] <= best.cutoff;
    const change = (rates[i] - rates[i - 1]) * (rising ? 1 : -1);
    if (change > FLAT * best.rate) continue;
    const wrongWay = rising ? "falls" : "rises";
    const verb = change < -FLAT * best.rate ? wrongWay : "is flat";
    const place = `between ${fourDigits(times[i - 1])} and ${fourDigits(times[i])}`;
    const side = rising ? "before" : "after";
    return {
      holds: false,
      sentence: `The rate ${verb} ${place}, ${side} its maximum at ${fourDigits(best.cutoff)}.`,
    };
  }
  return { holds: true, sentence: `The rate rises up to ${fourDigits(best.cutoff)}, then falls.` };
}

const SIDE = 32;
const REACHES = [0, 1, 2, 3, 4, 5].map((i) => 4 ** -i / 20);

function checkSmooth(
  rate: (t: number) => number,
  low: number,
  high: number,
  best: At,
  order: number,
  reach: number,
): PartVerdict & SmoothnessMeasured {
  let lower = Infinity;
  let upper = 0;
  let measured = Number.NaN;
  for (const side of [-1, 1]) {
    const room = Math.min(reach, side < 0 ? best.cutoff - low : high - best.cutoff);
    if (!(room > 1e-6 * (high - low))) continue;
    const distance = (i: number) => (room * i) / SIDE;
    const rates = Array.from({ length: SIDE + 1 }, (_, i) =>
      i === 0 ? best.rate : rate(best.cutoff + side * distance(i)),
    );
    for (let i = 1; i <= SIDE; i++) {
      upper = Math.max(upper, (best.rate - rates[i]) / distance(i) ** order);
      for (let j = 0; j < i; j++) {
        lower = Math.min(lower, Math.abs(rates[i] - rates[j]) / distance(i - j) ** order);
      }
    }
    const power = Math.log2((best.rate - rates[2]) / (best.rate - rates[1]));
    if (!(Math.abs(power - order) <= Math.abs(measured - order))) measured = power;
  }
  const holds = Math.abs(measured - order) <= 0.15 && lower > 0;
  const shape = Number.isFinite(measured)
    ? `falls like the distance to the power ${fourDigits(measured)}${holds ? "" : `, not ${order}`}`
    : "does not fall at all on one side";
  const sentence = `Around ${fourDigits(best.cutoff)} it ${shape}.`;
  return { holds, sentence, order, lower, upper, measured, reach };
}

/** A number for a verdict's sentence: four digits, or ∞. */
const fourDigits = (value: number) => (value === Infinity ? "∞" : String(Number(value.toPrecision(4))));
