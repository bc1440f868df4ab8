import type { ArmAnalysis } from "@mulligan/core/analysis";
import type { TopLevelSpec } from "vega-lite";

/** One arm's reward rate at one cutoff, with a band where it was estimated. */
export interface RatePoint {
  readonly arm: string;
  readonly cutoff: number;
  readonly rate: number;
  readonly low?: number;
  readonly high?: number;
}

/** A cutoff to be marked. */
export interface BestPoint {
  readonly arm: string;
  readonly cutoff: number;
  readonly rate: number;
}

/** What an arm earns without a cutoff, where that is known. */
export interface RateWithoutCutoff {
  readonly arm: string;
  readonly rate: number;
}

/** Reward rate against cutoff, one line an arm, the best cutoff of each marked; and, dashed, what waiting earns. */
export function rateFigure(
  curve: readonly RatePoint[],
  best: readonly BestPoint[],
  { unit = "time", without = [] }: { unit?: string; without?: readonly RateWithoutCutoff[] } = {},
): TopLevelSpec {
  const finite = (point: { cutoff: number; rate: number }) =>
    point.cutoff > 0 && point.cutoff < Infinity && Number.isFinite(point.rate);
  const x = {
    field: "cutoff",
    type: "quantitative",
    scale: { type: "log", nice: false },
    title: `cutoff (${unit})`,
  } as const;
  const colour = armColour(curve);
  const rate: RateAxis = {
    field: "rate",
    type: "quantitative",
    title: `reward per ${unit === "time" ? "unit time" : unit}`,
  };
  return {
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    title: "Reward rate against cutoff",
    background: "white",
    config: { legend: { labelLimit: 400 } },
    width: 480,
    height: 300,
    layer: [
      {
        data: { values: curve.filter((point) => finite(point) && point.low !== undefined) },
        mark: { type: "area", opacity: 0.2 },
        encoding: {
          x,
          y: { field: "low", type: "quantitative", title: rate.title },
          y2: { field: "high" },
          color: colour,
        },
      },
      {
        data: { values: curve.filter(finite) },
        mark: "line",
        encoding: { x, y: rate, color: colour },
      },
      {
        data: { values: best.filter(finite) },
        mark: { type: "point", filled: true, size: 90 },
        encoding: { x, y: rate, color: colour },
      },
      ...withoutCutoff(without, curve.filter(finite), rate, colour),
    ],
  };
}

/** One colour an arm, or an instance; where nobody named any there is nothing to be told apart. */
function armColour(points: readonly { readonly arm: string }[]) {
  const unnamed = points.every(({ arm }) => arm === UNNAMED);
  return {
    field: "arm",
    type: "nominal",
    sort: null,
    title: null,
    ...(unnamed ? { legend: null } : {}),
  } as const;
}

/** What the arm of a log without arms is called. */
const UNNAMED = "all";

interface RateAxis {
  readonly field: "rate";
  readonly type: "quantitative";
  readonly title: string;
}

type Layer = Extract<TopLevelSpec, { layer: unknown }>["layer"][number];

/** A dashed line across for each arm; the highest is named at its beginning, since names of several would overlap. */
function withoutCutoff(
  without: readonly RateWithoutCutoff[],
  curve: readonly RatePoint[],
  y: RateAxis,
  color: ReturnType<typeof armColour>,
): Layer[] {
  const values = without.filter(({ rate }) => rate > 0 && rate < Infinity);
  if (values.length === 0 || curve.length === 0) return [];
  const left = curve.reduce((least, { cutoff }) => Math.min(least, cutoff), Infinity);
  const highest = values.reduce((a, b) => (b.rate > a.rate ? b : a));
  return [
    {
      data: { values },
      mark: { type: "rule", strokeDash: [6, 4], strokeWidth: 1.5 },
      encoding: { y, color },
    },
    {
      data: { values: [{ ...highest, cutoff: left }] },
      mark: { type: "text", align: "left", baseline: "bottom", dx: 4, dy: -3, text: "without cutoff" },
      encoding: { x: { field: "cutoff", type: "quantitative" }, y },
    },
  ];
}

/** What `analyze` draws. */
export function analysisFigures(
  arms: readonly ArmAnalysis[],
  unit: string,
): { readonly rate: TopLevelSpec; readonly survival: TopLevelSpec } {
  const line = arms.flatMap((arm) => arm.line.map((point) => ({ arm: arm.name, ...point })));
  const best = arms.map((arm) => ({ arm: arm.name, cutoff: arm.bestCutoff, rate: arm.bestRate }));
  const without = arms.flatMap(({ name, rateWithoutCutoff: rate }) =>
    rate === null ? [] : [{ arm: name, rate }],
  );
  const steps = arms.flatMap((arm) => arm.curve.map((point) => ({ arm: arm.name, ...point })));
  return { rate: rateFigure(line, best, { unit, without }), survival: survivalFigure(steps, unit) };
}

interface SurvivalPoint {
  readonly arm: string;
  readonly cutoff: number;
  readonly survival: number;
}

/** The product-limit curve: the share of runs that take longer than a time. */
function survivalFigure(points: readonly SurvivalPoint[], unit = "time"): TopLevelSpec {
  return {
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    title: "Share of runs still under way",
    background: "white",
    config: { legend: { labelLimit: 400 } },
    width: 480,
    height: 300,
    data: { values: points.filter(({ cutoff }) => cutoff > 0) },
    mark: { type: "line", interpolate: "step-after" },
    encoding: {
      x: {
        field: "cutoff",
        type: "quantitative",
        scale: { type: "log", nice: false },
        title: `time (${unit})`,
      },
      y: { field: "survival", type: "quantitative", scale: { domain: [0, 1] }, title: "P(X > t)" },
      color: armColour(points),
    },
  };
}
