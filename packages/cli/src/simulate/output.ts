import { confidenceInterval, type Estimate, type Row } from "@mulligan/core/simulate";
import type { TopLevelSpec } from "vega-lite";
import type { Figure } from "../figures/theme.ts";
import { brief, textTable } from "../shell/text.ts";
import type { Simulation } from "./play.ts";

/** Returns the text of `simulate` for people. */
export function simulationText({ problem, optimal, rows }: Simulation): string {
  const cutoff = optimal.cutoff === Infinity ? "without a cutoff" : `cut off at ${brief(optimal.cutoff)}`;
  const head = ["policy", "horizon", "runs", "trials", "reward", "efficiency", "regret"];
  const table = textTable([
    head,
    ...rows.map((row) => [
      row.policy,
      row.horizon.toLocaleString("en-US"),
      String(row.runs),
      brief(row.trials.mean),
      measured(row.reward, row.runs),
      percent(row.efficiency, row.runs),
      measured(row.regret, row.runs),
    ]),
  ]);
  const note =
    optimal.among === "all"
      ? ""
      : "There is no best of all: shorter cutoffs always earn more, as long as a restart costs nothing.\n";
  return `Best${amongText(optimal.among)}: ${optimal.arm}, ${cutoff}, earns ${brief(optimal.rate)} per unit time (mode ${problem.mode}).\n${note}\n${table}`;
}

function amongText(among: Simulation["optimal"]["among"]): string {
  if (among === "all") return "";
  return "high" in among && among.high === Infinity
    ? ` of the cutoffs from ${brief(among.low)} on, by which one trial in ten completes`
    : " of the cutoffs given";
}

/** One run does not show how much runs differ. */
function measured({ mean, standardError }: Estimate, runs: number): string {
  return runs === 1 ? brief(mean) : `${brief(mean)} ± ${Number(standardError.toPrecision(2))}`;
}

function percent({ mean, standardError }: Estimate, runs: number): string {
  if (Number.isNaN(mean)) return "–";
  const share = `${(100 * mean).toFixed(1)}%`;
  return runs === 1 ? share : `${share} ± ${(100 * standardError).toFixed(1)}`;
}

/** Returns a figure of efficiency and regret against the horizon, with a line and a 95% band for each policy. */
export function horizonFigure(rows: readonly Row[]): Figure {
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
  } satisfies TopLevelSpec;
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
