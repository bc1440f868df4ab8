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

/** Reward rate against cutoff, one line an arm, the best cutoff of each marked. */
export function rateFigure(
  curve: readonly RatePoint[],
  best: readonly BestPoint[],
  unit = "time",
): TopLevelSpec {
  const finite = (point: { cutoff: number; rate: number }) =>
    point.cutoff > 0 && point.cutoff < Infinity && Number.isFinite(point.rate);
  const x = {
    field: "cutoff",
    type: "quantitative",
    scale: { type: "log", nice: false },
    title: `cutoff (${unit})`,
  } as const;
  const colour = { field: "arm", type: "nominal", sort: null } as const;
  const rate = {
    field: "rate",
    type: "quantitative",
    title: `reward per ${unit === "time" ? "unit time" : unit}`,
  } as const;
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
    ],
  };
}
