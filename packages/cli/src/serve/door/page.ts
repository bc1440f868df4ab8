import type { Summary } from "../learning/state.ts";

/** As text in a page, whatever it holds. */
function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Rows of the table: who has more problems reads /v1/problems. */
const MAX_ROWS = 200;

/** What a browser is shown as long as the page is not built: what this is, what there is, and where to go on. */
export function pageHtml(problems: readonly Summary[]): string {
  const rows = problems.slice(0, MAX_ROWS).map(({ name, readOnly, decisions, observations, outstanding }) => {
    const cells = [readOnly ? `${name} (a run)` : name, decisions, observations, outstanding];
    return `<tr>${cells.map((cell) => `<td>${escaped(String(cell))}</td>`).join("")}</tr>`;
  });
  const left = problems.length - rows.length;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>mulligan serve</title>
<h1>mulligan serve</h1>
<p>Which option to start, and how long to wait before starting again, learned from what came of it.
<a href="/openapi.json">What can be asked</a> · <a href="/v1/problems">problems as JSON</a> · <a href="/metrics">metrics</a></p>
<table>
<tr><th>problem<th>decisions<th>observations<th>outstanding</tr>
${rows.join("\n")}
</table>
${left > 0 ? `<p>and ${left} more</p>` : ""}
`;
}
