import type { TopLevelSpec } from "vega-lite";
import { bandFigure } from "../band-figure.ts";
import type { StaticExcess } from "./study.ts";

/** The least that the logarithmic axis shows: with few runs the noise reaches below 0. */
const drawn = (share: number) => Math.max(share, 0.01);

/** Reward beyond r*·τ over the corrected bound on it, one line a law; where the printed bound would be. */
export function overshootFigure(excesses: readonly StaticExcess[]): TopLevelSpec {
  const values = excesses.map(({ law, horizon, overshoot, bound, printed }) => ({
    law,
    horizon,
    share: drawn(overshoot.estimate / bound),
    low: drawn(overshoot.low / bound),
    high: drawn(overshoot.high / bound),
    printed: printed / bound,
  }));
  return bandFigure({
    title: "What the last trial adds",
    values,
    x: { field: "horizon", title: "horizon τ (time)" },
    y: { field: "share", title: "reward beyond r*·τ / bound" },
    lines: { field: "law" },
    dashed: "printed",
  });
}
