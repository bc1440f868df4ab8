import { join } from "node:path";
import { standAlone } from "../../figures/theme.ts";
import { writeText } from "../../shell/files.ts";
import { toJson } from "../../shell/output.ts";
import type { ChapterTable } from "../chapter.ts";
import type { ReproductionSetting } from "../setting.ts";
import { type PlayedChapter, reproductionPage } from "./page.ts";

/** The page, the figures, their data and the claims. Nothing in them tells the time or the machine. */
export function writeReport(
  folder: string,
  setting: ReproductionSetting,
  words: readonly string[],
  chapters: readonly PlayedChapter[],
): string[] {
  const files: string[] = [];
  const write = (name: string, text: string) => {
    writeText(join(folder, name), text);
    files.push(join(folder, name));
  };
  write("report.html", reproductionPage(words, chapters));
  write("claims.json", `${toJson(claimsDocument(setting, chapters), 2)}\n`);
  for (const { findings, drawings } of chapters) {
    for (const { name } of findings.figures) write(`${name}.svg`, standAlone(drawings[name]));
    for (const table of findings.tables) write(`${table.name}.csv`, csvOf(table));
  }
  return files;
}

export function claimsDocument(setting: ReproductionSetting, chapters: readonly PlayedChapter[]) {
  return {
    setting,
    claims: chapters.flatMap(({ label: chapter, findings }) =>
      findings.claims.map((claim) => ({ chapter, ...claim })),
    ),
  };
}

function csvOf({ columns, rows }: ChapterTable): string {
  const cell = (value: string | number) => {
    const text = value === Infinity ? "inf" : String(value);
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [columns, ...rows].map((row) => `${row.map(cell).join(",")}\n`).join("");
}
