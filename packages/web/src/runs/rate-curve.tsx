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
  if (best.cutoff === Infinity) return " So far it is best to wait for every try.";
  const why = higher ? " Where the curve is higher, that may be chance." : "";
  return ` The best cutoff so far is ${timeText(best.cutoff, unit)}.${why}`;
}

/** Rewards per time are counted per second, since there are too few in a millisecond. */
function rateUnit(unit: string): { readonly per: number; readonly word: string } {
  if (unit === "ms") return { per: 1_000, word: "second" };
  return { per: 1, word: unit === "flips" ? "flip" : "unit of time" };
}

/** Reward per time against the cutoff, from the tries so far. */
export function RateCurveFigure({ state, unit }: RateCurveProps) {
  const arms = useMemo(() => drawnArms(state.arms, MAX_CURVES), [state]);
  const curves = useMemo(
    () => arms.map(({ name, curve }) => ({ name, curve, best: bestOn(name, state.best) })),
    [arms],
  );
  const left = state.arms.filter(({ curve }) => curve.length > 0).length - arms.length;
  const best = state.best === null ? "" : bestText(state.best, state.arms, unit);
  const others = left > 0 ? ` Only the ${arms.length} options with the most tries are drawn.` : "";
  return (
    <CurvesFigure
      curves={curves}
      unit={unit}
      source="estimated from the tries so far"
      more={best + others}
      empty="The curve begins with the first try that ends by itself."
      save={{ what: "the learned curve", file: `mulligan-${fileName(state.name)}-curve` }}
    />
  );
}

interface CurvesFigureProps {
  readonly curves: readonly NamedCurve[];
  readonly unit: string;
  /** The end of the first sentence of the caption, and its last sentences. */
  readonly source: string;
  readonly more: string;
  /** The text where there is no curve yet. */
  readonly empty: string;
  readonly height?: number;
  readonly save: { readonly what: string; readonly file: string };
}

/** A figure of learned curves with their bands, and a mark at the best cutoff of each. */
export function CurvesFigure({ curves, unit, source, more, empty, height, save }: CurvesFigureProps) {
  const { per, word } = rateUnit(unit);
  const data = useMemo(() => curveRows(curves, per), [curves, per]);
  const caption = `What each cutoff would earn in a ${word}, ${source}. The band is an approximate 95% interval.${more}`;
  return (
    <ChartFigure title="What was learned" caption={caption}>
      {curves.length === 0 ? (
        <p class="faint no-curve">{empty}</p>
      ) : (
        <MovingChart
          lines={curveLines(curves)}
          x={{ label: unit === "" ? "cutoff" : `cutoff (${unit})`, log: true, ...roundEnds(data[0]) }}
          y={{ label: `reward per ${word}`, from: 0 }}
          data={data}
          label={caption}
          {...(height === undefined ? {} : { height })}
          save={save}
        />
      )}
    </ChartFigure>
  );
}

/** The best cutoff, if it is of this option. */
function bestOn(arm: string, best: State["best"]): number | undefined {
  return best?.arm === arm ? finite(best.cutoff) : undefined;
}

/** A cutoff that has a place on an axis. */
export function finite(cutoff: number | undefined): number | undefined {
  return cutoff === undefined || cutoff === Infinity ? undefined : cutoff;
}

/** The best cutoff in words. */
export function bestCutoffText(best: State["best"] | undefined, unit: string): string {
  if (best == null) return "–";
  return best.cutoff === Infinity ? "none: wait" : timeText(best.cutoff, unit);
}

