import type { TopLevelSpec } from "vega-lite";
import type { Figure } from "./theme.ts";

/** A try: when it ended, on the clock of all work, and its decision. */
export interface TriedCutoff {
  readonly at: number;
  readonly arm: string;
  readonly cutoff: number;
  readonly solved: boolean;
}

/** A figure with more points than this is slower to draw than to make. */
const MAX_POINTS = 5_000;

const ENDS = ["solved", "not solved"];
/** Two strokes, as an SVG path: Vega's own cross is a filled plus. */
const CROSS = "M-1,-1L1,1M-1,1L1,-1";

/** A decade above the longest cutoff: the line on which tries without one are drawn. */
const HIGHER = 10;

/** Returns a figure of the arms and cutoffs that were tried, over time; tries without a cutoff are on a line of their own. */
export function decisionsFigure(tried: readonly TriedCutoff[], unit: string): Figure {
  const every = Math.max(1, Math.ceil(tried.length / MAX_POINTS));
  const shown = tried.filter((_, i) => i % every === 0);
  const finite = shown.map(({ cutoff }) => cutoff).filter((cutoff) => cutoff < Infinity);
  const none = HIGHER * 10 ** Math.ceil(Math.log10(finite.reduce((a, b) => Math.max(a, b), 1)));
  const endless = finite.length < shown.length;
  const values = shown.map(({ solved, cutoff, ...point }) => ({
    ...point,
    cutoff: Math.min(cutoff, none),
    end: solved ? "solved" : "not solved",
  }));
  const lineOfNone = {
    scale: { type: "log" as const, domainMax: none, nice: false },
    axis: {
      labelExpr: `datum.value === ${none} ? "none" : datum.label`,
      ...(finite.length === 0 ? { values: [none] } : {}),
    },
  };
  return {
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    title: "Cutoffs tried, over time",
    background: "white",
    config: { legend: { labelLimit: 400 } },
    width: 480,
    height: 300,
    data: { values },
    mark: { type: "point", strokeWidth: 1.6, opacity: 0.75 },
    encoding: {
      x: { field: "at", type: "quantitative", title: `${unit} spent` },
      y: {
        field: "cutoff",
        type: "quantitative",
        title: `cutoff (${unit})`,
        ...(endless ? lineOfNone : { scale: { type: "log" } }),
      },
      color: { field: "arm", type: "nominal", sort: null },
      shape: {
        field: "end",
        type: "nominal",
        title: "try",
        legend: { symbolFillColor: "gray" },
        scale: { domain: ENDS, range: ["circle", CROSS] },
      },
      // Full and large where something came of it, thin lines where not: also without colours, and where they crowd.
      size: { condition: { test: "datum.end === 'solved'", value: 55 }, value: 22 },
      fill: {
        condition: { test: "datum.end === 'solved'", field: "arm", type: "nominal", sort: null },
        value: "transparent",
      },
    },
  } satisfies TopLevelSpec;
}
