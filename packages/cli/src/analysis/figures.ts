import type { TopLevelSpec } from "vega-lite";
import { rateFigure } from "../figures/rate-figure.ts";
import type { ArmAnalysis } from "./arm-analysis.ts";
import { survivalFigure } from "./survival-figure.ts";

/** What `analyze` draws. */
export function analysisFigures(
  arms: readonly ArmAnalysis[],
  unit: string,
): { readonly rate: TopLevelSpec; readonly survival: TopLevelSpec } {
  const line = arms.flatMap((arm) => arm.line.map((point) => ({ arm: arm.name, ...point })));
  const best = arms.map((arm) => ({ arm: arm.name, cutoff: arm.bestCutoff, rate: arm.bestRate }));
  const without = arms.flatMap(({ name, rateWithoutCutoff: rate }) =>
    rate === null ? [] : [{ arm: name, rate }],
  );
  const steps = arms.flatMap((arm) => arm.curve.map((point) => ({ arm: arm.name, ...point })));
  return { rate: rateFigure(line, best, { unit, without }), survival: survivalFigure(steps, unit) };
}