/** A line with its band for each curve, named at its end, and the marks on them. A single mark is explained in the key. */
function curveLines(curves: readonly NamedCurve[]): ChartLine[] {
  const marked = curves.flatMap(({ name, best }, place) => (best === undefined ? [] : [{ name, place }]));
  return [
    ...curves.map(({ name }, place) => ({
      label: name,
      end: shortName(name),
      colour: lineColour(place),
      band: true as const,
      ...(place === 0 ? {} : { dash: DASHES[place % DASHES.length] }),
    })),
    ...marked.map(({ name, place }) => ({
      label: marked.length === 1 ? "best cutoff" : `best cutoff, ${name}`,
      ...(marked.length === 1 ? {} : { end: "" }),
      colour: marked.length === 1 ? "--text" : lineColour(place),
      points: true as const,
      size: 9,
    })),
  ];
}

/** The end of a long name often tells it from others, and so does its beginning. */
function shortName(name: string): string {
  return name.length > 18 ? `${name.slice(0, 9)}…${name.slice(-8)}` : name;
}

/** A name as part of the name of a file. */
export function fileName(name: string): string {
  return (
    name
      .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
      .replaceAll(/^-|-$/g, "")
      .slice(0, 60) || "run"
  );
}

type Arm = State["arms"][number];

/** The arms that were tried most, in their own order. */
export function drawnArms(arms: readonly Arm[], most: number): Arm[] {
  const tried = arms.filter(({ curve }) => curve.length > 0);
  const first = tried.toSorted((a, b) => b.decisions - a.decisions).slice(0, most);
  return tried.filter((arm) => first.includes(arm));
}

/** A learned curve, what it is of, and the cutoff that is marked on it. */
export interface NamedCurve {
  readonly name: string;
  readonly curve: Arm["curve"];
  readonly best?: number | undefined;
}

type ChartRow = (number | null)[];
type Point = Arm["curve"][number];

/**
 * The data of a chart with several curves: all cutoffs, then the rates of each curve with the ends of its band, then a row
 * for each marked cutoff. The mark lies on its curve. `per` multiplies rates.
 */
export function curveRows(curves: readonly NamedCurve[], per: number): ChartRow[] {
  const marks = curves.map(({ curve, best }) => (best === undefined ? undefined : pointAt(curve, best)));
  const points = [...curves.flatMap(({ curve }) => curve), ...marks.flatMap((mark) => mark ?? [])];
  const cutoffs = [...new Set(points.map(({ cutoff }) => cutoff).filter(isPlace))].sort((a, b) => a - b);
  const curveOf = ({ curve }: NamedCurve, place: number): ChartRow[] => {
    const mark = marks[place];
    const at = new Map(
      [...curve, ...(mark === undefined ? [] : [mark])].map((point) => [point.cutoff, point]),
    );
    return (["rate", "high", "low"] as const).map((field) =>
      cutoffs.map((cutoff) => {
        const value = at.get(cutoff)?.[field];
        return value === undefined || !Number.isFinite(value) ? null : value * per;
      }),
    );
  };
  const markRows = marks
    .filter((_, place) => curves[place].best !== undefined)
    .map((mark) => cutoffs.map((cutoff) => (cutoff === mark?.cutoff ? mark.rate * per : null)));
  return [cutoffs, ...curves.flatMap(curveOf), ...markRows];
}

/**
 * The point of a curve at a cutoff, also between two of its points, where it is drawn straight on a log axis; undefined
 * beyond its ends.
 */
function pointAt(curve: readonly Point[], cutoff: number): Point | undefined {
  const after = curve.findIndex((point) => point.cutoff >= cutoff);
  if (!isPlace(cutoff) || after < 0) return undefined;
  const right = curve[after];
  if (right.cutoff === cutoff) return right;
  const left = curve[after - 1];
  if (left === undefined || !isPlace(left.cutoff)) return undefined;
  const share = Math.log(cutoff / left.cutoff) / Math.log(right.cutoff / left.cutoff);
  const between = (field: "survival" | "rate" | "low" | "high") =>
    left[field] + share * (right[field] - left[field]);
  return {
    cutoff,
    survival: between("survival"),
    rate: between("rate"),
    low: between("low"),
    high: between("high"),
  };
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
