import type { TopLevelSpec } from "vega-lite";
import { type Claim, type ClaimVerdict, conditionalVerdict, measuredText, VERDICTS } from "./claims/claim.ts";
import type { ChapterFigure, FigureSpec, Findings } from "./studies/study.ts";

/** A chapter with its findings and its drawn figures. */
export interface PlayedChapter {
  readonly label: string;
  readonly title: string;
  readonly findings: Findings;
  readonly figures: readonly PlayedFigure[];
}

export interface PlayedFigure extends Omit<ChapterFigure, "spec"> {
  /** The whole figure, as an SVG file of its own. */
  readonly file: string;
  /** Its panels as SVG, for the page. */
  readonly panels: readonly { readonly title: string; readonly drawing: string }[];
}

/** A page for the caller's HTML writer; style sheet and body are CSS and HTML. */
export interface PageContent {
  readonly title: string;
  readonly style: string;
  readonly body: string;
}

const TITLE = "The paper, figure by figure";

/** One page that needs no other file: all chapters with figures, settings, claims and verdicts. */
export function reproductionPage(
  setting: readonly string[],
  chapters: readonly PlayedChapter[],
): PageContent {
  const body = `<h1>${TITLE}</h1>
<p>The figures and numeric claims of <em>Continuous-Time Multi-Armed Bandits with Controlled Restarts</em>
(Cayci, Eryilmaz, Srikant, 2020), measured again by <code>mulligan reproduce</code>. Intervals are 95%. A claim that was not measured
says so.</p>
<ul class="about">${setting.map((line) => `<li>${linked(line)}</li>`).join("")}</ul>
<p class="count">${countText(chapters.flatMap(({ findings }) => findings.claims))}</p>
<p class="files">Data: <a href="claims.json">claims.json</a></p>
${summaryOf(chapters)}
<nav>${chapters.map(({ label }) => `<a href="#${anchor(label)}">${escapeHtml(label)}</a>`).join(" ")}</nav>
${chapters.map(section).join("\n")}`;
  return { title: TITLE, style: STYLE, body };
}

/** The verdicts whose claims are listed above the chapters, with their headings. */
const SUMMARY: Partial<Record<ClaimVerdict, string>> = {
  "does not hold": "What does not hold",
  open: "What is open",
  vacuous: "What says nothing",
};

function summaryOf(chapters: readonly PlayedChapter[]): string {
  const groups = VERDICTS.flatMap((verdict) => {
    const items = chapters.flatMap(({ label, findings }) =>
      findings.claims.filter((claim) => claim.verdict === verdict).map((claim) => summaryItem(label, claim)),
    );
    const title = SUMMARY[verdict];
    return title === undefined || items.length === 0
      ? []
      : [`<h3>${title}</h3>\n<ul>${items.join("\n")}</ul>`];
  });
  return groups.length === 0 ? "" : `<div class="first">${groups.join("\n")}</div>`;
}

function summaryItem(chapter: string, claim: Claim): string {
  return `<li class="${kindOf(claim)}">${linked(claim.statement)} <a href="#${anchor(chapter)}"><code>${escapeHtml(claim.label)}</code></a> <b>${escapeHtml(measuredText(claim))}</b> <span class="judged">Judged: ${linked(claim.judged)}.</span></li>`;
}

function section({ label, title, findings, figures }: PlayedChapter): string {
  return `<section id="${anchor(label)}">
<h2><code>${escapeHtml(label)}</code> ${escapeHtml(title)}</h2>
<ul class="about">${[...findings.about, `Played: ${findings.work}.`].map((line) => `<li>${linked(line)}</li>`).join("")}</ul>
${figures.map(figureOf).join("\n")}
<table>
<thead><tr><th>claim</th><th>measured</th><th>verdict</th></tr></thead>
<tbody>
${findings.claims.map(row).join("\n")}
</tbody>
</table>
<p class="files">Data: ${findings.tables.map(({ name }) => fileLink(`${name}.csv`)).join(", ")}</p>
</section>`;
}

function figureOf({ name, caption, folded, panels }: PlayedFigure): string {
  const all = panels.map(
    ({ title, drawing }) => `<div><div class="title">${escapeHtml(title)}</div>${drawing}</div>`,
  );
  const drawn = `<figure><div class="panels">${all.join("\n")}</div><figcaption>${linked(caption)} ${fileLink(`${name}.svg`)}</figcaption></figure>`;
  return folded === undefined
    ? drawn
    : `<details><summary>${escapeHtml(folded)}</summary>\n${drawn}\n</details>`;
}

function row(claim: Claim): string {
  const beyond = claim.beyond ? `<span class="beyond">beyond the paper</span> ` : "";
  return `<tr><td>${beyond}${linked(claim.statement)} <code>${escapeHtml(claim.label)}</code></td><td><b>${escapeHtml(measuredText(claim))}</b><br>${linked(claim.quantity)}<br><span class="judged">Judged: ${linked(claim.judged)}.</span></td><td class="${kindOf(claim)}"><b>${linked(conditionalVerdict(claim))}</b><br>${linked(claim.reason)}</td></tr>`;
}

