import type { TopLevelSpec } from "vega-lite";
import { type Interval, meanInterval } from "../claims/statistics.ts";
import type { FigureSpec } from "./study.ts";

/** Lines with 95% bands on logarithmic scales. Each value has `low` and `high` beside its fields. */
export interface BandFigure {
  readonly title: string;
  readonly values: readonly object[];
  readonly x: { readonly field: string; readonly title: string; readonly base?: number };
  readonly y: { readonly field: string; readonly title: string };
  /** The field with the name of the line; `title` as in Vega-Lite, null for none. */
  readonly lines: { readonly field: string; readonly title?: null };
  /** A field to be drawn dashed beside each line. */
  readonly dashed?: string;
}

/** The mean of runs and its band, cut at a tenth of the mean for the logarithmic scale. */
export function bandOf(values: readonly number[]): Interval {
  const { estimate, low, high } = meanInterval(values);
  return { estimate, low: Math.max(low, estimate / 10), high };
}

export function bandFigure({ title, values, x: across, y: up, lines, dashed }: BandFigure): FigureSpec {
  const { base = 10 } = across;
  const x = {
    field: across.field,
    type: "quantitative",
    scale: { type: "log", base },
    title: across.title,
  } as const;
  const y = { type: "quantitative", scale: { type: "log" }, title: up.title } as const;
  const color = { type: "nominal", sort: null, ...lines } as const;
  return {
    title,
    width: 480,
    height: 300,
    data: { values: [...values] },
    layer: [
      {
        mark: { type: "area", opacity: 0.2 },
        encoding: { x, y: { ...y, field: "low" }, y2: { field: "high" }, color },
      },
      { mark: { type: "line", point: true }, encoding: { x, y: { ...y, field: up.field }, color } },
      ...(dashed === undefined
        ? []
        : [
            {
              mark: { type: "line" as const, strokeDash: [4, 4] },
              encoding: { x, y: { ...y, field: dashed }, color },
            },
          ]),
    ],
  } satisfies TopLevelSpec;
}
