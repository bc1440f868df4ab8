import { confidenceInterval, estimate } from "@mulligan/core/simulate";
import type { TopLevelSpec } from "vega-lite";
import { bandAndLine, logarithmic, nominal, numeric } from "../studies/figures.ts";
import { sharesOf } from "./claims.ts";
import { CONTESTANT_LABELS, lubyLabel, MODELS, type TaskModel } from "./race.ts";
import type { SatMeasurements } from "./study.ts";

type Panel = Extract<TopLevelSpec, { concat: unknown }>["concat"][number];

/** Width and height of a panel, two beside each other on a page. */
const SIZE = { width: 400, height: 300 } as const;

const TITLES: Record<TaskModel, string> = {
  iid: "solved, the paper's iid model",
  abandon: "solved, mode abandon",
  retry: "solved, mode retry, at most 10 restarts",
};

/** Luby in oranges by base, the paper's learners in blues and greens, the rest in colours of their own. */
const LUBY = ["#8c4a12", "#b45f1a", "#d97a22", "#f0953a", "#f5b26e", "#f8cda3"];
const OTHERS: Record<string, string> = {
  "UCB-RB": "#2f7fd6",
  "UCB-RB in thousands": "#8dbcf0",
  "UCB-RM": "#1fa187",
  "UCB-RC": "#7ad151",
  "km-ts, auto": "#d62f7f",
  "best fixed cutoff": "#808080",
  "no restarts": "#b0a0c8",
};

/** The most important lines; thirteen in one figure are too many to distinguish. */
function mainLines({ tunedBase }: SatMeasurements): readonly string[] {
  return [
    CONTESTANT_LABELS.rb,
    CONTESTANT_LABELS.rm,
    CONTESTANT_LABELS.km,
    lubyLabel(tunedBase),
    CONTESTANT_LABELS.fixed,
    CONTESTANT_LABELS.never,
  ];
}

/** fig:uf100 and fig:cbs-k3: the rate curve and, in three models, solved instances against τ. */
export function solvedFigure(
  measured: SatMeasurements,
  source: string,
  shown: "main lines" | "all lines",
): TopLevelSpec {
  const lines = shown === "all lines" ? Object.keys(measured.solved.iid) : mainLines(measured);
  return {
    title: `${measured.set} (${source})`,
    columns: 2,
    concat: [
      ...(shown === "main lines" ? [ratePanel(measured)] : []),
      ...MODELS.map((model) => solvedPanel(measured, model, lines)),
    ],
    spacing: 30,
  };
}

function ratePanel({ curve, bestCutoff }: SatMeasurements): Panel {
  const values = curve.cutoffs.map((cutoff, i) => ({
    cutoff,
    rate: 1000 * curve.rates[i],
    low: 1000 * (curve.rates[i] - curve.margins[i]),
    high: 1000 * (curve.rates[i] + curve.margins[i]),
  }));
  const x = logarithmic("cutoff", "restart time (flips)", { axis: { format: "~s" } });
  const y = (field: string) => numeric(field, "solved per 1,000 flips");
  const best = [{ cutoff: bestCutoff.estimate, low: bestCutoff.low, high: bestCutoff.high }];
  return {
    ...SIZE,
    title: { text: "empirical reward rate, 95% band over formulas", frame: "group" },
    layer: [
      {
        data: { values: best },
        mark: { type: "rect", opacity: 0.15, color: "#808080" },
        encoding: { x: { ...x, field: "low" }, x2: { field: "high" } },
      },
      {
        data: { values },
        mark: { type: "area", opacity: 0.25, color: "#2f7fd6" },
        encoding: { x, y: y("low"), y2: { field: "high" } },
      },
      {
        data: { values },
        mark: { type: "line", color: "#2f7fd6" },
        encoding: { x, y: y("rate") },
      },
      {
        data: { values: best },
        mark: { type: "rule", color: "#808080", strokeDash: [4, 3] },
        encoding: { x },
      },
    ],
  };
}

function solvedPanel(
  { solved, horizons }: SatMeasurements,
  model: TaskModel,
  lines: readonly string[],
): Panel {
  const values = lines.flatMap((policy) =>
    [0, ...horizons].map((horizon, place) => {
      const at = estimate(solved[model][policy].map((run) => (place === 0 ? 0 : run[place - 1])));
      return { policy, horizon: horizon / 1e6, solved: at.mean, ...confidenceInterval(at) };
    }),
  );
  const color = nominal("policy", {
    scale: { domain: [...lines], range: coloursOf(lines) },
    legend: { symbolOpacity: 1, symbolType: "stroke", symbolSize: 300 },
  });
  const x = numeric("horizon", "time budget τ (million flips)", { axis: { format: "~g", tickCount: 6 } });
  const y = (field: string) => numeric(field, "solved instances");
  return {
    ...SIZE,
    title: { text: TITLES[model], frame: "group" },
    data: { values },
    layer: [
      {
        mark: { type: "area", opacity: 0.2 },
        encoding: { x, y: y("low"), y2: { field: "high" }, color },
      },
      {
        mark: { type: "line", strokeWidth: 1.8 },
        encoding: {
          x,
          y: y("solved"),
          color,
          strokeDash: {
            condition: { test: "indexof(datum.policy, 'Luby') === 0", value: [5, 3] },
            value: [1, 0],
          },
        },
      },
    ],
  };
}

function coloursOf(lines: readonly string[]): string[] {
  const bases = lines.filter((line) => line.startsWith("Luby"));
  if (bases.length === 1) return lines.map((line) => OTHERS[line] ?? LUBY[2]);
  return lines.map((line) => OTHERS[line] ?? LUBY[bases.indexOf(line) % LUBY.length]);
}

/** The share of the best rate at longer and longer horizons, one panel for each noise. */
export function longFigure({ set, long, curve, tunedBase, noisier }: SatMeasurements): TopLevelSpec {
  const sharesIn = (race: typeof long, best: number, lines: readonly string[]) =>
    lines.flatMap((policy) =>
      sharesOf(race, policy, best).map(({ estimate, low, high }, place) => ({
        policy,
        horizon: race.horizons[place],
        share: estimate,
        low,
        high,
      })),
    );
  const best = curve.rates[curve.best];
  return {
    title: `${set}: to where it is decided`,
    columns: 2,
    concat: [
      longPanel(
        "noise 0.5",
        sharesIn(long, best, [CONTESTANT_LABELS.rb, CONTESTANT_LABELS.rbThousands, lubyLabel(tunedBase)]),
      ),
      longPanel(
        `noise ${noisier.noise}`,
        sharesIn(noisier.race, noisier.bestRate, [CONTESTANT_LABELS.rb, lubyLabel(noisier.tunedBase)]),
      ),
    ],
  };
}

function longPanel(title: string, values: object[]): Panel {
  const x = logarithmic("horizon", "time budget τ (flips)", { axis: { format: "~s", tickCount: 4 } });
  const y = (field: string) => numeric(field, "share of the best rate", { scale: { zero: false } });
  const layer = bandAndLine({ x, y, color: nominal("policy") }, "share");
  return { title, width: 360, height: 240, data: { values }, layer };
}
