/** Marks a page as written by Mulligan, so that it may be replaced. */
export const GENERATOR = '<meta name="generator" content="Mulligan">';

/** A self-contained HTML page. */
export interface HtmlPage {
  readonly title: string;
  readonly style: string;
  readonly body: string;
  /** Writes the tags of head and body, which HTML allows to leave out. */
  readonly allTags?: boolean;
}

/** Returns the frame of all pages that commands write. */
export function htmlPage({ title, style, body, allTags = false }: HtmlPage): string {
  const viewport = `width=device-width${allTags ? ", initial-scale=1" : ""}`;
  const head = `<meta charset="utf-8">
${GENERATOR}
<meta name="viewport" content="${viewport}">
<title>${escapeHtml(title)}</title>
<style>${style}</style>`;
  const content = allTags ? `<head>\n${head}\n</head>\n<body>\n${body}\n</body>` : `${head}\n${body}`;
  return `<!doctype html>\n<html lang="en">\n${content}\n</html>\n`;
}

/** The style of `pageOf`: light and dark, wide and narrow, without anything to be loaded. */
const STYLE = `
:root { color-scheme: light dark; --text: #222; --page: #fff; --faint: #666; --line: #ddd }
@media (prefers-color-scheme: dark) { :root { --text: #ddd; --page: #16181d; --faint: #999; --line: #383c44 } }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: var(--page); overflow-wrap: anywhere }
h1 { font-size: 1.4rem; line-height: 1.2 }
.verdict { font-size: 1.1rem }
.note { color: var(--faint); font-size: 0.875rem; white-space: pre-line }
.wide, pre { overflow-x: auto }
table { border-collapse: collapse; font-size: 0.875rem; margin: 1rem 0 }
th, td { text-align: right; padding: 0.25rem 0.75rem; border-top: 1px solid var(--line); font-variant-numeric: tabular-nums }
th:first-child, td:first-child { text-align: left; padding-left: 0 }
th { font-weight: 600; white-space: nowrap }
svg { max-width: 100%; height: auto; color: var(--text) }
figure { margin: 1rem 0 }
`;

/** A part of a page. Texts are escaped; drawings are SVG of our own. */
export type PagePart =
  | { readonly kind: "verdict" | "note" | "lines"; readonly text: string }
  /** The first row is the heading. */
  | { readonly kind: "table"; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: "drawing"; readonly svg: string };

/** Returns a page made of parts. `data` has the data of its drawings, for readers who want to draw them again. */
export function pageOf(title: string, parts: readonly PagePart[], data: unknown): string {
  const specification = JSON.stringify(data).replaceAll("<", "\\u003c");
  const body = `<h1>${escapeHtml(title)}</h1>
${parts.map(partText).join("\n")}
<script type="application/json" id="vega-lite">${specification}</script>`;
  return htmlPage({ title, style: STYLE, body });
}

function partText(part: PagePart): string {
  switch (part.kind) {
    case "verdict":
      return `<p class="verdict">${escapeHtml(part.text)}</p>`;
    case "note":
      return `<p class="note">${escapeHtml(part.text)}</p>`;
    case "lines":
      return `<pre>${escapeHtml(part.text)}</pre>`;
    case "table": {
      const [head, ...rows] = part.rows;
      const row = (cells: readonly string[], tag: "th" | "td") =>
        `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join("")}</tr>`;
      return `<div class="wide"><table>${row(head, "th")}${rows.map((cells) => row(cells, "td")).join("")}</table></div>`;
    }
    case "drawing":
      return `<figure>${part.svg}</figure>`;
  }
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character]);
}
