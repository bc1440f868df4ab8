import { type Claim, type ClaimVerdict, measuredText } from "./claims/claim.ts";
import {
  type PageContent,
  type PlayedChapter,
  type PlayedFigure,
  panelsOf,
  reproductionPage,
} from "./page.ts";
import { loadSet } from "./studies/formulas.ts";
import type {
  Chapter,
  ChapterContext,
  ChapterTable,
  FigureSpec,
  PlayStudy,
  ReproductionSetting,
} from "./studies/study.ts";

/** Worker threads that each call `playPart`. */
interface StudyPool {
  run(task: { readonly study: string; readonly part: unknown }): Promise<unknown>;
  close(): Promise<void>;
}

/** The functions that the caller provides: threads, drawing, and a place to show progress. */
export interface ReproductionHost {
  /** Starts the threads. */
  openPool(threads: number): StudyPool;
  /** Draws a figure as the text of an SVG file. */
  drawFile(spec: FigureSpec): Promise<string>;
  /** Draws a figure as SVG for the page, with these settings of its legend. */
  drawPanel(spec: FigureSpec, legend: object): Promise<string>;
  /** Shows how many parts are done. */
  progress(done: number, total: number): void;
}

/** The options of `reproduce`. */
export interface ReproductionOptions {
  /** The form (`full`, `quick` or `tiny`), the seed, and the settings that the paper leaves open. */
  readonly setting: ReproductionSetting;
  /** The user's folder of formulas; generated ones if absent. */
  readonly data: string | undefined;
  /** The number of worker threads. */
  readonly jobs: number;
}

/** A finished reproduction. Nothing in it depends on the time, the machine or the number of threads. */
export interface Reproduction {
  /** The content of `report.html`. */
  readonly page: PageContent;
  /** The content of `claims.json`. */
  readonly document: {
    readonly setting: ReproductionSetting;
    readonly claims: readonly (Claim & { readonly chapter: string })[];
  };
  /** The figures as SVG and the tables as CSV, in the order of the chapters. */
  readonly files: readonly { readonly name: string; readonly text: string }[];
}

/** Plays the chapters in parallel on all threads, and draws their figures. */
export async function reproduce(
  chapters: readonly Chapter[],
  { setting, data, jobs }: ReproductionOptions,
  host: ReproductionHost,
): Promise<Reproduction> {
  const pool = host.openPool(jobs);
  const context: ChapterContext = {
    setting,
    play: playOn(pool, host.progress),
    formulas: (name, max) => loadSet(name, data, max),
  };
  try {
    const played = await Promise.all(chapters.map((chapter) => playChapter(chapter, context, host)));
    return {
      page: reproductionPage(settingSentences(setting, data), played),
      document: {
        setting,
        claims: played.flatMap(({ label: chapter, findings }) =>
          findings.claims.map((claim) => ({ chapter, ...claim })),
        ),
      },
      files: played.flatMap(({ findings, figures }) => [
        ...figures.map(({ name, file }) => ({ name: `${name}.svg`, text: file })),
        ...findings.tables.map((table) => ({ name: `${table.name}.csv`, text: csvOf(table) })),
      ]),
    };
  } finally {
    await pool.close();
  }
}

async function playChapter(
  { label, title, play }: Chapter,
  context: ChapterContext,
  host: ReproductionHost,
): Promise<PlayedChapter> {
  const findings = await play(context);
  const figures: PlayedFigure[] = [];
  for (const { spec, ...figure } of findings.figures) {
    const file = await host.drawFile(spec);
    const panels: PlayedFigure["panels"][number][] = [];
    for (const { title, spec: panel, legend } of panelsOf(spec)) {
      panels.push({ title, drawing: await host.drawPanel(panel, legend) });
    }
    figures.push({ ...figure, file, panels });
  }
  return { label, title, findings, figures };
}

function playOn(pool: StudyPool, progress: ReproductionHost["progress"]): PlayStudy {
  let [done, total] = [0, 0];
  return <Part, Result>({ name }: { readonly name: string }, parts: readonly Part[]): Promise<Result[]> => {
    total += parts.length;
    return Promise.all(
      parts.map(async (part) => {
        const result = await pool.run({ study: name, part });
        progress(++done, total);
        return result as Result;
      }),
    );
  };
}

function csvOf({ columns, rows }: ChapterTable): string {
  const cell = (value: string | number) => {
    const text = value === Infinity ? "inf" : String(value);
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [columns, ...rows].map((row) => `${row.map(cell).join(",")}\n`).join("");
}

/** Returns the sentences at the head of the report. */
function settingSentences(
  { form, seed, unit, lubyReset }: ReproductionSetting,
  data: string | undefined,
): string[] {
  return [
    `Form: ${form}; seed ${seed}. The same seed gives the same bytes; the time taken is shown in the terminal.`,
    `The paper's cutoffs are taken in units of ${unit} flips; Luby's sequence ${lubyReset === "on" ? "begins anew" : "goes on"} after a success.`,
    data === undefined
      ? "SAT formulas: generated by @mulligan/sat to resemble SATLIB's sets; --data reads SATLIB's own."
      : "SAT formulas: SATLIB's, from --data.",
  ];
}

/** The colours of a terminal; each function colours a text. */
type Colours = Readonly<Record<"bold" | "dim" | "green" | "red" | "yellow", (text: string) => string>>;

const WIDTHS = { verdict: 13, measured: 26 };

/**
 * Returns the claims as a table for the terminal, chapter by chapter. Each setting is above the claims judged in it.
 */
export function claimsText({ claims: all }: Reproduction["document"], colours: Colours): string {
  const paint: Record<ClaimVerdict, (text: string) => string> = {
    holds: colours.green,
    "holds if": colours.yellow,
    "does not hold": colours.red,
    open: colours.yellow,
    vacuous: colours.yellow,
  };
  const indent = " ".repeat(2 + WIDTHS.verdict + 2 + WIDTHS.measured + 2);
  const lines = all.flatMap((claim, place) => {
    const before = place === 0 ? undefined : all[place - 1];
    const sameChapter = before?.chapter === claim.chapter;
    const verdict = paint[claim.verdict](claim.verdict.padEnd(WIDTHS.verdict));
    const label = claim.label === claim.chapter ? "" : ` [${claim.label}]`;
    return [
      ...(sameChapter ? [] : ["", colours.bold(claim.chapter)]),
      ...(sameChapter && before?.judged === claim.judged ? [] : [colours.dim(`  for ${claim.judged}:`)]),
      `  ${verdict}  ${measuredText(claim).padEnd(WIDTHS.measured)}  ${claim.statement}${label}`,
      ...(claim.condition === undefined ? [] : [`${indent}… if ${claim.condition}`]),
    ];
  });
  return `${lines.join("\n").trimStart()}\n`;
}
