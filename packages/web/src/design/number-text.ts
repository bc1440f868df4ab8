const SUPERSCRIPT_DIGITS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** A measured number with three digits: 0.123, 12.3, 1,230, 1.23 · 10⁷, ∞; a dash for none. */
export function numberText(value: number | null | undefined): string {
  if (value === null || value === undefined || Number.isNaN(value)) return "–";
  if (value === 0) return "0";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  const size = Math.abs(value);
  const sign = value < 0 ? "−" : "";
  if (size >= 1e6 || size < 1e-3) {
    const [digits, power] = size.toExponential(2).split("e");
    const exponent = String(Number(power))
      .replace("-", "⁻")
      .replaceAll(/\d/g, (digit) => SUPERSCRIPT_DIGITS[+digit]);
    return `${sign}${digits} · 10${exponent}`;
  }
  const rounded = Number(size.toPrecision(3));
  const decimals = Math.max(0, 2 - Math.floor(Math.log10(rounded)));
  return (
    sign + rounded.toLocaleString("en", { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  );
}

/** A count with all its digits. */
export function countText(value: number): string {
  return Math.round(value).toLocaleString("en");
}

/** A time with three digits. Milliseconds become 250 ms, 1.25 s, 3.40 min; other units stay. */
export function timeText(value: number | null | undefined, unit: string): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return numberText(value);
  if (unit !== "ms") return unit === "" ? numberText(value) : `${numberText(value)} ${unit}`;
  if (value < 1e3) return `${numberText(value)} ms`;
  if (value < 60e3) return `${numberText(value / 1e3)} s`;
  if (value < 3_600e3) return `${numberText(value / 60e3)} min`;
  return `${numberText(value / 3_600e3)} h`;
}
