import type { Figure } from "mulligan/figures";
import type { CsvColumn } from "../browser/download.ts";
import { type ChartAxis, type ChartContent, placesOf } from "./chart-options.ts";
import { currentColour } from "./lines.tsx";
import { drawFigure } from "./still-figure.tsx";

/** In pixels. */
const WIDTH = 800;
const HEIGHT = 420;

/** The values of a chart in columns: x, then each line with the ends of its band. Rows without a value are left out. */
export function chartColumns({ lines, x, data }: ChartContent): CsvColumn[] {
  const columns = [
    { name: x.label, values: data[0] },
    ...placesOf(lines).flatMap(({ line: { label, band }, at }) => [
      { name: label, values: data[at] },
      ...(band ? [{ name: `${label}, upper`, values: data[at + 1] }] : []),
      ...(band ? [{ name: `${label}, lower`, values: data[at + 2] }] : []),
    ]),
  ];
  const places = Array.from(data[0], (_, place) => place).filter((place) =>
    columns.slice(1).some(({ values }) => values[place] != null),
  );
  return columns.map(({ name, values }) => ({ name, cells: places.map((place) => values[place]) }));
}

/** The chart as an SVG document, in the colours of the page, drawn by Vega with a legend for its lines. */
export async function chartSvg(content: ChartContent): Promise<string> {
  const reply = await drawFigure(chartSpec(content), WIDTH, []);
  if ("problem" in reply) throw new Error(`The picture cannot be drawn: ${reply.problem}`);
  const card = `<rect width="100%" height="100%" fill="${currentColour("--card")}"/>`;
  return reply.svg
    .replaceAll("currentColor", currentColour("--text"))
    .replace(/<svg[^>]*>/, (tag) => tag + card);
}

function chartSpec({ lines, x, y, data }: ChartContent): Figure {
  const domain = lines.map(({ label }) => label);
  const legend = { title: null, symbolType: "stroke", symbolSize: 400 };
  const byLine = { field: "line", type: "nominal", legend };
  // All lines have both, so that Vega makes one legend of them.
  const style = {
    color: { ...byLine, scale: { domain, range: lines.map(({ colour }) => currentColour(colour)) } },
    strokeDash: { ...byLine, scale: { domain, range: lines.map(({ dash }) => [...(dash ?? [1, 0])]) } },
  };
  const layers = placesOf(lines).flatMap(({ line, at }) => {
    const values = Array.from(data[0], (_, place) => ({
      line: line.label,
      x: data[0][place],
      y: data[at][place],
      ...(line.band ? { high: data[at + 1][place], low: data[at + 2][place] } : {}),
    })).filter(({ y }) => y != null);
    const layer = (mark: object, ends: object) => ({
      data: { values },
      mark: { ...mark, clip: true },
      encoding: { x: { field: "x", ...axisOf(x) }, ...ends, color: style.color },
    });
    const band = layer(
      { type: "area", opacity: 0.18 },
      { y: { field: "low", ...axisOf(y) }, y2: { field: "high" } },
    );
    const interpolate = line.stepped ? "step-after" : "linear";
    const mark = line.points
      ? { type: "point", filled: true, size: 6 * (line.size ?? 4) }
      : { type: "line", strokeWidth: line.width ?? 2, interpolate };
    return [
      ...(line.band ? [band] : []),
      layer(mark, { y: { field: "y", ...axisOf(y) }, strokeDash: style.strokeDash }),
    ];
  });
  const $schema = "https://vega.github.io/schema/vega-lite/v6.json";
  return { $schema, width: WIDTH, height: HEIGHT, layer: layers };
}

function axisOf({ label, log, from, to }: ChartAxis) {
  const ends = {
    ...(from === undefined ? {} : { domainMin: from }),
    ...(to === undefined ? {} : { domainMax: to }),
  };
  return {
    type: "quantitative",
    title: label,
    scale: { type: log ? "log" : "linear", nice: false, ...ends },
  } as const;
}
