import type { TopLevelSpec } from "vega-lite";
import { bandFigure, bandOf } from "../band-figure.ts";
import type { Lengths } from "./study.ts";

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
      const { estimate, low, high } = bandOf(regrets[i]);
      return [{ policy, longest, regret: estimate, low, high }];
    }),
  );
  return bandFigure({
    title: "Regret against the longest cutoff",
    values,
    x: { field: "longest", title: "longest cutoff t_L (time)" },
    y: { field: "regret", title: "regret (reward)" },
    lines: { field: "policy" },
  });
}
