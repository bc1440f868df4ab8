import { bestCutoff, FLAT } from "./best-cutoff.ts";
import { fourDigits } from "./brief.ts";
import { checkActionSet } from "./check-action-set.ts";
import type { KnownArm } from "./known-arm.ts";
import type { Smoothness } from "./regret-continuous.ts";
import { rewardRate } from "./reward-rate.ts";

/** One part of assn:ucb-rc: whether it holds, and a sentence that says why. */
export interface PartVerdict {
  readonly holds: boolean;
  readonly sentence: string;
}

/** Which parts of assn:ucb-rc hold on an interval. */
export interface SmoothPeakVerdict {
  readonly holds: boolean;
  /** (i) A closed interval of positive, finite cutoffs that satisfies assn:action-set. */
  readonly compact: PartVerdict;
  /** (ii) The rate rises up to t*, then falls. */
  readonly unimodal: PartVerdict & { readonly cutoff: number; readonly rate: number };
  /** (iii) Around t* the rate falls like |t − t*|^q; `measured` is the power that it does fall with. */
  readonly smooth: PartVerdict & SmoothnessMeasured;
  readonly sentence: string;
}

/** How the rate falls around its maximum, as it was measured there. */
export interface SmoothnessMeasured extends Smoothness {
  readonly measured: number;
  /** δ₀, how far around t* this was measured. */
  readonly reach: number;
}

/** How smooth the peak must be, and how far around it. */
export interface SmoothPeakOptions {
  /** q; default 2. */
  readonly order?: number;
  /** δ₀; default: the largest that serves, among a twentieth of the interval and its quarters. */
  readonly reach?: number;
}

/**
 * Is the rate on [low, high] what UCB-RC assumes (assn:ucb-rc)? The printed (ii) asserts only that a
 * maximum exists; meant is "increasing, then decreasing". Of the paper's three examples only Pareto
 * passes: the exponential rate is constant, the uniform one linear at its maximum (docs/errata.md#e15).
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
