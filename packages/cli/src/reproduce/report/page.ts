import type { Findings } from "../chapter.ts";
import type { Claim } from "../claims/claim.ts";
import { measuredText, verdictText } from "./claims-text.ts";

/** A chapter as it came out, with its figures drawn. */
export interface PlayedChapter {
  readonly label: string;
  readonly title: string;
  readonly findings: Findings;
  /** By name. */
  readonly drawings: Readonly<Record<string, string>>;
}

/** One page that needs nothing else: all chapters with figures, settings, claims and verdicts. */
export function reproductionPage(setting: readonly string[], chapters: readonly PlayedChapter[]): string {
  const claims = chapters.flatMap(({ findings }) => findings.claims);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The paper, figure by figure</title>
<style>${STYLE}</style>
</head>
<body>
<h1>The paper, figure by figure</h1>
<p>Every figure and every numeric claim of <em>Continuous-Time Multi-Armed Bandits with Controlled Restarts</em>
(Cayci, Eryilmaz, Srikant, 2020), measured again by <code>mulligan reproduce</code>. Intervals are 95%.</p>
<ul class="about">${setting.map((line) => `<li>${escaped(line)}</li>`).join("")}</ul>
<p class="count">${countText(claims)}</p>
<nav>${chapters.map(({ label }) => `<a href="#${anchor(label)}">${escaped(label)}</a>`).join(" ")}</nav>
${chapters.map(section).join("\n")}
</body>
</html>
`;
}

function section({ label, title, findings, drawings }: PlayedChapter): string {
  return `<section id="${anchor(label)}">
<h2><code>${escaped(label)}</code> ${escaped(title)}</h2>
<ul class="about">${[...findings.about, `Played: ${findings.work}.`].map((line) => `<li>${escaped(line)}</li>`).join("")}</ul>
${findings.figures
  .map(
    ({ name, caption }) =>
      `<figure>${drawings[name]}<figcaption>${escaped(caption)} <span class="files">${escaped(name)}.svg</span></figcaption></figure>`,
  )
  .join("\n")}
<table>
<thead><tr><th>claim</th><th>measured</th><th>verdict</th></tr></thead>
<tbody>
${findings.claims.map(row).join("\n")}
</tbody>
</table>
<p class="files">Data: ${findings.tables.map(({ name }) => `${escaped(name)}.csv`).join(", ")}</p>
</section>`;
}

function row(claim: Claim): string {
  const kind = claim.verdict.replaceAll(" ", "-");
  const beyond = claim.beyond ? `<span class="beyond">beyond the paper</span> ` : "";
  return `<tr><td>${beyond}${escaped(claim.statement)} <code>${escaped(claim.label)}</code></td><td><b>${escaped(measuredText(claim))}</b><br>${escaped(claim.quantity)}</td><td class="${kind}"><b>${escaped(verdictText(claim))}</b><br>${escaped(claim.reason)}</td></tr>`;
}

function countText(claims: readonly Claim[]): string {
  const count = (verdict: Claim["verdict"]) => claims.filter((claim) => claim.verdict === verdict).length;
  return `${claims.length} claims: ${count("holds")} hold, ${count("holds if")} hold under a condition, ${count("does not hold")} do not hold.`;
}

function anchor(label: string): string {
  return label.replaceAll(/[^a-z0-9]+/gi, "-");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

const STYLE = `
:root { color-scheme: light dark; --text: #222; --page: #fff; --faint: #666; --line: #ddd }
@media (prefers-color-scheme: dark) { :root { --text: #ddd; --page: #16181d; --faint: #999; --line: #383c44 } }
body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: var(--page) }
h2 { margin-top: 3rem; border-top: 1px solid var(--line); padding-top: 1rem; font-size: 1.25rem }
.about, .files, figcaption { color: var(--faint); font-size: 0.875rem }
figure { margin: 1rem 0; overflow-x: auto }
figure svg { max-width: 100%; height: auto }
nav a { margin-right: 1rem }
a { color: inherit }
table { border-collapse: collapse; width: 100%; font-size: 0.875rem }
th, td { text-align: left; vertical-align: top; padding: 0.5rem 0.75rem; border-top: 1px solid var(--line) }
td { width: 33% }
.holds b { color: #1b8a4b } .holds-if b { color: #b7791f } .does-not-hold b { color: #d0453a }
.beyond { border: 1px solid var(--line); border-radius: 0.25rem; padding: 0 0.25rem; color: var(--faint) }
.count { font-weight: bold }
`;
