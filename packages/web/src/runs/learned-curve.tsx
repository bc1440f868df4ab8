import type { State } from "mulligan/client";
import { useMemo } from "preact/hooks";
import { lineColour } from "../charts/colours.ts";
import { type ChartLine, MovingChart } from "../charts/moving-chart.tsx";
import { Figure } from "../design/figure.tsx";
import { timeText } from "../design/number-text.ts";
import { curveRows, drawnArms, roundEnds } from "./curve-rows.ts";

const MAX_CURVES = 4;
const DASHES: readonly (readonly number[])[] = [[], [8, 4], [2, 3], [10, 3, 2, 3]];

interface LearnedCurveProps {
  readonly state: State;
  readonly unit: string;
}

/** Where the curve is higher elsewhere, the analysis has found that chance may have made it so. */
function bestText(best: NonNullable<State["best"]>, arms: State["arms"], unit: string): string {
  const higher = arms.some(
    ({ name, curve }) => name === best.arm && curve.some(({ rate }) => rate > best.rate),
  );
  const why = higher ? "; where the curve is higher, that may be chance" : "";
  return `The best cutoff so far is ${timeText(best.cutoff, unit)}${why}.`;
}

/** Reward per time against the cutoff, as the tries so far show it. */
export function LearnedCurve({ state, unit }: LearnedCurveProps) {
  const arms = useMemo(() => drawnArms(state.arms, MAX_CURVES), [state]);
  // Milliseconds are short for a reward.
  const [per, word] = unit === "ms" ? [1_000, "second"] : [1, unit === "flips" ? "flip" : "unit of time"];
  const data = useMemo(() => curveRows(arms, per), [arms, per]);
  const lines: ChartLine[] = [
    ...arms.map(({ name }, place) => ({
      label: name,
      colour: lineColour(place),
      band: true as const,
      ...(place === 0 ? {} : { dash: DASHES[place] }),
    })),
    { label: "best cutoff", colour: "--text", points: true, size: 8 },
  ];
  const left = state.arms.filter(({ curve }) => curve.length > 0).length - arms.length;
  const best = state.best === null ? "" : ` ${bestText(state.best, state.arms, unit)}`;
  const others = left > 0 ? ` The ${arms.length} arms that were tried most are drawn.` : "";
  const says = `How much reward a ${word} brings for each cutoff, by the tries so far, with a band for what is not known yet.${best}${others}`;
  return (
    <Figure title="What was learned" says={says}>
      {arms.length === 0 ? (
        <p class="faint no-curve">The curve begins with the first try that ends by itself.</p>
      ) : (
        <MovingChart
          lines={lines}
          x={{ label: unit === "" ? "cutoff" : `cutoff (${unit})`, log: true, ...roundEnds(data[0]) }}
          y={{ label: `reward per ${word}`, from: 0 }}
          data={data}
          says={says}
        />
      )}
    </Figure>
  );
}
