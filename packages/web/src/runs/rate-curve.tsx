import type { State } from "mulligan/client";
import { useMemo } from "preact/hooks";
import { lineColour } from "../charts/lines.tsx";
import { type ChartLine, MovingChart } from "../charts/moving-chart.tsx";
import { ChartFigure } from "../design/blocks.tsx";
import { timeText } from "../design/number-text.ts";

const MAX_CURVES = 4;
const DASHES: readonly (readonly number[])[] = [[], [8, 4], [2, 3], [10, 3, 2, 3]];

interface RateCurveProps {
  readonly state: State;
  readonly unit: string;
}

/** Where the curve is higher elsewhere, that may be chance, as the analysis has found. */
function bestText(best: NonNullable<State["best"]>, arms: State["arms"], unit: string): string {
  const higher = arms.some(
    ({ name, curve }) => name === best.arm && curve.some(({ rate }) => rate > best.rate),
  );
  const why = higher ? "; where the curve is higher, that may be chance" : "";
  return `The best cutoff so far is ${timeText(best.cutoff, unit)}${why}.`;
}

/** Reward per time against the cutoff, from the tries so far. */
export function RateCurveFigure({ state, unit }: RateCurveProps) {
  const arms = useMemo(() => drawnArms(state.arms, MAX_CURVES), [state]);
  // A reward per millisecond would be too small a number.
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
  const caption = `How much reward a ${word} brings for each cutoff, by the tries so far, with a band for what is not known yet.${best}${others}`;
  return (
    <ChartFigure title="What was learned" caption={caption}>
      {arms.length === 0 ? (
        <p class="faint no-curve">The curve begins with the first try that ends by itself.</p>
      ) : (
        <MovingChart
          lines={lines}
          x={{ label: unit === "" ? "cutoff" : `cutoff (${unit})`, log: true, ...roundEnds(data[0]) }}
          y={{ label: `reward per ${word}`, from: 0 }}
          data={data}
          label={caption}
        />
      )}
    </ChartFigure>
  );
}

type Arm = State["arms"][number];

/** The arms that were tried most, in their own order. */
export function drawnArms(arms: readonly Arm[], most: number): Arm[] {
  const tried = arms.filter(({ curve }) => curve.length > 0);
  const first = tried.toSorted((a, b) => b.decisions - a.decisions).slice(0, most);
  return tried.filter((arm) => first.includes(arm));
}

type ChartRow = (number | null)[];

/**
 * The data of a chart with the curves of several arms: all cutoffs, then the rates of each arm with the ends of its band,
 * then the best cutoffs. `per` multiplies rates.
 */
export function curveRows(arms: readonly Arm[], per: number): ChartRow[] {
  const places = new Set<number>();
  for (const { curve, bestCutoff } of arms) {
    for (const { cutoff } of curve) if (isPlace(cutoff)) places.add(cutoff);
    if (bestCutoff !== null && isPlace(bestCutoff)) places.add(bestCutoff);
  }
  const cutoffs = [...places].sort((a, b) => a - b);
  const rows: ChartRow[] = [cutoffs];
  for (const { curve } of arms) {
    const at = new Map(curve.map((point) => [point.cutoff, point]));
    const row = (field: "rate" | "low" | "high") =>
      cutoffs.map((cutoff) => {
        const value = at.get(cutoff)?.[field];
        return value === undefined || !Number.isFinite(value) ? null : value * per;
      });
    rows.push(row("rate"), row("high"), row("low"));
  }
  const best = new Map(arms.map(({ bestCutoff, bestRate }) => [bestCutoff, bestRate]));
  rows.push(
    cutoffs.map((cutoff) => {
      const rate = best.get(cutoff);
      return rate == null ? null : rate * per;
    }),
  );
  return rows;
}

/** Round ends for an axis, which stay the same while the curve grows a little. */
export function roundEnds(places: ChartRow): { readonly from: number; readonly to: number } | undefined {
  const [first, last] = [places[0], places.at(-1)];
  if (first == null || last == null) return undefined;
  const power = (value: number) => 10 ** Math.floor(Math.log10(value));
  const steps = (value: number) => [0.5, 1, 2, 5, 10].map((step) => step * power(value));
  const from = steps(first).findLast((step) => step <= first)!;
  const to = steps(last).find((step) => step >= last)!;
  return { from, to: to > from ? to : 2 * from };
}

function isPlace(cutoff: number): boolean {
  return cutoff > 0 && cutoff < Infinity;
}
