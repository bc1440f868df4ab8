const SUPERSCRIPT: Readonly<Record<string, string>> = {
  "-": "⁻",
  "0": "⁰",
  "1": "¹",
  "2": "²",
  "3": "³",
  "4": "⁴",
  "5": "⁵",
  "6": "⁶",
  "7": "⁷",
  "8": "⁸",
  "9": "⁹",
};

/** A measured number with three digits: 0.123, 12.3, 1,230, 1.23 · 10⁷. ∞ is ∞, and what is none is a dash. */
export function numberText(value: number | null | undefined): string {
  if (value === null || value === undefined || Number.isNaN(value)) return "–";
  if (value === 0) return "0";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  const size = Math.abs(value);
  const sign = value < 0 ? "−" : "";
  if (size >= 1e6 || size < 1e-3) {
    const [digits, power] = size.toExponential(2).split("e");
    const exponent = Array.from(String(Number(power)), (digit) => SUPERSCRIPT[digit]).join("");
    return `${sign}${digits} · 10${exponent}`;
  }
  const rounded = Number(size.toPrecision(3));
  const decimals = Math.max(0, 2 - Math.floor(Math.log10(rounded)));
  return (
    sign + rounded.toLocaleString("en", { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  );
}

/** A count, in full. */
export function countText(value: number): string {
  return Math.round(value).toLocaleString("en");
}

/** A time in its unit, three digits: 250 ms, 1.25 s, 3.40 min for milliseconds; anything else as it is. */
export function timeText(value: number | null | undefined, unit: string): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return numberText(value);
  if (unit !== "ms") return unit === "" ? numberText(value) : `${numberText(value)} ${unit}`;
  if (value < 1e3) return `${numberText(value)} ms`;
  if (value < 60e3) return `${numberText(value / 1e3)} s`;
  if (value < 3_600e3) return `${numberText(value / 60e3)} min`;
  return `${numberText(value / 3_600e3)} h`;
}
