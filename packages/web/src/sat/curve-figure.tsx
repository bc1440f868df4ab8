import { useMemo } from "preact/hooks";
import { type ChartLine, MovingChart } from "../charts/moving-chart.tsx";
import { Figure } from "../design/figure.tsx";
import { countText, numberText } from "../design/number-text.ts";
import type { LearnedCurve } from "./learned-curve.ts";
import { SHOWN_AS } from "./names.ts";

const LINES: readonly ChartLine[] = [
  { label: "rate, with its 95% band", colour: SHOWN_AS.learned.colour, band: true },
  { label: "best cutoff so far", colour: "--line-4", points: true, size: 9 },
];

/** What the tries so far say of every cutoff. */
export function CurveFigure({ curve }: { readonly curve: LearnedCurve | undefined }) {
  const data = useMemo(() => {
    if (curve === undefined) return [[], [], [], [], []];
    const { cutoffs, rates, highs, lows, best } = curve;
    const place = best === null ? -1 : nearest(cutoffs, best.cutoff);
    return [cutoffs, rates, highs, lows, cutoffs.map((_, at) => (at === place ? rates[at] : null))];
  }, [curve]);
  return (
    <Figure
      title="The rate curve, as it forms"
      says="How many formulas a million flips would solve if every walk were cut at this many flips, as the tries of the contestant that learns show it."
    >
      <MovingChart
        lines={LINES}
        x={{ label: "cutoff (flips)", log: true }}
        y={{ label: "solved in a million flips", from: 0 }}
        data={data}
        height={240}
        says={curveText(curve)}
      />
      <p class="small faint sat-one-line">{curveText(curve)}</p>
    </Figure>
  );
}

function nearest(cutoffs: readonly number[], wanted: number): number {
  const far = (place: number) => Math.abs(Math.log(cutoffs[place] / wanted));
  return cutoffs.reduce((best, _, place) => (far(place) < far(best) ? place : best), 0);
}

function curveText(curve: LearnedCurve | undefined): string {
  if (curve === undefined || curve.cutoffs.length === 0) return "Too little is known yet for a curve.";
  const tries = `From ${countText(curve.tries)} tries`;
  if (curve.best === null) return `${tries}: no cutoff is better than to wait, so far.`;
  return `${tries}: best is a cutoff of ${numberText(curve.best.cutoff)} flips, which solves ${numberText(curve.best.rate)} in a million.`;
}
