import { htmlPage } from "../../figures/page.ts";
import type { Figure, Findings } from "../chapter.ts";
import { type Claim, VERDICTS, type Verdict } from "../claims/claim.ts";
import { measuredText, verdictText } from "./claims-text.ts";
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
  const body = `<h1>The paper, figure by figure</h1>
<p>Every figure and every numeric claim of <em>Continuous-Time Multi-Armed Bandits with Controlled Restarts</em>
(Cayci, Eryilmaz, Srikant, 2020), measured again by <code>mulligan reproduce</code>. Intervals are 95%.</p>
<ul class="about">${setting.map((line) => `<li>${written(line)}</li>`).join("")}</ul>
<p class="count">${countText(chapters.flatMap(({ findings }) => findings.claims))}</p>
<p class="files">Data: <a href="claims.json">claims.json</a></p>
${firstOfAll(chapters)}
<nav>${chapters.map(({ label }) => `<a href="#${anchor(label)}">${escaped(label)}</a>`).join(" ")}</nav>
${chapters.map(section).join("\n")}`;
  return htmlPage({ title: "The paper, figure by figure", style: STYLE, body, allTags: true });
}

/** What a reader looks for first, and what would be lost among what holds. */
const FIRST: Partial<Record<Verdict, string>> = {
  "does not hold": "What does not hold",
  open: "What is open",
  vacuous: "What says nothing",
};

function firstOfAll(chapters: readonly PlayedChapter[]): string {
  const groups = VERDICTS.flatMap((verdict) => {
    const items = chapters.flatMap(({ label, findings }) =>
      findings.claims.filter((claim) => claim.verdict === verdict).map((claim) => firstItem(label, claim)),
    );
    const title = FIRST[verdict];
    return title === undefined || items.length === 0
      ? []
      : [`<h3>${title}</h3>\n<ul>${items.join("\n")}</ul>`];
  });
  return groups.length === 0 ? "" : `<div class="first">${groups.join("\n")}</div>`;
}

function firstItem(chapter: string, claim: Claim): string {
  return `<li class="${kindOf(claim)}">${written(claim.statement)} <a href="#${anchor(chapter)}"><code>${escaped(claim.label)}</code></a> <b>${escaped(measuredText(claim))}</b> <span class="judged">Judged: ${written(claim.judged)}.</span></li>`;
}

function section({ label, title, findings, panels }: PlayedChapter): string {
  return `<section id="${anchor(label)}">
<h2><code>${escaped(label)}</code> ${escaped(title)}</h2>
<ul class="about">${[...findings.about, `Played: ${findings.work}.`].map((line) => `<li>${written(line)}</li>`).join("")}</ul>
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

function figureOf({ name, caption, folded }: Figure, panels: readonly DrawnPanel[]): string {
  const all = panels.map(
    ({ title, drawing }) => `<div><div class="title">${escaped(title)}</div>${drawing}</div>`,
  );
  const drawn = `<figure><div class="panels">${all.join("\n")}</div><figcaption>${written(caption)} ${fileLink(`${name}.svg`)}</figcaption></figure>`;
  return folded === undefined
    ? drawn
    : `<details><summary>${escaped(folded)}</summary>\n${drawn}\n</details>`;
}

function row(claim: Claim): string {
  const beyond = claim.beyond ? `<span class="beyond">beyond the paper</span> ` : "";
  return `<tr><td>${beyond}${written(claim.statement)} <code>${escaped(claim.label)}</code></td><td><b>${escaped(measuredText(claim))}</b><br>${written(claim.quantity)}<br><span class="judged">Judged: ${written(claim.judged)}.</span></td><td class="${kindOf(claim)}"><b>${written(verdictText(claim))}</b><br>${written(claim.reason)}</td></tr>`;
}

function countText(claims: readonly Claim[]): string {
  const count = (verdict: Verdict) => claims.filter((claim) => claim.verdict === verdict).length;
  const counts = VERDICTS.map((verdict) => `${verdict} ${count(verdict)}`);
  return `${claims.length} claims: ${counts.join(", ")}.`;
}

const kindOf = ({ verdict }: Claim) => verdict.replaceAll(" ", "-");

const fileLink = (name: string) => `<a href="${escaped(name)}">${escaped(name)}</a>`;

/** The page stands wherever --out says, so that documents are linked where they are published. */
const DOCUMENTS = "https://github.com/mulligan-restarts/mulligan/blob/main/";

/** Text in which documents of the project are links. */
function written(text: string): string {
  return escaped(text).replaceAll(
    /docs\/[\w/-]+\.md(?:#\w+)?/g,
    (place) => `<a href="${DOCUMENTS}${place}">${place}</a>`,
  );
}

function anchor(label: string): string {
  return label.replaceAll(/[^a-z0-9]+/gi, "-");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
