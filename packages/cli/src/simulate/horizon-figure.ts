import { confidenceInterval, type Row } from "@mulligan/core/simulate";
import type { TopLevelSpec } from "vega-lite";

/** Efficiency and regret against horizon, one line a policy, with 95% bands. */
export function horizonFigure(rows: readonly Row[]): TopLevelSpec {
  const values = rows.flatMap((row) =>
    (["efficiency", "regret"] as const).map((measure) => ({
      policy: row.policy,
      horizon: row.horizon,
      measure,
      mean: row[measure].mean,
      ...confidenceInterval(row[measure]),
    })),
  );
  return {
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    title: "Reward as a share of the best, and regret, against the time budget",
    background: "white",
    config: { legend: { labelLimit: 400 } },
    data: { values },
    hconcat: (["efficiency", "regret"] as const).map((measure) => panel(measure)),
  };
}

type Panel = Extract<TopLevelSpec, { hconcat: unknown }>["hconcat"][number];

function panel(measure: "efficiency" | "regret"): Panel {
  const x = { field: "horizon", type: "quantitative", scale: { type: "log" }, title: "horizon" } as const;
  const colour = { field: "policy", type: "nominal", sort: null } as const;
  const format = measure === "efficiency" ? ".0%" : "~s";
  return {
    width: 320,
    height: 260,
    transform: [{ filter: `datum.measure === "${measure}"` }],
    layer: [
      {
        mark: { type: "area", opacity: 0.2 },
        encoding: {
          x,
          y: {
            field: "low",
            type: "quantitative",
            title: measure,
            axis: { format },
            scale: { zero: false },
          },
          y2: { field: "high" },
          color: colour,
        },
      },
      {
        mark: { type: "line", point: true },
        encoding: { x, y: { field: "mean", type: "quantitative", title: measure }, color: colour },
      },
    ],
  };
}
