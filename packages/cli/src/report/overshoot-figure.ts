import type { TopLevelSpec } from "vega-lite";
import type { StaticExcess } from "../reproduce/chapters/static-claims.ts";

/** The least that the logarithmic axis shows: with few runs the noise reaches below 0. */
const drawn = (share: number) => Math.max(share, 0.01);

/** Reward beyond r*·τ over the corrected bound on it, one line a law; where the printed bound would be. */
export function overshootFigure(excesses: readonly StaticExcess[]): TopLevelSpec {
  const values = excesses.map(({ law, horizon, overshoot, bound, printed }) => ({
    law,
    horizon,
    share: drawn(overshoot.estimate / bound),
    low: drawn(overshoot.low / bound),
    high: drawn(overshoot.high / bound),
    printed: printed / bound,
  }));
  const x = {
    field: "horizon",
    type: "quantitative",
    scale: { type: "log" },
    title: "horizon τ (time)",
  } as const;
  const y = { type: "quantitative", scale: { type: "log" }, title: "reward beyond r*·τ / bound" } as const;
  const color = { field: "law", type: "nominal", sort: null } as const;
  return {
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    title: "What the last trial adds",
    config: { legend: { labelLimit: 600, symbolOpacity: 1 } },
    width: 480,
    height: 300,
    data: { values },
    layer: [
      {
        mark: { type: "area", opacity: 0.2 },
        encoding: { x, y: { ...y, field: "low" }, y2: { field: "high" }, color },
      },
      { mark: { type: "line", point: true }, encoding: { x, y: { ...y, field: "share" }, color } },
      { mark: { type: "line", strokeDash: [4, 4] }, encoding: { x, y: { ...y, field: "printed" }, color } },
    ],
  };
}
