import {
  exponential,
  gamma,
  type Law,
  lognormal,
  pareto,
  parseResetting,
  rewardOne,
} from "@mulligan/core/distributions";
import { knownArm, rewardRate } from "@mulligan/core/theory";
import type { TopLevelSpec } from "vega-lite";

const LAWS: readonly Law[] = [pareto(1, 1.2), lognormal(0.9, 1.2), exponential(1), gamma(3, 0.5)];
const POINTS = 80;

/** Rate at a cutoff over the rate without one, for a few laws, without and with a resetting time. */
export function restartCurvesFigure(): TopLevelSpec {
  const values = ["none", "proportional(0.5)"].flatMap((resetting) =>
    LAWS.flatMap((law) => {
      const arm = knownArm(rewardOne(law), { resetting: parseResetting(resetting) });
      const [low, high] = [law.quantile(0.05), 30];
      return Array.from({ length: POINTS }, (_, i) => {
        const cutoff = low * (high / low) ** (i / (POINTS - 1));
        return {
          law: law.name,
          resetting: resetting === "none" ? "no resetting time" : "resetting takes half the cutoff",
          cutoff,
          gain: rewardRate(arm, cutoff) / rewardRate(arm, Infinity),
        };
      });
    }),
  );
  return {
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    title: "What a cutoff gains",
    config: { legend: { labelLimit: 600, symbolOpacity: 1 } },
    columns: 2,
    concat: [...new Set(values.map(({ resetting }) => resetting))].map((title) => ({
      title,
      data: { values: values.filter(({ resetting }) => resetting === title) },
      width: 320,
      height: 260,
      layer: [
        {
          mark: "line",
          encoding: {
            x: {
              field: "cutoff",
              type: "quantitative",
              scale: { type: "log", nice: false },
              title: "cutoff (time)",
            },
            y: { field: "gain", type: "quantitative", title: "rate / rate without cutoff" },
            color: { field: "law", type: "nominal", sort: null },
          },
        },
        { mark: { type: "rule", strokeDash: [4, 4], opacity: 0.6 }, encoding: { y: { datum: 1 } } },
      ],
    })),
  };
}
