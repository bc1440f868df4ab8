import type { ArmAnalysis } from "@mulligan/core/analysis";
import type { TopLevelSpec } from "vega-lite";
import type { Figure } from "./theme.ts";

/** The reward rate of an arm at a cutoff, with a band if it was estimated. */
export interface RatePoint {
  readonly arm: string;
  readonly cutoff: number;
  readonly rate: number;
  readonly low?: number;
  readonly high?: number;
}

/** A cutoff to mark. */
export interface BestPoint {
  readonly arm: string;
  readonly cutoff: number;
  readonly rate: number;
}

/** The rate of an arm without a cutoff, if it is known. */
interface RateWithoutCutoff {
  readonly arm: string;
  readonly rate: number;
}

interface RateFigureOptions {
  /** The unit of the cutoffs; empty for numbers without a unit. */
  readonly unit?: string;
  readonly rateTitle?: string;
  readonly without?: readonly RateWithoutCutoff[];
}

/** Reward rate against cutoff, one line an arm, the best cutoff of each marked; and, dashed, what waiting earns. */
export function rateFigure(
  curve: readonly RatePoint[],
  best: readonly BestPoint[],
  { unit = "", rateTitle = "reward per unit time", without = [] }: RateFigureOptions = {},
): Figure {
  const finite = (point: { cutoff: number; rate: number }) =>
    point.cutoff > 0 && point.cutoff < Infinity && Number.isFinite(point.rate);
  const x = {
    field: "cutoff",
    type: "quantitative",
    scale: { type: "log", nice: false },
    title: withUnit("cutoff", unit),
  } as const;
  const colour = armColour(curve);
  const rate: RateAxis = {
    field: "rate",
    type: "quantitative",
    title: rateTitle,
  };
  const marked = best.filter(finite);
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
      // A mark without points would be an image without a description.
      ...(marked.length === 0
        ? []
        : [
            {
              data: { values: marked },
              mark: { type: "point", filled: true, size: 90 } as const,
              encoding: { x, y: rate, color: colour },
            },
          ]),
      ...withoutCutoff(without, curve.filter(finite), rate, colour),
    ],
  } satisfies TopLevelSpec;
}

/** One colour for each arm or instance; no legend if the log names none. */
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

/** The name of the arm in a log without arms. */
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

function withUnit(title: string, unit: string): string {
  return unit === "" ? title : `${title} (${unit})`;
}

/** The units of a figure, and how many of them one of the analysis is. */
interface FigureScale {
  readonly unit: string;
  readonly timeFactor: number;
  readonly per: string;
  readonly rateFactor: number;
}

/** Returns the figure of `analyze`, on its scale. */
export function analysisFigures(
  arms: readonly ArmAnalysis[],
  { unit, timeFactor, per, rateFactor }: FigureScale,
): { readonly rate: Figure; readonly survival: Figure } {
  const points = (of: "line" | "curve") =>
    arms.flatMap((arm) =>
      arm[of].map(({ cutoff, survival, rate, low, high }) => ({
        arm: arm.name,
        cutoff: cutoff * timeFactor,
        survival,
        rate: rate * rateFactor,
        // Bands that are not drawn are left out.
        ...(low === undefined ? {} : { low: low * rateFactor, high: high * rateFactor }),
      })),
    );
  const best = arms.map(({ name, bestCutoff, bestRate }) => ({
    arm: name,
    cutoff: bestCutoff * timeFactor,
    rate: bestRate * rateFactor,
  }));
  const without = arms.flatMap(({ name, rateWithoutCutoff: rate }) =>
    rate === null ? [] : [{ arm: name, rate: rate * rateFactor }],
  );
  return {
    rate: rateFigure(points("line"), best, { unit, rateTitle: `done per ${per}`, without }),
    survival: survivalFigure(points("curve"), unit),
  };
}

interface SurvivalPoint {
  readonly arm: string;
  readonly cutoff: number;
  readonly survival: number;
}

/** The product-limit curve: the share of runs that take longer than a time. */
function survivalFigure(points: readonly SurvivalPoint[], unit: string): Figure {
  return {
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    title: "Share of runs still running",
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
        title: withUnit("time", unit),
      },
      y: { field: "survival", type: "quantitative", scale: { domain: [0, 1] }, title: "share still running" },
      color: armColour(points),
    },
  } satisfies TopLevelSpec;
}
