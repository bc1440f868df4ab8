import {
  type ArmAnalysis,
  analyse,
  type CurvePoint,
  groupRuns,
  type LoggedRun,
} from "@mulligan/core/analysis";
import type { ResettingTime } from "@mulligan/core/problem";
import { analysisFigures, analysisWords } from "mulligan/figures";
import { checkGrouping, type LogKind } from "mulligan/readers";
import type { AnalyzeOptions } from "./analyze-options.ts";
import type { AnalysisProgress, Answer, TimeSpan } from "./messages.ts";
import { type TimeoutCurve, timeoutCurve } from "./timeout-curve.ts";

/** There are no more colours. */
const MAX_DRAWN = 6;
/** More bands would hide each other. */
const MAX_BANDS = 3;
/** Nobody reads more verdicts here; the command gives all of them. */
const MAX_GROUPS = 200;
/** The length of a name under a figure. */
const MAX_NAME = 20;

interface Rows {
  readonly file: string;
  readonly kind: LogKind;
  readonly rows: readonly LoggedRun[];
  readonly unit: string;
  readonly notices: readonly string[];
}

/** The sentences and figures of the command for these runs, and what the page needs besides. */
export function answerTo(
  { file, kind, rows, unit, notices }: Rows,
  { by, seed }: AnalyzeOptions,
  resetting: ResettingTime,
  report: (progress: AnalysisProgress) => void,
): Answer {
  checkGrouping(file, rows, by);
  const all = groupRuns(rows, by);
  const most = mostRun(all, MAX_GROUPS);
  const arms: ArmAnalysis[] = [];
  const curves: TimeoutCurve[] = [];
  for (const [name, own] of most) {
    report({ step: "analysing", done: arms.length, of: most.length, runs: rows.length });
    const arm = analyse(name, own, { seed, resetting });
    arms.push(arm);
    curves.push(timeoutCurve(arm, own, resetting));
  }
  const drawn = mostRun(new Map(most), MAX_DRAWN).map(([name]) => arms.find((arm) => arm.name === name)!);
  const limit =
    all.size > most.length
      ? [
          `There are ${all.size.toLocaleString("en")} ${by}s. These are the ${MAX_GROUPS} with the most runs; the command below gives a verdict for each.`,
        ]
      : [];
  return {
    kind,
    runs: rows.length,
    unit,
    by,
    hasInstances: rows.some(({ instance }) => instance !== undefined),
    words: analysisWords(by, arms, unit),
    groups: all.size,
    notices: [...notices, ...limit],
    figures: analysisFigures(
      withShortNames(drawn.length > MAX_BANDS ? withoutBands(drawn) : drawn),
      unit === "" ? "time" : unit,
    ),
    drawn: drawn.length,
    banded: drawn.length <= MAX_BANDS,
    spans: {
      rate: spanOf(drawn.flatMap(({ line }) => line)),
      survival: spanOf(drawn.flatMap(({ curve }) => curve)),
    },
    curves,
  };
}

type Group = readonly [string, readonly LoggedRun[]];

/** The groups with the most runs, at most `count`, in their own order. */
function mostRun(groups: ReadonlyMap<string, readonly LoggedRun[]>, count: number): Group[] {
  const chosen = new Set(
    [...groups]
      .sort((a, b) => b[1].length - a[1].length)
      .slice(0, count)
      .map(([name]) => name),
  );
  return [...groups].filter(([name]) => chosen.has(name));
}

/** The ends of a figure. */
function spanOf(points: readonly CurvePoint[]): TimeSpan {
  const cutoffs = points.map(({ cutoff }) => cutoff).filter((cutoff) => cutoff > 0);
  return [cutoffs.reduce((a, b) => Math.min(a, b), Infinity), cutoffs.reduce((a, b) => Math.max(a, b), 0)];
}

function withoutBands(arms: readonly ArmAnalysis[]): ArmAnalysis[] {
  return arms.map((arm) => ({
    ...arm,
    rateWithoutCutoff: null,
    line: arm.line.map(({ low: _, high: __, ...point }) => point as CurvePoint),
  }));
}

/** Shortens names such as the commands of hyperfine. The number keeps two with the same beginning apart. */
function withShortNames(arms: readonly ArmAnalysis[]): ArmAnalysis[] {
  return arms.map((arm, place) =>
    arm.name.length > MAX_NAME ? { ...arm, name: `${arm.name.slice(0, MAX_NAME - 6)}… (${place + 1})` } : arm,
  );
}
