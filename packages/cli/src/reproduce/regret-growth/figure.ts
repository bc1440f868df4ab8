import { regretLowerBound } from "@mulligan/core/theory";
import type { TopLevelSpec } from "vega-lite";
import { meanInterval } from "../claims/interval.ts";
import { armOf } from "../studies/problem.ts";
import type { RegretPath } from "../studies/regret-path.ts";
import { meanPath } from "../studies/regret-runs.ts";
import { acrossHorizons, lastFits } from "./measures.ts";
import { type GrowthRuns, watchedRuns } from "./study.ts";

interface RegretCurve {
  readonly name: string;
  readonly times: readonly number[];
  readonly paths: readonly RegretPath[];
  /** Of log τ, what every policy loses in the end; undefined where it is not known. */
  readonly least?: number | undefined;
}

/** Regret against horizon, one panel a problem, with the two fits over the last two decades. */
export function regretFigure(runs: GrowthRuns): TopLevelSpec {
  const curves: RegretCurve[] = [
    ...watchedRuns(runs).map(({ name, set, paths }) => ({
      name,
      times: set.times,
      paths,
      least: regretLowerBound([set.problem, ...(set.others ?? [])].map(armOf), set.cutoffs)?.coefficient,
    })),
    {
      name: "UCB-RC, an interval, Pareto",
      times: runs.continuous.horizons,
      paths: acrossHorizons(runs.continuous),
    },
  ];
  return {
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    title: "Regret against the horizon",
    config: { legend: { labelLimit: 600, symbolOpacity: 1 } },
    concat: curves.map(panel),
    columns: 2,
  };
}

type Panel = Extract<TopLevelSpec, { concat: unknown }>["concat"][number];

function panel({ name, times, paths, least }: RegretCurve): Panel {
  const fits = lastFits(times, meanPath(paths));
  const last = times[times.length - 1];
  const values = times.map((horizon, place) => {
    const { estimate, low, high } = meanInterval(paths.map(({ regret }) => regret[place]));
    return { horizon, regret: estimate, low: Math.max(0, low), high, line: "measured" };
  });
  const fitted = times
    .filter((time) => time >= last / 101)
    .flatMap((horizon) => [
      {
        horizon,
        regret: fits.logarithm.start + fits.logarithm.slope * Math.log(horizon),
        line: "a + b·log τ",
      },
      { horizon, regret: fits.root.scale * Math.sqrt(horizon * Math.log(horizon)), line: "a·√(τ·log τ)" },
    ]);
  const atLeast =
    least === undefined
      ? []
      : times
          .filter((time) => time > 1)
          .map((horizon) => ({ horizon, regret: least * Math.log(horizon), line: "lower bound" }));
  const x = {
    field: "horizon",
    type: "quantitative",
    scale: { type: "log" },
    title: "horizon τ (time)",
  } as const;
  const y = { type: "quantitative", title: "regret (reward)" } as const;
  const color = { field: "line", type: "nominal", sort: ["measured"], title: null } as const;
  return {
    title: name,
    width: 300,
    height: 200,
    layer: [
      {
        data: { values },
        mark: { type: "area", opacity: 0.2 },
        encoding: { x, y: { ...y, field: "low" }, y2: { field: "high" }, color },
      },
      {
        data: { values },
        mark: { type: "line", point: true },
        encoding: { x, y: { ...y, field: "regret" }, color },
      },
      {
        data: { values: fitted },
        mark: { type: "line", strokeDash: [5, 4] },
        encoding: { x, y: { ...y, field: "regret" }, color },
      },
      {
        data: { values: atLeast },
        mark: { type: "line", strokeDash: [1, 3] },
        encoding: { x, y: { ...y, field: "regret" }, color },
      },
    ],
  };
}
