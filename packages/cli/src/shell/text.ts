const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\t": "\\t" };

/**
 * Returns a name for a sentence: characters that would move the cursor, colour the screen, end a line or turn the words
 * after it around are escaped.
 */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, (character) => {
    const code = character.charCodeAt(0).toString(16);
    return SHORT[character] ?? `\\u${code.padStart(4, "0")}`;
  });
}

const LONGEST_SHOWN = 60;

/** Returns a text from a file in quotes for a message, shortened if it is long. */
export function shown(text: string): string {
  return text.length > LONGEST_SHOWN
    ? `"${text.slice(0, LONGEST_SHOWN)}…" (${text.length} characters)`
    : `"${text}"`;
}

/** The most characters of a name; a longer one would push the numbers out of sight. */
const LONGEST_CELL = 60;

/** A long name without its middle: the ends of commands and paths differ the most. */
export function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const end = Math.floor((longest - 1) / 2);
  return `${text.slice(0, longest - 1 - end)}…${text.slice(-end)}`;
}

/** Rows of words as aligned columns: the first to the left, the others to the right. */
export function textTable(given: readonly (readonly string[])[]): string {
  const rows = given.map((row) => row.map(printable).map((cell) => shortened(cell, LONGEST_CELL)));
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? "").length)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column])))
        .join("   ")
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join("");
}

/** Made when it is needed: it takes longer to make than all else that a short command prints. */
let grouped: Intl.NumberFormat | undefined;

/** Returns a number for reading: four digits, without an exponent if possible. */
export function brief(value: number): string {
  if (value === Infinity) return "∞";
  if (Number.isNaN(value)) return "–";
  const size = Math.abs(value);
  if (size < 1e4 && Number.isInteger(value)) return String(value);
  if (size >= 1e4 && size < 1e9) {
    grouped ??= new Intl.NumberFormat("en-US");
    return grouped.format(Math.round(value));
  }
  return String(Number(value.toPrecision(4)));
}

/** Returns the two lines with which a metric begins in the text format of Prometheus. */
export function metricFamily(name: string, type: "counter" | "gauge", help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

/** Returns a metric with one value in the text format of Prometheus. */
export function metricLines(
  ...[name, type, help, value]: [...Parameters<typeof metricFamily>, number]
): string[] {
  return [...metricFamily(name, type, help), `${name} ${value}`];
}
