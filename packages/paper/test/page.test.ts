import { expect, test } from "vitest";
import type { Claim } from "../src/claims/claim.ts";
import { panelsOf, reproductionPage } from "../src/page.ts";
import { claimsText } from "../src/report.ts";

const claim: Claim = {
  label: "thm:a",
  statement: "It is so.",
  quantity: "a number",
  estimate: 1,
  low: 0.5,
  high: 2,
  verdict: "holds",
  judged: "τ = 7",
  reason: "See docs/errata.md#e4.",
};

function pageOf(claims: readonly Claim[]): string {
  const figure = { name: "curve", caption: "A curve.", folded: "All lines" };
  const findings = {
    about: [],
    figures: [{ ...figure, spec: {} }],
    tables: [{ name: "numbers", columns: [], rows: [] }],
    claims,
    work: "nothing",
  };
  const panels = [{ title: "left", drawing: "<svg></svg>" }];
  const figures = [{ ...figure, file: "<svg></svg>", panels }];
  return reproductionPage([], [{ label: "thm:a", title: "A", findings, figures }]).body;
}

test("what does not hold stands above the chapters, then what is open, then what says nothing", () => {
  const page = pageOf([
    claim,
    { ...claim, verdict: "vacuous", statement: "It is empty." },
    { ...claim, verdict: "open", statement: "It may be." },
    { ...claim, verdict: "does not hold", statement: "It is not." },
  ]);
  const head = page.slice(0, page.indexOf("<section"));
  expect(head).not.toContain("It is so.");
  const places = ["It is not.", "It may be.", "It is empty."].map((words) => head.indexOf(words));
  expect(places.every((place) => place > 0)).toBe(true);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(head).toContain("does not hold 1, open 1, vacuous 1");
  expect(head).toContain("Judged: τ = 7.");
});

test("files and errata are links, and a figure can be folded away", () => {
  const page = pageOf([claim]);
  expect(page).toContain('<a href="curve.svg">curve.svg</a>');
  expect(page).toContain('<a href="numbers.csv">numbers.csv</a>');
  expect(page).toMatch(/<a href="https:[^"]*docs\/errata\.md#e4">docs\/errata\.md#e4<\/a>/);
  expect(page).toMatch(/<details><summary>All lines<\/summary>/);
});

test("a figure of two panels is drawn as two, no wider than a telephone, without the long titles", () => {
  const panel = (title: string) => ({ title, width: 900, mark: "line" as const, data: { values: [] } });
  const [first, second] = panelsOf({ concat: [panel("left"), panel("right")] });
  expect([first.title, second.title]).toEqual(["left", "right"]);
  expect(first.spec).toMatchObject({ width: 320 });
  expect(first.spec).not.toHaveProperty("title");
});

test("the text names a setting once for all claims that were judged for it", () => {
  const other = { ...claim, judged: "τ = 8", verdict: "holds if", condition: "it rains" } as const;
  const plain = (text: string) => text;
  const claims = [claim, claim, other].map((one) => ({ ...one, chapter: "thm:a" }));
  const text = claimsText(
    { setting: { form: "tiny", seed: 1, unit: 100, lubyReset: "on" }, claims },
    { bold: plain, dim: plain, green: plain, red: plain, yellow: plain },
  );
  expect(text.match(/for τ = 7:/g)).toHaveLength(1);
  expect(text).toMatch(/for τ = 8:\n {2}holds if .*\n *… if it rains\n/);
});
