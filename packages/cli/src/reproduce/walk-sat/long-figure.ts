import type { TopLevelSpec } from "vega-lite";
import { CONTESTANTS, lubyLabel } from "./contestants.ts";
import { sharesOf } from "./long-claims.ts";
import type { SatMeasurements } from "./study.ts";

type Panel = Extract<TopLevelSpec, { concat: unknown }>["concat"][number];

/** How near each comes to the best rate, at ever longer horizons; one panel for each noise. */
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
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    title: `${set}: to where it is decided`,
    columns: 2,
    concat: [
      panel("noise 0.5", sharesIn(long, best, [CONTESTANTS.rb, CONTESTANTS.rbThousands, lubyLabel(tunedBase)])),
      panel(
        `noise ${noisier.noise}`,
        sharesIn(noisier.race, noisier.bestRate, [CONTESTANTS.rb, lubyLabel(noisier.tunedBase)]),
      ),
    ],
  };
}

function panel(title: string, values: object[]): Panel {
  const x = {
    field: "horizon",
    type: "quantitative",
    scale: { type: "log" },
    title: "time budget τ (flips)",
    axis: { format: "~s", tickCount: 4 },
  } as const;
  const y = {
    type: "quantitative",
    title: "share of the best rate",
    scale: { zero: false },
  } as const;
  const color = { field: "policy", type: "nominal", sort: null, title: null } as const;
  return {
    title,
    width: 360,
    height: 240,
    data: { values },
    layer: [
      {
        mark: { type: "area", opacity: 0.2 },
        encoding: { x, y: { ...y, field: "low" }, y2: { field: "high" }, color },
      },
      { mark: { type: "line", point: true }, encoding: { x, y: { ...y, field: "share" }, color } },
    ],
  };
}
