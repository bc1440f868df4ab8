import type { ArmAnalysis } from "@mulligan/core/analysis";
import { millisecondsIn, type TimeUnit, unitOfWord } from "./cell-time.ts";

/** The unit in which all times of an analysis are written, and the one in which all rates are. */
export interface Scale {
  /** The unit of the times, such as `ms` or `million flips`; empty if the log has none and its times are plain numbers. */
  readonly unit: string;
  /** A time in `unit` for one of the log. */
  readonly timeFactor: number;
  /** The unit of the rates, such as `second` or `million flips`. */
  readonly per: string;
  /** A rate per `per` for one of the log. */
  readonly rateFactor: number;
}

/** The scale in which a typical time of these runs is an ordinary number. `unit` is that of the log, if it has one. */
export function scaleFor(arms: readonly ArmAnalysis[], unit: string): Scale {
  const typical = typicalTime(arms);
  const own = unitOfWord(unit);
  return own === undefined ? plainScale(typical, unit) : clockScale(typical, own);
}

/** Under this many of the next unit a time is written in the shorter one: 90 s, but 3 min. */
const LONGEST: readonly (readonly [unit: TimeUnit, below: number, per: TimeUnit])[] = [
  ["ns", 1e-3, "s"],
  ["us", 1, "s"],
  ["ms", 1e3, "s"],
  ["s", 120e3, "s"],
  ["min", 7_200e3, "min"],
  ["h", 48 * 3_600e3, "h"],
  ["d", Infinity, "d"],
];

const PER: Readonly<Partial<Record<TimeUnit, string>>> = { s: "second", min: "minute", h: "hour", d: "day" };

function clockScale(typical: number, own: TimeUnit): Scale {
  const size = millisecondsIn(own);
  const [unit, , per] = LONGEST.find(([, below]) => typical * size < below)!;
  return {
    unit: unit === "us" ? "µs" : unit,
    timeFactor: size / millisecondsIn(unit),
    per: PER[per]!,
    rateFactor: millisecondsIn(per) / size,
  };
}

const LARGE: Readonly<Record<number, string>> = { 6: "million", 9: "billion", 12: "trillion" };

/** Flips, or numbers without a unit. */
function plainScale(typical: number, unit: string): Scale {
  const power = 3 * Math.floor(Math.log10(typical) / 3);
  if (power >= -3 && power < 6) return { unit, timeFactor: 1, per: singular(unit), rateFactor: 1 };
  const size = LARGE[power] ?? `10${superscript(power)}`;
  return {
    unit: `${size} ${unit}`.trim(),
    timeFactor: 10 ** -power,
    per: `${size} ${unit || "units of time"}`,
    rateFactor: 10 ** power,
  };
}

function singular(unit: string): string {
  return unit === "flips" ? "flip" : unit || "unit of time";
}

/** The median, over the arms, of the best cutoff or, where waiting is best, of half of the runs. */
function typicalTime(arms: readonly ArmAnalysis[]): number {
  const times = arms
    .map(({ bestCutoff, curve }) => {
      const half = curve.find(({ survival }) => survival <= 0.5) ?? curve.at(-1);
      return bestCutoff < Infinity ? bestCutoff : (half?.cutoff ?? 0);
    })
    .filter((time) => time > 0)
    .sort((a, b) => a - b);
  return times[Math.floor(times.length / 2)] ?? 1;
}

/** A time of the log, with its unit. */
export function scaledTime({ unit, timeFactor }: Scale, time: number): string {
  const between = unit.startsWith("10") ? " · " : " ";
  return `${readableNumber(time * timeFactor)}${unit === "" || time === Infinity ? "" : between + unit}`;
}

/** The same, rounded up: a run that took as long as the cutoff is not cut. */
export function scaledCutoff(scale: Scale, time: number): string {
  return scaledTime({ ...scale, timeFactor: 1 }, roundedUp(time * scale.timeFactor));
}

/** A rate of the log, as a number per `per`. */
export function scaledRate({ rateFactor }: Scale, rate: number): string {
  return readableNumber(rate * rateFactor);
}

/** The least number of three digits that is not below the value. */
export function roundedUp(value: number): number {
  if (!(value > 0 && value < Infinity)) return value;
  const power = Math.floor(Math.log10(value)) - 2;
  const digits = Math.ceil(value / 10 ** power - 1e-9);
  return power < 0 ? digits / 10 ** -power : digits * 10 ** power;
}

/** A number of three digits: 0.123, 12.3, 1,230, 1.23 · 10¹², ∞. */
export function readableNumber(value: number): string {
  if (!Number.isFinite(value)) return value === Infinity ? "∞" : "–";
  if (value !== 0 && !(value >= 1e-4 && value < 1e9)) {
    const [digits, power] = value.toExponential(2).split("e");
    return `${Number(digits)} · 10${superscript(Number(power))}`;
  }
  const [whole, fraction] = plainDigits(value).split(".");
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ",");
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** Three digits that every program reads, without an exponent and without zeros at the end. */
export function plainDigits(value: number): string {
  const rounded = Number(value.toPrecision(3));
  const decimals = Math.max(0, 2 - Math.floor(Math.log10(rounded || 1)));
  return decimals === 0 ? rounded.toFixed(0) : rounded.toFixed(decimals).replace(/\.?0+$/, "");
}

const SUPERSCRIPT = "⁰¹²³⁴⁵⁶⁷⁸⁹";

function superscript(power: number): string {
  return String(power)
    .replace("-", "⁻")
    .replaceAll(/\d/g, (digit) => SUPERSCRIPT[Number(digit)]);
}
