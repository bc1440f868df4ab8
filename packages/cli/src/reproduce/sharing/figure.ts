import type { TopLevelSpec } from "vega-lite";
import { bandFigure, bandOf } from "../band-figure.ts";
import type { CountRuns } from "./study.ts";

/** Regret against the number of cutoffs, with sharing and without. */
export function sharingFigure(lines: Readonly<Record<string, CountRuns>>): TopLevelSpec {
  const values = Object.entries(lines).flatMap(([sharing, { counts, regrets }]) =>
    counts.map((count, i) => {
      const { estimate, low, high } = bandOf(regrets[i]);
      return { sharing, count, regret: estimate, low, high };
    }),
  );
  return bandFigure({
    title: "Regret against the number of cutoffs",
    values,
    x: { field: "count", title: "number of cutoffs L", base: 2 },
    y: { field: "regret", title: "regret (reward)" },
    lines: { field: "sharing" },
  });
}
