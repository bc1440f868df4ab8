import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { read, root, tableRows } from "./markdown.ts";
import { ownLabels, paperLabels } from "./paper-labels.ts";

const folder = "docs/reference";
const rows = tableRows(read(`${folder}/paper.md`)).map(([label, states, file, check, chapter, errata]) => ({
  label: label.replaceAll("`", ""),
  states,
  file: placeOf(file),
  check: placeOf(check),
  chapter: placeOf(chapter),
  errata,
}));

/** Where a cell's link leads, from the root of the repository; undefined for a dash. */
function placeOf(cell: string): string | undefined {
  if (cell === "–") return undefined;
  return join(folder, /\]\(([^)]+)\)$/.exec(cell)?.[1] ?? cell);
}

/** `eqn:opt-restart` is not cited by a text that says `eqn:opt-restart-time`. */
function cites(path: string, label: string): boolean {
  return existsSync(join(root, path)) && new RegExp(`${label}(?![\\w-])`).test(read(path));
}

describe("docs/reference/paper.md", () => {
  test("has a row for every label of the paper, in its order, then our own names", () => {
    expect(rows.map(({ label }) => label)).toEqual([...paperLabels, ...ownLabels]);
  });

  test("what has no file has no test either, and is a heading or a step of a proof", () => {
    const bare = rows.filter(({ file, check }) => file === undefined || check === undefined);
    for (const { label, states, file, check, chapter } of bare) {
      expect([file, check, chapter], label).toEqual([undefined, undefined, undefined]);
      expect(states, label).toMatch(/^a (heading|step of the proof of `\w+:[\w-]+`)[:;] /);
    }
  });

  for (const { label, file, check, chapter } of rows) {
    if (file === undefined || check === undefined) continue;
    test(`${label}: its file and its test cite it, and its chapter exists`, () => {
      expect(cites(file, label), file).toBe(true);
      expect(cites(check, label), check).toBe(true);
      expect(check).toMatch(/\.test\.ts$/);
      if (chapter !== undefined) expect(existsSync(join(root, chapter)), chapter).toBe(true);
    });
  }

  test("every chapter of reproduce is named by a row", () => {
    const paper = "packages/paper/src";
    const chapters = readdirSync(join(root, paper))
      .map((name) => `${paper}/${name}`)
      .filter((place) => existsSync(join(root, place, "chapter.ts")));
    expect(chapters.length).toBeGreaterThanOrEqual(8);
    expect(rows.map(({ chapter }) => chapter)).toEqual(expect.arrayContaining(chapters));
  });

  test("every erratum that prints a label stands in the row of that label", () => {
    const errata = read("docs/errata.md").split(/^## /m).slice(1);
    for (const text of errata) {
      const number = text.split(":", 1)[0];
      const [printed = ""] = /\*\*Printed\*\*[\s\S]*?\n\n/.exec(text) ?? [];
      const [, about = ""] = /\*\*Printed\*\* \(([^)]*)\)/.exec(printed) ?? [];
      for (const [, label] of about.matchAll(/`(\w+:[\w-]+)`/g)) {
        expect(rows.find((row) => row.label === label)?.errata, `${number} is about ${label}`).toContain(
          `[${number}]`,
        );
      }
    }
  });
});
