import type { TopLevelSpec } from "vega-lite";
import type { ByCount } from "../reproduce/chapters/sharing.ts";
import { meanInterval } from "../reproduce/interval.ts";

/** Regret against the number of cutoffs, with sharing and without. */
export function sharingFigure(
  counts: readonly number[],
  regrets: { readonly on: ByCount; readonly off: ByCount },
): TopLevelSpec {
  const values = (["on", "off"] as const).flatMap((sharing) =>
    counts.map((count, i) => {
      const { estimate, low, high } = meanInterval(regrets[sharing][i]);
      return { sharing, count, regret: estimate, low: Math.max(low, estimate / 10), high };
    }),
  );
  const x = {
    field: "count",
    type: "quantitative",
    scale: { type: "log", base: 2 },
    title: "number of cutoffs L",
  } as const;
  const y = { type: "quantitative", scale: { type: "log" }, title: "regret (reward)" } as const;
  const color = { field: "sharing", type: "nominal", sort: null } as const;
  return {
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    title: "Regret against the number of cutoffs",
    config: { legend: { symbolOpacity: 1 } },
    width: 480,
    height: 300,
    data: { values },
    layer: [
      {
        mark: { type: "area", opacity: 0.2 },
        encoding: { x, y: { ...y, field: "low" }, y2: { field: "high" }, color },
      },
      { mark: { type: "line", point: true }, encoding: { x, y: { ...y, field: "regret" }, color } },
    ],
  };
}
