import type uPlot from "uplot";
import { type ChartLine, placesOf } from "./chart-options.ts";
import { currentColour } from "./lines.tsx";

const FONT = "600 12px system-ui, sans-serif";
/** In pixels of the style sheet: a line of text, and the space between the end of a line and its name. */
const LINE_HEIGHT = 14;
const SPACE = 6;
/** Names may take this share of a narrow chart. */
const MOST_ROOM = 0.35;

/** How much room the names need at the right of a chart. */
export function roomForLabels(lines: readonly ChartLine[], width: number): number | null {
  const names = lines.flatMap(({ end }) => end ?? []);
  const context = document.createElement("canvas").getContext("2d");
  if (names.length === 0 || context === null) return null;
  context.font = FONT;
  const widest = Math.max(...names.map((name) => context.measureText(name).width));
  return Math.ceil(Math.min(widest + SPACE + 4, MOST_ROOM * width));
}

interface EndLabel {
  readonly text: string;
  readonly colour: string;
  readonly x: number;
  y: number;
}

/** Writes the name of each line at its end, in the colour of the line and apart from each other. */
export function endLabels(lines: readonly ChartLine[]): uPlot.Plugin {
  const places = placesOf(lines).filter(({ line }) => line.end !== undefined);
  return { hooks: places.length === 0 ? {} : { draw: (chart) => drawLabels(chart, places) } };
}

function drawLabels(chart: uPlot, places: ReturnType<typeof placesOf>): void {
  const { ctx: context, bbox } = chart;
  const ratio = devicePixelRatio;
  const labels = places.flatMap(({ line, at }): EndLabel[] => {
    const values = chart.data[at];
    let last = values.length - 1;
    while (last >= 0 && values[last] == null) last -= 1;
    if (last < 0) return [];
    const x = Math.min(chart.valToPos(chart.data[0][last], "x", true), bbox.left + bbox.width);
    const y = chart.valToPos(values[last]!, "y", true);
    return [{ text: line.end!, colour: currentColour(line.colour), x: x + SPACE * ratio, y }];
  });
  spread(labels, bbox.top + (LINE_HEIGHT * ratio) / 2, bbox.top + bbox.height, LINE_HEIGHT * ratio);
  context.save();
  context.font = FONT.replace("12px", `${12 * ratio}px`);
  context.textAlign = "left";
  context.textBaseline = "middle";
  context.lineJoin = "round";
  context.lineWidth = 4 * ratio;
  context.strokeStyle = currentColour("--card");
  const room = chart.ctx.canvas.width;
  for (const { text, colour, x, y } of labels) {
    const most = room - x - ratio;
    context.strokeText(text, x, y, most);
    context.fillStyle = colour;
    context.fillText(text, x, y, most);
  }
  context.restore();
}

/** Moves labels down where they would lie on each other, and up again where they would leave the chart. */
function spread(labels: EndLabel[], top: number, bottom: number, gap: number): void {
  labels.sort((a, b) => a.y - b.y);
  let next = top;
  for (const label of labels) {
    label.y = Math.max(label.y, next);
    next = label.y + gap;
  }
  let most = bottom;
  for (const label of labels.toReversed()) {
    label.y = Math.min(label.y, most);
    most = label.y - gap;
  }
}
