import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { numberText } from "../design/number-text.ts";
import { colourNow } from "./colours.ts";
import { LineMark } from "./line-mark.tsx";
import { useDark } from "./use-dark.ts";
import { useWidth } from "./use-width.ts";

/** One line of a chart. */
export interface ChartLine {
  readonly label: string;
  /** A name of the style sheet, such as --line-1. */
  readonly colour: string;
  readonly dash?: readonly number[];
  readonly width?: number;
  /** Steps instead of straight lines, for what stays as it is until it changes. */
  readonly stepped?: true;
  /** Its values are followed by two more rows of the data: the upper and the lower end of its band. */
  readonly band?: true;
  /** Points without a line between them. */
  readonly points?: true;
  /** Of a point, in pixels; 4 if absent. */
  readonly size?: number;
  /** A null breaks the line; without this it goes on to the next value. */
  readonly gaps?: true;
}

interface ChartAxis {
  readonly label: string;
  readonly log?: boolean;
  /** From here to there, whatever the data are; what is left open follows them. */
  readonly from?: number;
  readonly to?: number;
}

interface MovingChartProps {
  readonly lines: readonly ChartLine[];
  readonly x: ChartAxis;
  readonly y: ChartAxis;
  /** The places on the x axis, ascending; then the values of each line, null for none, with its band after it. */
  readonly data: readonly (readonly (number | null)[] | Float64Array)[];
  /** In words, for who cannot see it. */
  readonly says: string;
  readonly height?: number;
}

/**
 * A chart on a canvas, for data that change many times a second. It is made anew only when its lines, its axes, its size
 * or the colours change; new data are drawn into it.
 */
export function MovingChart({ lines, x, y, data, says, height = 260 }: MovingChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const width = useWidth(place);
  const dark = useDark();
  const shape = JSON.stringify([lines, x, y]);
  // What is drawn follows the words of the shape, not the objects, which are new at every turn.
  const made = useMemo(() => ({ lines, x, y }), [shape]);
  const latest = useRef(data);
  latest.current = data;

  useLayoutEffect(() => {
    const element = place.current;
    if (element === null || width === 0) return undefined;
    const options = optionsOf(made.lines, made.x, made.y, width, height);
    const chart = new uPlot(options, aligned(latest.current), element);
    plot.current = chart;
    return () => {
      chart.destroy();
      plot.current = null;
    };
  }, [made, width, height, dark]);

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
      <div ref={place} class="moving" style={{ minHeight: `${height}px` }} role="img" aria-label={says} />
    </div>
  );
}

function aligned(data: MovingChartProps["data"]): uPlot.AlignedData {
  return data as unknown as uPlot.AlignedData;
}

function optionsOf(
  lines: readonly ChartLine[],
  x: ChartAxis,
  y: ChartAxis,
  width: number,
  height: number,
): uPlot.Options {
  const series: uPlot.Series[] = [{}];
  const bands: uPlot.Band[] = [];
  for (const line of lines) {
    const colour = colourNow(line.colour);
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

/** What would join the two ends is drawn and then clipped: where it is steep, an edge of it would stay. */
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
  const text = colourNow("--faint");
  const grid = colourNow("--grid");
  return {
    label,
    labelSize: 20,
    labelFont: "12px system-ui, sans-serif",
    font: "12px system-ui, sans-serif",
    stroke: text,
    grid: {
      stroke: grid,
      width: 1,
      // Nine lines a decade would be more than the data.
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

/** On a log axis only whole powers of ten have a number; where these are far apart, 2 and 5 of each have one, too. */
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
