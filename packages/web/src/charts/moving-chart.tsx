import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { useDark, useWidth } from "../browser/hooks.ts";
import { numberText } from "../design/number-text.ts";
import { currentColour, LineMark } from "./lines.tsx";

/** One line of a chart. */
export interface ChartLine {
  readonly label: string;
  /** A name of the style sheet, such as --line-1. */
  readonly colour: string;
  readonly dash?: readonly number[];
  readonly width?: number;
  /** Draws steps instead of straight lines. */
  readonly stepped?: true;
  /** Two more rows of the data follow this line's values: the upper and the lower end of its band. */
  readonly band?: true;
  /** Draws points without a line between them. */
  readonly points?: true;
  /** The size of a point in pixels; 4 by default. */
  readonly size?: number;
  /** Breaks the line at a null instead of going on to the next value. */
  readonly gaps?: true;
}

interface ChartAxis {
  readonly label: string;
  readonly log?: boolean;
  /** Fixed ends; an end that is not given follows the data. */
  readonly from?: number;
  readonly to?: number;
}

interface MovingChartProps {
  readonly lines: readonly ChartLine[];
  readonly x: ChartAxis;
  readonly y: ChartAxis;
  /** The x values, ascending; then the values of each line, null for none, with its band after it. */
  readonly data: readonly (readonly (number | null)[] | Float64Array)[];
  /** The chart in words, for screen readers. */
  readonly label: string;
  readonly height?: number;
}

/**
 * A chart on a canvas, for data that change many times a second. It is rebuilt only when its lines, axes, size or
 * colours change; new data are drawn into it.
 */
export function MovingChart({ lines, x, y, data, label, height = 260 }: MovingChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const width = useWidth(place);
  const dark = useDark();
  // The objects are new at every render, so their contents decide.
  const shape = useMemo(() => ({ lines, x, y }), [JSON.stringify([lines, x, y])]);
  const latest = useRef(data);
  latest.current = data;

  useLayoutEffect(() => {
    const element = place.current;
    if (element === null || width === 0) return undefined;
    const options = chartOptions(shape, width, height);
    const chart = new uPlot(options, aligned(latest.current), element);
    plot.current = chart;
    return () => {
      chart.destroy();
      plot.current = null;
    };
  }, [shape, width, height, dark]);

  useLayoutEffect(() => {
    plot.current?.setData(aligned(data));
  }, [data]);

  return (
    <div>
      <ul class="key">
        {lines.map(({ label, colour, dash, points }) => (
          <li key={label}>
            <LineMark colour={colour} dash={dash} points={points} />
            {label}
          </li>
        ))}
      </ul>
      <div ref={place} class="moving" style={{ minHeight: `${height}px` }} role="img" aria-label={label} />
    </div>
  );
}

/** A row for one point, at the x nearest to `wanted` on a log axis; no point if that is infinite. */
export function pointRow(
  xs: readonly number[] | Float64Array,
  wanted: number,
  value: (place: number) => number,
): (number | null)[] {
  const distance = (place: number) => Math.abs(Math.log(xs[place] / wanted));
  let nearest = 0;
  for (let place = 1; place < xs.length; place++) if (distance(place) < distance(nearest)) nearest = place;
  return Array.from(xs, (_, place) => (place === nearest && wanted < Infinity ? value(place) : null));
}

function aligned(data: MovingChartProps["data"]): uPlot.AlignedData {
  return data as unknown as uPlot.AlignedData;
}

function chartOptions(
  { lines, x, y }: Pick<MovingChartProps, "lines" | "x" | "y">,
  width: number,
  height: number,
): uPlot.Options {
  const series: uPlot.Series[] = [{}];
  const bands: uPlot.Band[] = [];
  for (const line of lines) {
    const colour = currentColour(line.colour);
    series.push({
      label: line.label,
      stroke: line.points ? "transparent" : colour,
      width: line.width ?? 2,
      ...(line.dash === undefined ? {} : { dash: [...line.dash] }),
      ...(line.stepped && uPlot.paths.stepped ? { paths: uPlot.paths.stepped({ align: 1 }) } : {}),
      points: line.points
        ? { show: true, size: line.size ?? 4, fill: colour, stroke: colour }
        : { show: false },
      spanGaps: line.gaps !== true,
      ...(line.gaps ? { gaps: widened } : {}),
    });
    if (!line.band) continue;
    const top = series.length;
    const edge = { stroke: "transparent", width: 0, points: { show: false }, spanGaps: true };
    series.push({ ...edge, label: `${line.label}, upper` }, { ...edge, label: `${line.label}, lower` });
    bands.push({ series: [top, top + 1], fill: `${colour}2e` });
  }
  return {
    width,
    height,
    series,
    bands,
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: false, ...scaleOf(x) }, y: scaleOf(y) },
    axes: [
      { ...axisOf(x, 72), size: 28 },
      { ...axisOf(y, 32), size: 56 },
    ],
  };
}

/** The line across a gap is drawn and then clipped; a little more is clipped, or the edge of a steep line would stay. */
const widened: uPlot.Series.GapsRefiner = (_chart, _series, _from, _to, gaps) =>
  gaps.map(([from, to]) => [from - 2 * devicePixelRatio, to]);

function scaleOf({ log, from, to }: ChartAxis): uPlot.Scale {
  const distr = log ? { distr: 3 as const, log: 10 as const } : {};
  if (from === undefined && to === undefined) return distr;
  return {
    ...distr,
    range: (_, low, high) => {
      const ends: [number, number] = [from ?? low ?? 0, to ?? high ?? 1];
      return ends[1] > ends[0] ? ends : [ends[0], log ? ends[0] * 10 : ends[0] + 1];
    },
  };
}

function axisOf({ label, log }: ChartAxis, space: number): uPlot.Axis {
  const grid = currentColour("--grid");
  return {
    label,
    labelSize: 20,
    labelFont: "12px system-ui, sans-serif",
    font: "12px system-ui, sans-serif",
    stroke: currentColour("--faint"),
    grid: {
      stroke: grid,
      width: 1,
      // Nine lines in each decade would hide the data.
      ...(log ? { filter: (_, places) => places.map((place) => (isPowerOfTen(place) ? place : null)) } : {}),
    },
    ticks: { stroke: grid, width: 1, size: 4 },
    space,
    ...(log ? { filter: (_, places) => places } : {}),
    values: (plot, places) => {
      const steps = log ? namedSteps(places, plot.bbox.width / devicePixelRatio) : undefined;
      return places.map((place) => (place === null ? null : tickText(place, steps)));
    },
  };
}

const TICK_ROOM = 120;

/** On a log axis powers of ten have a number; where these are far apart, their doubles and fivefolds have one, too. */
function namedSteps(places: readonly (number | null)[], room: number): readonly number[] {
  const decades = Math.log10((places.at(-1) ?? 1) / (places[0] ?? 1));
  return decades * TICK_ROOM < room ? [1, 2, 5] : [1];
}

function tickText(value: number, steps: readonly number[] | undefined): string | null {
  const digit = Math.round((value / 10 ** Math.floor(Math.log10(value) + 1e-9)) * 1e6) / 1e6;
  if (steps !== undefined && !steps.includes(digit)) return null;
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e5 || size < 1e-3) return numberText(value).replace(/(\d)\.00( ·)/, "$1$2");
  return Number(value.toPrecision(6)).toLocaleString("en");
}

function isPowerOfTen(value: number): boolean {
  const power = Math.log10(value);
  return Math.abs(power - Math.round(power)) < 1e-9;
}
