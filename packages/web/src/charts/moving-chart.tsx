import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { useDark, useWidth } from "../browser/hooks.ts";
import { SaveAs } from "../design/save-as.tsx";
import { chartColumns, chartSvg } from "./chart-files.ts";
import { type ChartContent, type ChartData, chartOptions } from "./chart-options.ts";
import { valuesUnderPointer } from "./chart-values.ts";
import { endLabels, roomForLabels } from "./end-labels.ts";
import { LineMark } from "./lines.tsx";

export type { ChartLine } from "./chart-options.ts";

interface MovingChartProps extends ChartContent {
  /** The chart in words, for screen readers. */
  readonly label: string;
  readonly height?: number;
  /** Adds buttons that save the chart: what it shows, and the name of the file without its ending. */
  readonly save?: { readonly what: string; readonly file: string };
}

/**
 * A chart on a canvas, for data that change many times a second. It is rebuilt only when its lines, axes, size or
 * colours change; new data are drawn into it. The pointer or a finger shows the values at its place.
 */
export function MovingChart({ lines, x, y, data, label, height = 260, save }: MovingChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const width = useWidth(place);
  const dark = useDark();
  // The objects are new at every render, so their contents decide.
  const shape = useMemo(() => ({ lines, x, y }), [JSON.stringify([lines, x, y])]);
  const named = lines.filter(({ end }) => end === undefined);
  const latest = useRef(data);
  latest.current = data;

  useLayoutEffect(() => {
    const element = place.current;
    if (element === null || width === 0) return undefined;
    const options = {
      ...chartOptions(shape, width, height),
      padding: [null, roomForLabels(lines, width), null, null] as uPlot.Padding,
      plugins: [endLabels(shape.lines), valuesUnderPointer(shape)],
    };
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
      {named.length > 0 && (
        <ul class="key">
          {named.map(({ label, colour, dash, points }) => (
            <li key={label}>
              <LineMark colour={colour} dash={dash} points={points} />
              {label}
            </li>
          ))}
        </ul>
      )}
      <div ref={place} class="moving" style={{ minHeight: `${height}px` }} role="img" aria-label={label} />
      {save !== undefined && (
        <SaveAs
          {...save}
          svg={() => chartSvg({ lines, x, y, data })}
          csv={() => chartColumns({ lines, x, y, data })}
        />
      )}
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

function aligned(data: ChartData): uPlot.AlignedData {
  return data as unknown as uPlot.AlignedData;
}
