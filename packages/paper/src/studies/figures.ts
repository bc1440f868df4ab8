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

/** Encodes a number. */
export function numeric<const More extends object>(field: string, title: string, more?: More) {
  return { field, type: "quantitative", title, ...(more as More) } as const;
}

/** Encodes a number on a logarithmic scale. */
export function logarithmic<const More extends object>(field: string, title: string, more?: More) {
  return numeric(field, title, { scale: { type: "log" }, ...(more as More) } as const);
}

/** Encodes a name, in the order of the data and without a title. */
export function nominal<const More extends object>(field: string, more?: More) {
  return { field, type: "nominal", sort: null, title: null, ...(more as More) } as const;
}

/** The encodings of a line with a band; `y` takes the field that is drawn. */
interface BandEncoding {
  readonly x: ReturnType<typeof numeric>;
  y(field: string): ReturnType<typeof numeric>;
  readonly color: { readonly field: string; readonly type: "nominal" };
}

/** Two layers: a band from `low` to `high`, and a line with points. */
export function bandAndLine({ x, y, color }: BandEncoding, field: string) {
  return [
    {
      mark: { type: "area" as const, opacity: 0.2 },
      encoding: { x, y: y("low"), y2: { field: "high" }, color },
    },
    { mark: { type: "line" as const, point: true }, encoding: { x, y: y(field), color } },
  ];
}

export function bandFigure({ title, values, x: across, y: up, lines, dashed }: BandFigure): FigureSpec {
  const x = logarithmic(across.field, across.title, { scale: { type: "log", base: across.base ?? 10 } });
  const y = (field: string) => logarithmic(field, up.title);
  const color = { type: "nominal", sort: null, ...lines } as const;
  const dashes = { mark: { type: "line" as const, strokeDash: [4, 4] } };
  return {
    title,
    width: 480,
    height: 300,
    data: { values: [...values] },
    layer: [
      ...bandAndLine({ x, y, color }, up.field),
      ...(dashed === undefined ? [] : [{ ...dashes, encoding: { x, y: y(dashed), color } }]),
    ],
  } satisfies TopLevelSpec;
}
