import type { TopLevelSpec } from "vega-lite";
import { shareInterval } from "../claims/interval.ts";
import { missesOf } from "./claims.ts";
import type { CaseCoverage } from "./study.ts";

/** Share of samples missed, arm by arm, corrected and printed, against what is promised. */
export function coverageFigure(
  covered: readonly CaseCoverage[],
  promises: Readonly<Record<CaseCoverage["kind"], number>>,
): TopLevelSpec {
  const values = covered.flatMap((c) => [
    {
      ...shareInterval(missesOf(c), c.samples),
      arm: `${c.law}, ${c.kind}`,
      form: `r̂ = R/X, n ${c.form}`,
      promise: promises[c.kind],
    },
    ...(c.form === "corrected" && c.kind === "mean"
      ? [
          {
            ...shareInterval(c.missedUpsideDown, c.samples),
            arm: `${c.law}, ${c.kind}`,
            form: "r̂ upside down",
            promise: promises[c.kind],
          },
        ]
      : []),
  ]);
  const x = {
    type: "quantitative",
    title: "share of samples that miss",
    axis: { format: ".0%" },
    scale: { domainMin: 0, domainMax: 1 },
  } as const;
  const y = {
    field: "arm",
    type: "nominal",
    sort: null,
    title: null,
    axis: { labelLimit: 600, labelExpr: "split(datum.label, ', ')" },
  } as const;
  const color = { field: "form", type: "nominal", sort: null, title: null } as const;
  const yOffset = { field: "form", type: "nominal", sort: null } as const;
  return {
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    title: "How often the radius misses",
    config: { legend: { labelLimit: 600, symbolOpacity: 1 } },
    width: 220,
    height: 300,
    data: { values },
    layer: [
      {
        mark: { type: "rule", strokeWidth: 2 },
        encoding: { x: { ...x, field: "low" }, x2: { field: "high" }, y, yOffset, color },
      },
      {
        mark: { type: "point", filled: true, size: 50 },
        encoding: { x: { ...x, field: "estimate" }, y, yOffset, color },
      },
      { mark: { type: "tick", thickness: 2 }, encoding: { x: { ...x, field: "promise" }, y } },
    ],
  };
}
