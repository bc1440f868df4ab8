import type { TopLevelSpec } from "vega-lite";
import type { Lengths } from "../reproduce/chapters/longest-cutoff.ts";
import { meanInterval } from "../reproduce/interval.ts";

/** Regret against the longest finite cutoff, UCB-RB and UCB-RM. */
export function longestCutoffFigure(mean: Lengths, median: Lengths): TopLevelSpec {
  const values = (
    [
      ["UCB-RB", mean],
      ["UCB-RM", median],
    ] as const
  ).flatMap(([policy, { lengths, regrets }]) =>
    lengths.flatMap((longest, i) => {
      if (longest === Infinity) return [];
      const { estimate, low, high } = meanInterval(regrets[i]);
      return [{ policy, longest, regret: estimate, low: Math.max(low, estimate / 10), high }];
    }),
  );
  const x = {
    field: "longest",
    type: "quantitative",
    scale: { type: "log" },
    title: "longest cutoff t_L (time)",
  } as const;
  const y = { type: "quantitative", scale: { type: "log" }, title: "regret (reward)" } as const;
  const color = { field: "policy", type: "nominal", sort: null } as const;
  return {
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    title: "Regret against the longest cutoff",
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
