import uPlot from "uplot";
import { numberText } from "../design/number-text.ts";
import { currentColour } from "./lines.tsx";

/** One line of a chart. */
export interface ChartLine {
  readonly label: string;
  /** A short name that stands at the end of the line. Lines without one are named in the key above. */
  readonly end?: string;
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

export interface ChartAxis {
  readonly label: string;
  readonly log?: boolean;
  /** Fixed ends; an end that is not given follows the data. */
  readonly from?: number;
  readonly to?: number;
}

/** The x values, ascending; then the values of each line, null for none, with its band after it. */
export type ChartData = readonly (readonly (number | null)[] | Float64Array)[];

/** All that is drawn in a chart. */
export interface ChartContent {
  readonly lines: readonly ChartLine[];
  readonly x: ChartAxis;
  readonly y: ChartAxis;
  readonly data: ChartData;
}

/** Each line with the place of its values in the data; after them stand the ends of its band, if it has one. */
export function placesOf(lines: readonly ChartLine[]): { readonly line: ChartLine; readonly at: number }[] {
  let next = 1;
  return lines.map((line) => {
    const at = next;
    next += line.band ? 3 : 1;
    return { line, at };
  });
}

/** The options of uPlot, without what is drawn over the lines. */
export function chartOptions(
  { lines, x, y }: Omit<ChartContent, "data">,
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
    // Points at the values would be drawn for the ends of bands, too.
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
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
