import type { TopLevelSpec } from "vega-lite";
import type { Gaps } from "./study.ts";

const A_DECADE = 60;

/** Both gaps against the horizon, and the bound on both. */
export function optimalityGapFigure({ optimality, aboveRate }: Gaps, bound: number): TopLevelSpec {
  const last = optimality.length;
  const horizons = Array.from({ length: Math.ceil(A_DECADE * Math.log10(last)) + 1 }, (_, i) =>
    Math.min(last, Math.round(10 ** (i / A_DECADE))),
  );
  const values = [...new Set(horizons)].flatMap((horizon) => [
    { horizon, gap: optimality[horizon - 1], of: "OPT − static policy" },
    { horizon, gap: aboveRate[horizon - 1], of: "OPT − r*·τ" },
    { horizon, gap: bound, of: "bound r*·Φ" },
  ]);
  return {
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    title: "No policy gains more than a constant on the static one",
    config: { legend: { labelLimit: 600, symbolOpacity: 1 } },
    width: 480,
    height: 300,
    data: { values },
    mark: "line",
    encoding: {
      x: { field: "horizon", type: "quantitative", scale: { type: "log" }, title: "horizon τ (time)" },
      y: { field: "gap", type: "quantitative", title: "reward" },
      color: { field: "of", type: "nominal", sort: null, title: null },
    },
  };
}
