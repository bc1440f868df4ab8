import type { TopLevelSpec } from "vega-lite";

/** One try: when it ended, on the clock of all work, and what had been decided. */
export interface TriedCutoff {
  readonly at: number;
  readonly arm: string;
  readonly cutoff: number;
  readonly solved: boolean;
}

/** A figure with more points than this is slower to draw than to make. */
const MOST_POINTS = 5_000;

/** Above the longest cutoff: where those without one are drawn. */
const HIGHER = 2;

/** Which arms and cutoffs were tried, over time; a try without a cutoff stands above all others. */
export function decisionsFigure(tried: readonly TriedCutoff[], unit: string): TopLevelSpec {
  const every = Math.max(1, Math.ceil(tried.length / MOST_POINTS));
  const shown = tried.filter((_, i) => i % every === 0);
  const longest = shown.reduce((most, { cutoff }) => (cutoff < Infinity ? Math.max(most, cutoff) : most), 1);
  const endless = shown.some(({ cutoff }) => cutoff === Infinity);
  const values = shown.map(({ solved, cutoff, ...point }) => ({
    ...point,
    cutoff: Math.min(cutoff, HIGHER * longest),
    end: solved ? "solved" : "not solved",
  }));
  return {
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    title: "Cutoffs tried, over time",
    background: "white",
    config: { legend: { labelLimit: 400 } },
    width: 480,
    height: 300,
    data: { values },
    mark: { type: "point", size: 30, filled: true, opacity: 0.6 },
    encoding: {
      x: { field: "at", type: "quantitative", title: `${unit} spent` },
      y: {
        field: "cutoff",
        type: "quantitative",
        scale: { type: "log" },
        title: `cutoff (${unit})${endless ? "; none: at the top" : ""}`,
      },
      color: { field: "arm", type: "nominal", sort: null },
      shape: {
        field: "end",
        type: "nominal",
        title: "try",
        scale: { domain: ["solved", "not solved"], range: ["circle", "cross"] },
      },
    },
  };
}
