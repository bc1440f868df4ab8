/** Tables of a benchmark, as Markdown, so that they can be pasted into docs/benchmarks/. */
export function title(name, columns) {
  console.log(`\n### ${name}\n`);
  row(columns);
  row(columns.map(() => "---"));
}

export function row(cells) {
  console.log(`| ${cells.join(" | ")} |`);
}
