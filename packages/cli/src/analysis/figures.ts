import type { ArmAnalysis } from "@mulligan/core/analysis";
import type { TopLevelSpec } from "vega-lite";
import { armColour, rateFigure } from "../figures/rate-figure.ts";

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
export function survivalFigure(points: readonly SurvivalPoint[], unit = "time"): TopLevelSpec {
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
