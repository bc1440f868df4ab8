import type { TopLevelSpec } from "vega-lite";
import { bandFigure, bandOf } from "../band-figure.ts";
import type { GrowthRuns } from "./study.ts";

/** Trials cut below and above the best cutoff against the horizon, both scales logarithmic. */
export function pullsFigure({ pareto, lognormal }: GrowthRuns): TopLevelSpec {
  const curves = [
    { law: "Pareto", ...pareto },
    { law: "lognormal", ...lognormal },
  ];
  const values = curves.flatMap(({ law, set, paths }) =>
    (["below", "above"] as const).flatMap((side) =>
      set.times.map((horizon, place) => {
        const { estimate, low, high } = bandOf(paths.map((path) => path[side][place]));
        return {
          curve: `${law}, ${side} t*`,
          horizon,
          pulls: estimate,
          low: Math.max(low, 1),
          high: Math.max(high, 1),
        };
      }),
    ),
  );
  return bandFigure({
    title: "Trials away from the best cutoff",
    values: values.filter(({ pulls }) => pulls >= 1),
    x: { field: "horizon", title: "horizon τ (time)" },
    y: { field: "pulls", title: "trials" },
    lines: { field: "curve", title: null },
  });
}
