import {
  type ArmAnalysis,
  analyse,
  type CurvePoint,
  groupRuns,
  type LoggedRun,
} from "@mulligan/core/analysis";
import type { ResettingTime } from "@mulligan/core/problem";
import {
  type AnalysisWords,
  analysisFigures,
  analysisWords,
  byGain,
  linesToCopy,
  type Scale,
  scaledCutoff,
  scaledTime,
} from "mulligan/figures";
import { checkGrouping, shortened } from "mulligan/readers";
import type { CsvColumn } from "../browser/download.ts";
import { type AnalyzeOptions, NOUNS } from "./analyze-options.ts";
import type { Advice, AnalysisProgress, Answer, TimeSpan } from "./messages.ts";
import { pageWords } from "./page-words.ts";
import { type TimeoutCurve, timeoutCurve } from "./timeout-curve.ts";

/** There are no more colours. */
const MAX_DRAWN = 6;
/** More bands would hide each other. */
const MAX_BANDS = 3;
/** More verdicts are too many to read; the command gives all of them. */
const MAX_GROUPS = 200;
/** The length of a name under a figure. */
const MAX_NAME = 18;

interface Rows {
  readonly file: string;
  readonly rows: readonly LoggedRun[];
  readonly unit: string;
  readonly warnings: readonly string[];
  readonly resetting: string;
}

/** The sentences and figures of the command for these runs, and what the page needs besides. */
export function answerTo(
  { file, rows, unit, warnings, resetting: cost }: Rows,
  { by, seed }: Pick<AnalyzeOptions, "by" | "seed">,
  resetting: ResettingTime,
  report: (progress: AnalysisProgress) => void,
): Answer {
  checkGrouping(file, rows, by);
  const all = groupRuns(rows, by);
  const most = mostRun(all, MAX_GROUPS);
  const found: ArmAnalysis[] = [];
  const curveOf = new Map<string, TimeoutCurve>();
  for (const [name, own] of most) {
    report({ step: "analysing", done: found.length, of: most.length, runs: rows.length });
    const arm = analyse(name, own, { seed, resetting });
    found.push(arm);
    curveOf.set(name, timeoutCurve(arm, own, resetting));
  }
  const arms = byGain(found);
  const words = plainWords(analysisWords(NOUNS[by], arms, unit, warnings));
  const drawn = arms.slice(0, MAX_DRAWN);
  const banded = drawn.length <= MAX_BANDS;
  const limit =
    all.size > most.length
      ? [
          `There are ${all.size.toLocaleString("en")} ${NOUNS[by]}s. These are the ${MAX_GROUPS} with the most runs; the command below gives a verdict on each.`,
        ]
      : [];
  const shown = drawn.map((arm, place) => ({ ...arm, name: figureName(drawn, arm.name, place) }));
  return {
    runs: rows.length,
    unit,
    resetting: cost,
    by,
    hasInstances: rows.some(({ instance }) => instance !== undefined),
    words,
    groups: all.size,
    notices: limit,
    advice: arms.map((arm) => adviceOn(arm, words.scale, unit)),
    figures: analysisFigures(banded ? shown : withoutBands(shown), words.scale),
    drawn: drawn.length,
    banded,
    spans: {
      rate: spanOf(drawn.flatMap(({ line }) => line)),
      survival: spanOf(drawn.flatMap(({ curve }) => curve)),
    },
    columns: columnsOf(arms, drawn, words.scale, NOUNS[by]),
    curves: arms.map(({ name }) => curveOf.get(name)!),
  };
}

/** The page has fields where the command has options. */
function plainWords(words: AnalysisWords): AnalysisWords {
  return {
    ...words,
    sentences: words.sentences.map((sentence) => ({ ...sentence, text: pageWords(sentence.text) })),
    warnings: words.warnings.map(pageWords),
    notes: words.notes.map(pageWords),
  };
}

/** What would help, where more runs like these would not. */
const FIRST: Readonly<Record<string, string>> = {
  "dependent-runs": "Measure under equal load first",
  "coarse-clock": "Measure finer times first",
};

