/* Times as people write them: numbers, with or without a unit, clocks, and ISO 8601. */

/** A time in a cell: a number, or a duration such as 3s, 1m3s or 00:01:03, then in milliseconds. */
export interface CellTime {
  readonly time: number;
  readonly unit: "" | "ms";
}

const MILLISECONDS = { ns: 1e-6, us: 1e-3, ms: 1, s: 1e3, min: 6e4, h: 3.6e6, d: 8.64e7 } as const;

export type TimeUnit = keyof typeof MILLISECONDS;

/** The words for each unit in the languages of Western Europe, without their accents. */
const UNIT_WORDS: Readonly<Record<TimeUnit, string>> = {
  ns: "ns nsec nanos nanosecond nanoseconds nanosekunden",
  us: "us μs usec usecs micros microsecond microseconds mikrosekunden",
  ms: "ms msec msecs millis millisec millisecond milliseconds millisekunden millisecondes milisegundos millisecondi milissegundos",
  s: "s sec secs second seconds sek sekunde sekunden seconde secondes segundo segundos secondi seconden",
  min: "m min mins minute minutes minuten minuto minutos minuti",
  h: "h hr hrs hour hours std stunde stunden heure heures hora horas ore uur",
  d: "d day days tag tage jour jours dia dias giorni",
};

const UNITS = new Map(
  Object.entries(UNIT_WORDS).flatMap(([unit, words]) =>
    words.split(" ").map((word) => [word, unit as TimeUnit] as const),
  ),
);

/** Returns the unit that a word means, in any case. */
export function unitOfWord(word: string): TimeUnit | undefined {
  return UNITS.get(
    word
      .normalize("NFKD")
      .replaceAll(/[\u0300-\u036f]/g, "")
      .toLowerCase(),
  );
}

/** How many milliseconds a unit has. */
export function millisecondsIn(unit: TimeUnit): number {
  return MILLISECONDS[unit];
}

/** Times of one unit in the one that is shown: seconds and more in seconds, anything shorter in milliseconds. */
export function shownUnit(unit: TimeUnit): { readonly unit: "ms" | "s"; readonly factor: number } {
  const shown = MILLISECONDS[unit] >= 1e3 ? "s" : "ms";
  return { unit: shown, factor: MILLISECONDS[unit] / MILLISECONDS[shown] };
}

/** Longer cells are not times. */
const LONGEST = 400;

/**
 * Reads the time in a cell; undefined if it has none. A comma before the last three digits separates thousands, unless `decimalComma` says
 * that 1,234 is 1.234 in this table.
 */
export function readTime(cell: string, decimalComma = false): CellTime | undefined {
  const text = cell.trim();
  if (text.length > LONGEST) return undefined;
  const plain = numberIn(text, decimalComma);
  if (plain !== undefined) return asTime(plain, "");
  const long = clockIn(text) ?? wordsIn(text, decimalComma) ?? isoIn(text);
  return long === undefined ? undefined : asTime(long, "ms");
}

function asTime(time: number, unit: CellTime["unit"]): CellTime | undefined {
  return time >= 0 && time < Infinity ? { time, unit } : undefined;
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Returns a number with a point or a comma before its fraction, or with points or commas between its thousands. */
export function numberIn(text: string, decimalComma = false): number | undefined {
  if (NUMBER.test(text)) return Number(text);
  if (!text.includes(",")) return undefined;
  if (/^\+?\d{1,3}(,\d{3})+(\.\d*)?$/.test(text) && !(decimalComma && /^\+?\d+,\d+$/.test(text))) {
    return Number(text.replaceAll(",", ""));
  }
  const parted = /^\+?\d{1,3}(\.\d{3})+,\d+$/.test(text) ? text.replaceAll(".", "") : text;
  return /^\+?\d*,\d+(e[+-]?\d+)?$/i.test(parted) ? Number(parted.replace(",", ".")) : undefined;
}

/** `MM:SS`, `HH:MM:SS` with a fraction, Slurm's `DD-HH:MM:SS` and Python's `1 day, 0:01:03`. */
function clockIn(text: string): number | undefined {
  const match = /^(?:(\d+)(?:-| days?,? ))?(?:(\d+):)?(\d+):([0-5]\d(?:[.,]\d+)?)$/i.exec(text);
  if (match === null) return undefined;
  const [days, hours, minutes, seconds] = match
    .slice(1)
    .map((part) => Number((part ?? "0").replace(",", ".")));
  return days * MILLISECONDS.d + hours * MILLISECONDS.h + minutes * MILLISECONDS.min + seconds * 1e3;
}

/** `3s`, `250 ms`, `1m3.5s`, `2 h 5 min`: from the longest unit to the shortest, each once. */
function wordsIn(text: string, decimalComma: boolean): number | undefined {
  let [total, before, at] = [0, Infinity, 0];
  for (const match of text.matchAll(/([\d.,]+(?:e[+-]?\d+)?)\s*([a-zµμ]+)[\s,]*/giu)) {
    const unit = unitOfWord(match[2]);
    const value = numberIn(match[1], decimalComma);
    if (match.index !== at || unit === undefined || value === undefined) return undefined;
    const size = MILLISECONDS[unit];
    if (size >= before) return undefined;
    total += value * size;
    before = size;
    at += match[0].length;
  }
  return at === text.length && at > 0 ? total : undefined;
}

/** ISO 8601: `PT1M3S`, `P1DT2H`. Months and years have no length. */
function isoIn(text: string): number | undefined {
  const part = (letter: string) => `(?:(\\d+(?:[.,]\\d+)?)${letter})?`;
  const iso = new RegExp(`^P${part("W")}${part("D")}(?:T${part("H")}${part("M")}${part("S")})?$`, "i");
  const match = iso.exec(text);
  if (match === null || !/\d[a-z]$/i.test(text)) return undefined;
  const [weeks, days, hours, minutes, seconds] = match
    .slice(1)
    .map((value) => Number((value ?? "0").replace(",", ".")));
  const { d, h, min, s } = MILLISECONDS;
  return (7 * weeks + days) * d + hours * h + minutes * min + seconds * s;
}
