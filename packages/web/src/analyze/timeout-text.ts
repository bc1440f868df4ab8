import { numberText, timeText } from "../design/number-text.ts";
import type { TimeoutCurve, TimeoutMeaning } from "./timeout-curve.ts";

/** A time in its unit; seconds as minutes and hours, where there are many. */
export function lengthText(time: number, unit: string): string {
  return unit === "s" ? timeText(1_000 * time, "ms") : timeText(time, unit);
}

/** How much gets done, in a unit that people think in. */
export function rateText(rate: number, unit: string): string {
  const per = { ms: "second", s: "second", flips: "flip", "": "unit of time" }[unit] ?? unit;
  return `${numberText(unit === "ms" ? 1_000 * rate : rate)} per ${per}`;
}

export function percentText(share: number): string {
  const percent = 100 * share;
  if (percent === 0 || percent === 100) return `${percent}%`;
  if (percent > 99.9) return "more than 99.9%";
  return percent < 0.1 ? "less than 0.1%" : `${percent.toFixed(1)}%`;
}

export function timesText(factor: number): string {
  return `${numberText(factor)}×`;
}

/** What a timeout would mean, in a sentence or two. */
export function meaningText(
  curve: TimeoutCurve,
  timeout: number,
  { finished, rate, beyond }: TimeoutMeaning,
  unit: string,
): string {
  const { bestCutoff, bestRate, rateWithoutCutoff } = curve;
  const here = `With a timeout of ${lengthText(timeout, unit)}`;
  if (beyond && rateWithoutCutoff === null) {
    return `${here} nobody knows: no run was watched for longer than ${lengthText(curve.times.at(-1) ?? 0, unit)}.`;
  }
  if (finished === 0) return `${here} no run would finish, and nothing would get done.`;
  if (finished === 1) return `${here} every run finishes in time: it is the same as waiting.`;
  const finish = `${here}, ${percentText(finished)} of the runs finish in time`;
  if (rate === 0) return `${finish}, and none of them pays.`;
  const compared = [
    ...againstBest(rate / bestRate, lengthText(bestCutoff, unit)),
    ...(rateWithoutCutoff === null ? [] : [`${timesText(rate / rateWithoutCutoff)} what waiting gets done`]),
  ];
  const done = `${finish}, and ${rateText(rate, unit)} gets done`;
  return compared.length === 0 ? `${done}.` : `${done}: ${compared.join(", and ")}.`;
}

/** From here it is the best, to three digits. */
const AS_GOOD = 0.9995;

/** Where waiting is best, it is what the best gets done. */
function againstBest(share: number, best: string): string[] {
  if (best === "∞" || !(share > 0)) return [];
  return share >= AS_GOOD
    ? ["as much as with the best timeout"]
    : [`${percentText(share)} of what the best timeout, ${best}, gets done`];
}
