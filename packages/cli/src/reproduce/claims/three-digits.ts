import type { Interval } from "./interval.ts";

/** A number for a sentence, to three digits: `0.00473`, `31,600`, `1,000,000`, `4.5·10⁷`. */
export function threeDigits(value: number): string {
  if (value === Infinity) return "∞";
  if (value === -Infinity) return "−∞";
  const size = Math.abs(value);
  const rounded = Number(value.toPrecision(3));
  if (size >= 1e7 || (size > 0 && size < 1e-3)) {
    const [digits, power] = value.toExponential(1).split("e");
    const tens = `10${superscript(Number(power))}`;
    return Number(digits) === 1 ? tens : `${Number(digits)}·${tens}`;
  }
  return size < 100 ? String(rounded) : rounded.toLocaleString("en-US");
}

/** `0.91 (0.85 to 0.97)`. */
export function withInterval({ estimate, low, high }: Interval): string {
  return low === high
    ? threeDigits(estimate)
    : `${threeDigits(estimate)} (${threeDigits(low)} to ${threeDigits(high)})`;
}

function superscript(power: number): string {
  return String(power).replace(/./g, (sign) => (sign === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(sign)]));
}