function countText(claims: readonly Claim[]): string {
  const count = (verdict: ClaimVerdict) => claims.filter((claim) => claim.verdict === verdict).length;
  const counts = VERDICTS.map((verdict) => `${verdict} ${count(verdict)}`);
  return `${claims.length} claims: ${counts.join(", ")}.`;
}

const kindOf = ({ verdict }: Claim) => verdict.replaceAll(" ", "-");

const fileLink = (name: string) => `<a href="${escapeHtml(name)}">${escapeHtml(name)}</a>`;

/** The page may be in any folder, so it links the published documents. */
const DOCUMENTS = "https://github.com/mulligan-restarts/mulligan/blob/main/";

/** Text in which documents of the project are links. */
function linked(text: string): string {
  return escapeHtml(text).replaceAll(
    /docs\/[\w/-]+\.md(?:#\w+)?/g,
    (place) => `<a href="${DOCUMENTS}${place}">${place}</a>`,
  );
}

function anchor(label: string): string {
  return label.replaceAll(/[^a-z0-9]+/gi, "-");
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** The style sheet of the page: light and dark, wide and narrow. Below 44rem a row of the table is a card. */
const STYLE = `
:root { color-scheme: light dark; --text: #222; --page: #fff; --faint: #666; --line: #ddd; --card: #f6f7f9 }
@media (prefers-color-scheme: dark) { :root { --text: #ddd; --page: #16181d; --faint: #999; --line: #383c44; --card: #1e2128 } }
body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: var(--page); overflow-wrap: anywhere }
h1 { line-height: 1.2 }
h2 { margin-top: 3rem; border-top: 1px solid var(--line); padding-top: 1rem; font-size: 1.25rem }
h3 { margin: 1rem 0 0.25rem; font-size: 1rem }
.about, .files, figcaption, .judged { color: var(--faint); font-size: 0.875rem }
.about { padding-left: 1.25rem }
figure { margin: 1rem 0 }
.panels { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 26rem), 1fr)); gap: 1.5rem }
.panels svg { display: block; width: 100%; height: auto }
.title { font-size: 0.9375rem; margin-bottom: 0.25rem }
nav { margin-top: 1rem }
nav a { margin-right: 1rem }
a { color: inherit }
details { margin: 1rem 0 }
summary { cursor: pointer }
.first { background: var(--card); border-radius: 0.5rem; padding: 0.5rem 1rem }
.first ul { padding-left: 1.25rem }
.first li { margin-bottom: 0.5rem }
table { border-collapse: collapse; width: 100%; font-size: 0.875rem }
th, td { text-align: left; vertical-align: top; padding: 0.5rem 0.75rem; border-top: 1px solid var(--line) }
td { width: 33% }
code { font-size: 0.875em }
.holds b { color: #1b8a4b } .holds-if b { color: #b7791f } .does-not-hold b { color: #d0453a } .open b, .vacuous b { color: #7a5bc7 }
.beyond { border: 1px solid var(--line); border-radius: 0.25rem; padding: 0 0.25rem; color: var(--faint) }
.count { font-weight: bold }
@media (max-width: 44rem) {
  body { margin: 1rem auto }
  thead { display: none }
  tr { display: block; border-top: 1px solid var(--line); padding: 0.5rem 0 }
  td { display: block; width: auto; border: 0; padding: 0.25rem 0 }
  td:first-child { font-weight: 600 }
}
`;

/** The width of a panel on the page, which must be readable on a phone. */
const PANEL_WIDTH = 320;

/** One panel of a figure, to be drawn for the page. */
interface FigurePanel {
  /** The page shows it as text: the drawing program overestimates the width of letters and would leave too much room. */
  readonly title: string;
  readonly spec: FigureSpec;
  readonly legend: object;
}

/** Splits a figure into the panels that the page shows: each as wide as a phone, its legend below. */
export function panelsOf(figure: FigureSpec): FigurePanel[] {
  const panels = "concat" in figure ? (figure.concat as TopLevelSpec[]) : [figure as TopLevelSpec];
  return panels.map(({ title, ...panel }) => {
    const width = "width" in panel && typeof panel.width === "number" ? panel.width : PANEL_WIDTH;
    const long = longestWord(panel) > 20;
    return {
      title: textOf(title),
      spec: { ...panel, width: Math.min(width, PANEL_WIDTH) },
      legend: {
        orient: "bottom",
        direction: "vertical",
        columns: long ? 1 : 2,
        labelFontSize: 11,
        // Half as wide again as the labels, because the drawing program overestimates the width of letters.
        labelLimit: long ? 430 : 190,
      },
    };
  });
}

function textOf(title: TopLevelSpec["title"]): string {
  if (typeof title === "string") return title;
  return title !== undefined && "text" in title && typeof title.text === "string" ? title.text : "";
}

/** The length of the longest word in the data, which a legend may have to show. */
function longestWord(part: unknown): number {
  if (typeof part !== "object" || part === null) return 0;
  if ("values" in part && Array.isArray(part.values)) {
    const words = part.values.flatMap((value) => Object.values(value).filter((of) => typeof of === "string"));
    return Math.max(0, ...words.map((word) => word.length));
  }
  return Math.max(0, ...Object.values(part).map(longestWord));
}
