import { analyse } from "@mulligan/core/analysis";
import type { TopLevelSpec } from "vega-lite";
import { analysisWords, withName } from "../analysis/text.ts";
import { type PagePart, pageOf } from "../figures/page.ts";
import { analysisFigures } from "../figures/rate-figure.ts";
import { type Figure, themed } from "../figures/theme.ts";
import { drawSvg } from "../figures/write-figure.ts";
import { formatDuration } from "../shell/duration.ts";
import { writeText } from "../shell/files.ts";
import { costOfArms, type TryKind } from "../tasks/without-cutoff.ts";
import {
  armRows,
  causeRows,
  costOfTries,
  costText,
  groupTries,
  isLoss,
  lossText,
  type ReportedTry,
  type TryEnd,
  taskRows,
  workerRows,
} from "./tries.ts";

/** The data of a report. */
export interface RunReport {
  readonly tries: readonly ReportedTry[];
  /** The kind of the tries, by which the time without a cutoff is estimated. */
  readonly kind: TryKind;
  /** Wall time; absent if it was not measured. */
  readonly wallMs?: number;
}

/** Writes a page about a run: its tasks, its tries as bars, its arms, and what was learned, saved and failed. */
export async function writeRunReport(path: string, report: RunReport): Promise<void> {
  writeText(path, await reportPage(report));
}

/** Resolves to the page of a report. */
export async function reportPage({ tries, kind, wallMs }: RunReport): Promise<string> {
  const bars = barsFigure(tries, "ms");
  const learned = learnedOf(tries);
  const omitted = leftOut(tries);
  const workers = workerRows(tries);
  const parts: PagePart[] = [
    { kind: "verdict", text: summaryOf(tries, wallMs) },
    { kind: "verdict", text: savedOf(tries, kind) },
    { kind: "heading", text: "Arms" },
    { kind: "table", rows: armRows(tries, kind) },
    {
      kind: "note",
      text: "“Without cutoff” is what the successes would have cost if every try had run to its end.",
    },
    ...(workers.length === 1
      ? []
      : [
          { kind: "heading" as const, text: "Workers" },
          { kind: "table" as const, rows: workers },
        ]),
    { kind: "heading", text: "Tries" },
    ...(omitted === undefined ? [] : [{ kind: "note" as const, text: omitted }]),
    { kind: "drawing", svg: await drawn(bars) },
    { kind: "heading", text: "What was learned" },
    ...learned.words.sentences.map(({ name, text }) => ({
      kind: "verdict" as const,
      text: withName(name, text),
    })),
    ...learned.words.notes.map((text) => ({ kind: "note" as const, text })),
    { kind: "drawing", svg: await drawn(learned.figure) },
    { kind: "heading", text: "Why tries failed" },
    { kind: "table", rows: causeRows(tries) },
    { kind: "heading", text: "Tasks" },
    { kind: "table", rows: taskRows(tries) },
  ];
  return pageOf("A run of mulligan", parts, { bars, learned: learned.figure });
}

async function drawn(figure: Figure): Promise<string> {
  const { title: _, ...untitled } = figure;
  return await drawSvg(themed(untitled));
}

function summaryOf(tries: readonly ReportedTry[], wallMs: number | undefined): string {
  const tasks = groupTries(tries, "task");
  const solved = [...tasks.values()].filter((tries) => tries.some(({ end }) => end === "solved")).length;
  const work = formatDuration(tries.reduce((sum, { spent }) => sum + spent, 0));
  const wall = wallMs === undefined ? "" : `, ${formatDuration(wallMs)} on the clock`;
  return `${solved} of ${tasks.size} tasks solved in ${tries.length} tries and ${work} of work${wall}.`;
}

