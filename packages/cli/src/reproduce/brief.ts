import type { Interval } from "./jackknife.ts";

/** A number for a sentence: three digits, with words for what has none. */
export function brief(value: number): string {
  if (value === Infinity) return "∞";
  if (value === -Infinity) return "−∞";
  const size = Math.abs(value);
  if (size >= 1e5 || (size > 0 && size < 1e-3)) return value.toExponential(1).replace("e+", "e");
  if (size < 100) return String(Number(value.toPrecision(3)));
  return Math.round(value).toLocaleString("en-US");
}

/** `0.91 (0.85 to 0.97)`. */
export function withInterval({ estimate, low, high }: Interval): string {
  return low === high ? brief(estimate) : `${brief(estimate)} (${brief(low)} to ${brief(high)})`;
}
