import type { TopLevelSpec } from "vega-lite";

/** The best cutoff as samples show it, with the middle 95% of the repetitions. */
export interface SimulatedCutoff {
  readonly gamma: number;
  readonly cutoff: number;
  readonly low: number;
  readonly high: number;
}

/** Where ∞ is drawn. */
const TOP = 2_000;
const TICKS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000];
const SOURCES = ["theory", "simulation"];
const COLOURS = ["#2f7fd6", "#d97a22"];

/** fig:pareto-correlation: t* against γ, by theory as a line, by simulation as points with bars. */
export function correlationFigure(
  theory: readonly { readonly gamma: number; readonly cutoff: number }[],
  simulated: readonly SimulatedCutoff[],
): TopLevelSpec {
  const drawn = (value: number) => Math.min(value, TOP);
  const points = simulated.map(({ gamma, cutoff, low, high }) => ({
    gamma,
    cutoff: drawn(cutoff),
    low: drawn(low),
    high: drawn(high),
    source: "simulation",
    mark: cutoff === Infinity ? "∞" : "",
  }));
  const line = theory
    .filter(({ cutoff }) => cutoff < TOP)
    .map(({ gamma, cutoff }) => ({ gamma, cutoff, source: "theory" }));
  const x = {
    field: "gamma",
    type: "quantitative",
    title: "γ in R = X^γ",
    scale: { domainMin: -1.05, domainMax: 1.1 },
  } as const;
  const title = "best restart time t* (units of the least X)";
  const scale = { type: "log", domainMin: 1, domainMax: 2 * TOP, nice: false } as const;
  const y = {
    field: "cutoff",
    type: "quantitative",
    title,
    scale,
    axis: { values: TICKS, format: "~s" },
  } as const;
  const colour = {
    field: "source",
    type: "nominal",
    title: null,
    scale: { domain: SOURCES, range: COLOURS },
  } as const;
  return {
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    title: "Pareto(1, 1.2): the best restart time against the correlation",
    width: 520,
    height: 340,
    layer: [
      { data: { values: line }, mark: { type: "line", strokeWidth: 2 }, encoding: { x, y, color: colour } },
      {
        data: { values: points },
        mark: { type: "rule", strokeWidth: 1.5 },
        encoding: { x, y: { ...y, field: "low" }, y2: { field: "high" }, color: colour },
      },
      {
        data: { values: points },
        mark: { type: "point", filled: true, size: 60 },
        encoding: { x, y, color: colour },
      },
      {
        data: { values: points.filter(({ mark }) => mark !== "") },
        mark: { type: "text", dy: -14, fontSize: 18 },
        encoding: { x, y, text: { field: "mark" }, color: colour },
      },
    ],
  };
}
