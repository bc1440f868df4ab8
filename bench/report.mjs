import { writeFileSync } from "node:fs";

/** Tables of a benchmark: as Markdown in the terminal, and as CSV for docs/benchmarks/. */
export function title(name, columns) {
  console.log(`\n### ${name}\n`);
  row(columns);
  row(columns.map(() => "---"));
}

export function row(cells) {
  console.log(`| ${cells.join(" | ")} |`);
}

export function csvLine(cells) {
  const quoted = (cell) => (/[",]/.test(cell) ? `"${String(cell).replaceAll('"', '""')}"` : cell);
  return cells.map(quoted).join(",");
}

/** The file that `--csv=FILE` names among the words of a benchmark. */
export function csvFile(words) {
  return words.find((word) => word.startsWith("--csv="))?.slice("--csv=".length);
}

/** Writes rows, the first of which has the names of the columns; nothing if no file is named. */
export function writeCsv(file, rows) {
  if (file === undefined) return;
  writeFileSync(file, rows.map((cells) => `${csvLine(cells)}\n`).join(""));
}
