/** Rows of words as aligned columns: the first to the left, the others to the right. */
export function textTable(rows: readonly (readonly string[])[]): string {
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

const grouped = new Intl.NumberFormat("en-US");

/** A number for reading: four digits, no exponent where it can be helped. */
export function brief(value: number): string {
  if (value === Infinity) return "∞";
  if (Number.isNaN(value)) return "–";
  const size = Math.abs(value);
  if (size >= 1e4 && size < 1e9) return grouped.format(Math.round(value));
  return String(Number(value.toPrecision(4)));
}
