import { DRAWN_BY } from "../../figures/figure-place.ts";
import type { ChapterFigure, Findings } from "../chapter.ts";
import { type Claim, VERDICTS, type ClaimVerdict } from "../claims/claim.ts";
import { measuredText, conditionalVerdict } from "./claims-text.ts";
import { STYLE } from "./page-style.ts";

/** A chapter as it came out, with its figures drawn. */
export interface PlayedChapter {
  readonly label: string;
  readonly title: string;
  readonly findings: Findings;
  /** By name, for the files. */
  readonly drawings: Readonly<Record<string, string>>;
  /** By name, panel by panel, for the page. */
  readonly panels: Readonly<Record<string, readonly DrawnPanel[]>>;
}

export interface DrawnPanel {
  readonly title: string;
  readonly drawing: string;
}

/** One page that needs nothing else: all chapters with figures, settings, claims and verdicts. */
export function reproductionPage(setting: readonly string[], chapters: readonly PlayedChapter[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${DRAWN_BY.page}
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The paper, figure by figure</title>
<style>${STYLE}</style>
</head>
<body>
<h1>The paper, figure by figure</h1>
<p>Every figure and every numeric claim of <em>Continuous-Time Multi-Armed Bandits with Controlled Restarts</em>
(Cayci, Eryilmaz, Srikant, 2020), measured again by <code>mulligan reproduce</code>. Intervals are 95%.</p>
<ul class="about">${setting.map((line) => `<li>${linked(line)}</li>`).join("")}</ul>
<p class="count">${countText(chapters.flatMap(({ findings }) => findings.claims))}</p>
<p class="files">Data: <a href="claims.json">claims.json</a></p>
${summaryOf(chapters)}
<nav>${chapters.map(({ label }) => `<a href="#${anchor(label)}">${escapeHtml(label)}</a>`).join(" ")}</nav>
${chapters.map(section).join("\n")}
</body>
</html>
`;
}

/** What a reader looks for first, and what would be lost among what holds. */
const FIRST: Partial<Record<ClaimVerdict, string>> = {
  "does not hold": "What does not hold",
  open: "What is open",
  vacuous: "What says nothing",
};

function summaryOf(chapters: readonly PlayedChapter[]): string {
  const groups = VERDICTS.flatMap((verdict) => {
    const items = chapters.flatMap(({ label, findings }) =>
      findings.claims.filter((claim) => claim.verdict === verdict).map((claim) => summaryItem(label, claim)),
    );
    const title = FIRST[verdict];
    return title === undefined || items.length === 0
      ? []
      : [`<h3>${title}</h3>\n<ul>${items.join("\n")}</ul>`];
  });
  return groups.length === 0 ? "" : `<div class="first">${groups.join("\n")}</div>`;
}

function summaryItem(chapter: string, claim: Claim): string {
  return `<li class="${kindOf(claim)}">${linked(claim.statement)} <a href="#${anchor(chapter)}"><code>${escapeHtml(claim.label)}</code></a> <b>${escapeHtml(measuredText(claim))}</b> <span class="judged">Judged: ${linked(claim.judged)}.</span></li>`;
}

function section({ label, title, findings, panels }: PlayedChapter): string {
  return `<section id="${anchor(label)}">
<h2><code>${escapeHtml(label)}</code> ${escapeHtml(title)}</h2>
<ul class="about">${[...findings.about, `Played: ${findings.work}.`].map((line) => `<li>${linked(line)}</li>`).join("")}</ul>
${findings.figures.map((figure) => figureOf(figure, panels[figure.name])).join("\n")}
<table>
<thead><tr><th>claim</th><th>measured</th><th>verdict</th></tr></thead>
<tbody>
${findings.claims.map(row).join("\n")}
</tbody>
</table>
<p class="files">Data: ${findings.tables.map(({ name }) => fileLink(`${name}.csv`)).join(", ")}</p>
</section>`;
}

function figureOf({ name, caption, folded }: ChapterFigure, panels: readonly DrawnPanel[]): string {
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

/** The page stands wherever --out says, so that documents are linked where they are published. */
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
