import { analyse } from "@mulligan/core/analysis";
import { analysisFigures } from "../analysis/figures.ts";
import { analysisWords } from "../analysis/text.ts";
import { type PagePart, pageOf } from "../figures/page.ts";
import { themed } from "../figures/theme.ts";
import { drawFigure } from "../figures/write-figure.ts";
import { formatDuration } from "../shell/duration.ts";
import { writeText } from "../shell/files.ts";
import type { TryKind } from "../tasks/without-cutoff.ts";
import { barsFigure, leftOut } from "./bars-figure.ts";
import {
  armRows,
  causeRows,
  costText,
  costWithoutCutoff,
  groupsOf,
  isLoss,
  lossText,
  taskRows,
} from "./tables.ts";
import type { Tried } from "./tried.ts";

/** What the report is of. */
export interface RunReport {
  readonly tried: readonly Tried[];
  /** The kind of the tries, by which the time without a cutoff is estimated. */
  readonly kind: TryKind;
  /** On the wall; left out where nobody measured it. */
  readonly wallMs?: number;
}

/** Writes one page on a run: its tasks, its tries as bars, its arms, what was learned, what was saved, and what failed. */
export async function writeReport(path: string, report: RunReport): Promise<void> {
  writeText(path, await reportPage(report));
}

/** The page itself. */
export async function reportPage({ tried, kind, wallMs }: RunReport): Promise<string> {
  const bars = barsFigure(tried, "ms");
  const learned = learnedOf(tried);
  const omitted = leftOut(tried);
  const parts: PagePart[] = [
    { kind: "verdict", text: summaryOf(tried, wallMs) },
    { kind: "verdict", text: savedOf(tried, kind) },
    { kind: "heading", text: "Arms" },
    { kind: "table", rows: armRows(tried, kind) },
    {
      kind: "note",
      text: "“Without cutoff” is what the successes would have cost if every try had run to its end.",
    },
    { kind: "heading", text: "Tries" },
    ...(omitted === undefined ? [] : [{ kind: "note" as const, text: omitted }]),
    { kind: "drawing", svg: await drawn(bars) },
    { kind: "heading", text: "What was learned" },
    ...learned.words.sentences.map(({ text }) => ({ kind: "verdict" as const, text })),
    ...learned.words.notes.map((text) => ({ kind: "note" as const, text })),
    { kind: "drawing", svg: await drawn(learned.figure) },
    { kind: "heading", text: "Why tries failed" },
    { kind: "table", rows: causeRows(tried) },
    { kind: "heading", text: "Tasks" },
    { kind: "table", rows: taskRows(tried) },
  ];
  return pageOf("A run of mulligan", parts, { bars, learned: learned.figure });
}

async function drawn(figure: ReturnType<typeof barsFigure>): Promise<string> {
  const { title: _, ...untitled } = figure;
  return await drawFigure(themed(untitled as typeof figure));
}

function summaryOf(tried: readonly Tried[], wallMs: number | undefined): string {
  const tasks = groupsOf(tried, "task");
  const solved = [...tasks.values()].filter((tries) => tries.some(({ end }) => end === "solved")).length;
  const work = formatDuration(tried.reduce((sum, { spent }) => sum + spent, 0));
  const wall = wallMs === undefined ? "" : `, ${formatDuration(wallMs)} on the clock`;
  return `${solved} of ${tasks.size} tasks solved in ${tried.length} tries and ${work} of work${wall}.`;
}

/** Time saved on the solved tasks against no cutoff, over all arms. */
function savedOf(tried: readonly Tried[], kind: TryKind): string {
  const costs = [...groupsOf(tried, "arm").values()]
    .filter((tries) => tries.some(({ end }) => end === "solved"))
    .map((tries) => costWithoutCutoff(tries, kind));
  const known = costs.filter((cost) => cost !== undefined);
  if (known.length === 0 || known.length < costs.length) {
    return "What a run without cutoffs would have cost is unknown: too many of the slow tries were cut. `mulligan run --explore 0.05` leaves one in twenty uncut.";
  }
  const time = known.reduce((sum, cost) => sum + cost.time, 0);
  const spent = known.reduce((sum, cost) => sum + cost.spent, 0);
  const exact = known.every((cost) => cost.exact);
  const without = costText({ time, exact });
  const saved = `${exact ? "" : "at least "}${formatDuration(time - spent)} were saved`;
  const lost = isLoss({ time, spent }) ? lossText({ time, spent }) : "nothing was saved";
  return `Without cutoffs the same successes would have cost ${without}: ${time > spent ? saved : lost}.`;
}

/** The rate against the cutoff, by the tries of each arm. */
function learnedOf(tried: readonly Tried[]) {
  const arms = [...groupsOf(tried, "arm")].map(([name, tries]) =>
    analyse(
      name,
      tries.map(({ task, time, reward, end }) => ({
        arm: name,
        instance: task,
        time,
        completed: end === "solved" || end === "failed",
        reward,
      })),
    ),
  );
  return { words: analysisWords("arm", arms, "ms"), figure: analysisFigures(arms, "ms").rate };
}
