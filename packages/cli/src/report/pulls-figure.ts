import type { TopLevelSpec } from "vega-lite";
import { meanInterval } from "../reproduce/interval.ts";
import type { RegretPath } from "../reproduce/studies/regret-path.ts";

export interface PullsCurve {
  readonly law: string;
  readonly times: readonly number[];
  readonly paths: readonly RegretPath[];
}

/** Trials cut below and above the best cutoff against the horizon, both scales logarithmic. */
export function pullsFigure(curves: readonly PullsCurve[]): TopLevelSpec {
  const values = curves.flatMap(({ law, times, paths }) =>
    (["below", "above"] as const).flatMap((side) =>
      times.map((horizon, place) => {
        const { estimate, low, high } = meanInterval(paths.map((path) => path[side][place]));
        return {
          curve: `${law}, ${side} t*`,
          horizon,
          pulls: estimate,
          low: Math.max(low, estimate / 10, 1),
          high: Math.max(high, 1),
        };
      }),
    ),
  );
  const x = {
    field: "horizon",
    type: "quantitative",
    scale: { type: "log" },
    title: "horizon τ (time)",
  } as const;
  const y = { type: "quantitative", scale: { type: "log" }, title: "trials" } as const;
  const color = { field: "curve", type: "nominal", sort: null, title: null } as const;
  return {
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    title: "Trials away from the best cutoff",
    config: { legend: { labelLimit: 600, symbolOpacity: 1 } },
    width: 480,
    height: 300,
    data: { values: values.filter(({ pulls }) => pulls >= 1) },
    layer: [
      {
        mark: { type: "area", opacity: 0.2 },
        encoding: { x, y: { ...y, field: "low" }, y2: { field: "high" }, color },
      },
      { mark: { type: "line", point: true }, encoding: { x, y: { ...y, field: "pulls" }, color } },
    ],
  };
}