/** What to do about an arm, in a headline, with lines to copy where a cutoff is advised. */
function adviceOn(arm: ArmAnalysis, scale: Scale, unit: string): Advice {
  const { name, restart, timeout, retries } = arm;
  const advice = { name, details: "", lines: [], needsUnit: false };
  if (restart === "unclear") {
    return {
      ...advice,
      headline: FIRST[arm.reason ?? ""] ?? "Collect more runs first",
      details: "These runs do not show yet which timeout is best.",
    };
  }
  if (restart === "no") {
    return timeout === undefined
      ? { ...advice, headline: "Let every run end", details: "A timeout would not get more done." }
      : {
          ...advice,
          headline: `Keep your timeout of ${scaledTime(scale, timeout.at)}`,
          details: "A shorter one would not get more done.",
        };
  }
  const lines = linesToCopy(arm, unit);
  const cutoff = scaledCutoff(scale, arm.bestCutoff);
  const times = retries === undefined || retries.restarts === 1 ? "once" : `up to ${retries.restarts} times`;
  return {
    name,
    headline: unit === "flips" ? `Restart after ${cutoff}` : `Set your timeout to ${cutoff}`,
    details:
      retries === undefined
        ? "Stop a run that takes longer, and start it again, as often as it takes."
        : `Stop a run that takes longer, and start it again with the same input, ${times}.`,
    lines,
    needsUnit: lines.length === 0,
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

/** A name without its middle; with a number where that leaves two alike. */
function figureName(arms: readonly ArmAnalysis[], name: string, place: number): string {
  const short = shortened(name, MAX_NAME);
  const alike = arms.filter((arm) => shortened(arm.name, MAX_NAME) === short).length;
  return alike > 1 ? `${short} (${place + 1})` : short;
}

/** The numbers of the figures and of the table, in their units. */
function columnsOf(
  arms: readonly ArmAnalysis[],
  drawn: readonly ArmAnalysis[],
  { unit, timeFactor, per, rateFactor }: Scale,
  noun: string,
): Answer["columns"] {
  const inUnit = (name: string) => (unit === "" ? name : `${name} (${unit})`);
  const points = (of: "line" | "curve") =>
    drawn.flatMap((arm) => arm[of].map((point) => ({ ...point, name: arm.name })));
  const column = <Row>(name: string, rows: readonly Row[], cell: (row: Row) => string | number | null) =>
    ({ name, cells: rows.map(cell) }) satisfies CsvColumn;
  const [line, curve] = [points("line"), points("curve")];
  const rate = (value: number | null) => (value === null ? null : value * rateFactor);
  return {
    rate: [
      column(noun, line, ({ name }) => name),
      column(inUnit("cutoff"), line, ({ cutoff }) => cutoff * timeFactor),
      column(`done per ${per}`, line, (point) => rate(point.rate)),
      column("low", line, ({ low }) => rate(low)),
      column("high", line, ({ high }) => rate(high)),
    ],
    survival: [
      column(noun, curve, ({ name }) => name),
      column(inUnit("time"), curve, ({ cutoff }) => cutoff * timeFactor),
      column("share still running", curve, ({ survival }) => survival),
    ],
    table: [
      column(noun, arms, ({ name }) => name),
      column("verdict", arms, ({ restart }) => restart),
      column("runs", arms, ({ runs }) => runs),
      column("completed", arms, ({ completed, failed }) => completed - failed),
      column("failed", arms, ({ failed }) => failed),
      column("cut", arms, ({ censored }) => censored),
      column(inUnit("best cutoff"), arms, ({ bestCutoff }) => bestCutoff * timeFactor),
      column(`rate per ${per}`, arms, ({ bestRate }) => rate(bestRate)),
      column("without cutoff", arms, ({ rateWithoutCutoff }) => rate(rateWithoutCutoff)),
      column("gain", arms, ({ gain }) => gain.estimate),
      column("low", arms, ({ gain }) => gain.low),
      column("high", arms, ({ gain }) => gain.high),
    ],
  };
}