/** Time saved on the solved tasks against no cutoff, over all arms. */
function savedOf(tries: readonly ReportedTry[], kind: TryKind): string {
  const cost = costOfArms(
    [...groupTries(tries, "arm").values()].map((own) => ({
      solved: own.filter(({ end }) => end === "solved").length,
      time: own.reduce((sum, { spent }) => sum + spent, 0),
      withoutCutoff: costOfTries(own, kind),
    })),
  );
  if (cost === undefined) {
    return "What a run without cutoffs would have cost is unknown: too many of the slow tries were cut. `mulligan run --explore 0.1` leaves one in ten uncut.";
  }
  const { time, spent, exact } = cost;
  const saved = `${exact ? "" : "at least "}${formatDuration(time - spent)} were saved`;
  const lost = isLoss(cost) ? lossText(cost) : "nothing was saved";
  return `Without cutoffs the same successes would have cost ${costText(cost)}: ${time > spent ? saved : lost}.`;
}

/** The rate against the cutoff, by the tries of each arm, as the policy has it: whichever task is next. */
function learnedOf(tries: readonly ReportedTry[]) {
  const arms = [...groupTries(tries, "arm")].map(([name, tries]) =>
    analyse(
      name,
      tries.map(({ task, time, reward, end }) => ({
        arm: name,
        instance: task,
        time,
        completed: end === "solved" || end === "failed",
        reward,
      })),
      { next: "another" },
    ),
  );
  const words = analysisWords("arm", arms, "ms");
  return { words, figure: analysisFigures(arms, words.scale).rate };
}

/** The most rows of a table: more are slow to draw and too many to read. */
const MAX_TASKS = 60;
const MAX_BARS = 5_000;
const ROW_HEIGHT = 14;
const ENDS: readonly TryEnd[] = ["solved", "failed", "cut", "stopped"];
const COLOURS = ["#2a9d5c", "#d0453a", "#d9a441", "#8a8f98"];
/** The thickness of a bar and the sign at its end, which also work without colours. */
const THICKNESS = { solved: 10, failed: 10, cut: 4, stopped: 4 };
const MARKS = { solved: "✓", failed: "✗", cut: "", stopped: "■" };

/** Returns a figure of the tries at each task, one after the other: a bar shows how long a try took, and how it ended. */
export function barsFigure(tries: readonly ReportedTry[], unit: string): Figure {
  const tasks = [...new Set(tries.map(({ task }) => task))];
  const shown = new Set(tasks.slice(0, MAX_TASKS));
  const clocks = new Map<string, number>();
  const bars = tries
    .filter(({ task }) => shown.has(task))
    .slice(0, MAX_BARS)
    .map(({ task, arm, end, spent }) => {
      const from = clocks.get(task) ?? 0;
      clocks.set(task, from + spent);
      return { task, arm, end, from, to: from + spent, mark: MARKS[end] };
    });
  const y = {
    field: "task",
    type: "nominal",
    sort: null,
    title: null,
    axis: { labelLimit: 160, ticks: false },
  } as const;
  const x = { field: "from", type: "quantitative", title: `${unit} spent on the task` } as const;
  const color = {
    field: "end",
    type: "nominal",
    title: "try",
    scale: { domain: [...ENDS], range: COLOURS },
  } as const;
  return {
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    title: "Tries at each task",
    width: 560,
    height: Math.max(1, shown.size) * ROW_HEIGHT,
    data: { values: bars },
    layer: [
      ...ENDS.map((end) => ({
        transform: [{ filter: `datum.end === "${end}"` }],
        mark: { type: "bar" as const, size: THICKNESS[end], stroke: "#80808080", strokeWidth: 0.5 },
        encoding: { y, x, x2: { field: "to" }, color },
      })),
      {
        mark: { type: "tick", thickness: 1, size: 8, color: "#808080" },
        encoding: { y, x: { field: "to", type: "quantitative" } },
      },
      {
        mark: { type: "text", align: "left", dx: 2, fontSize: 10 },
        encoding: { y, x: { field: "to", type: "quantitative" }, text: { field: "mark" } },
      },
    ],
  } satisfies TopLevelSpec;
}

/** Returns a sentence on what a figure leaves out; undefined if it shows everything. */
export function leftOut(tries: readonly ReportedTry[]): string | undefined {
  const tasks = new Set(tries.map(({ task }) => task)).size;
  if (tasks > MAX_TASKS) return `The first ${MAX_TASKS} of ${tasks} tasks.`;
  return tries.length > MAX_BARS ? `The first ${MAX_BARS} of ${tries.length} tries.` : undefined;
}
