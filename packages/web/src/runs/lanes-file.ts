import type { Tried } from "mulligan/client";
import type { CsvColumn } from "../browser/download.ts";
import { currentColour } from "../charts/lines.tsx";
import { timeText } from "../design/number-text.ts";
import { BAR_KINDS, type BarKind, howItEnded, type TryLane, ticksBetween } from "./lanes.ts";

/** Where a bar stands in its lane says how the try ended, without colours and however thin it is. */
export const BAR_SHAPES: Readonly<Record<BarKind, { readonly top: number; readonly height: number }>> = {
  solved: { top: 0, height: 28 },
  cut: { top: 16, height: 12 },
  failed: { top: 0, height: 12 },
  stopped: { top: 12, height: 4 },
};
export const LANE_HEIGHT = 28;
/** A text at the axis needs so much room. */
export const TICK_ROOM = 110;

/** A bar is at least a visible line; where there is room it leaves a gap to the next. */
export function barWidth(width: number): number {
  return Math.max(1, width - (width > 4 ? 1 : 0));
}

export function tickText(tick: number, unit: string): string {
  if (tick === 0) return "0";
  return tick < 0 ? `−${timeText(-tick, unit)}` : timeText(tick, unit);
}

/** Keeps the texts at the ends inside the picture. */
export function anchorAt(x: number, width: number): "start" | "middle" | "end" {
  if (x < TICK_ROOM / 4) return "start";
  return x > width - TICK_ROOM / 4 ? "end" : "middle";
}

/** The tries in columns. */
export function triesColumns(tries: readonly Tried[]): CsvColumn[] {
  const column = (name: string, value: (tried: Tried) => string | number | undefined) => ({
    name,
    cells: tries.map(value),
  });
  return [
    column("try", ({ number }) => number),
    column("option", ({ arm }) => arm),
    column("task", ({ task }) => task),
    column("cutoff", ({ cutoff }) => cutoff),
    column("time", ({ time }) => time),
    column("end", howItEnded),
  ];
}

interface LanesPicture {
  readonly lanes: readonly TryLane[];
  readonly from: number;
  readonly to: number;
  readonly unit: string;
}

/** In pixels. */
const WIDTH = 800;
const MARGIN = 16;
const NAME_HEIGHT = 20;
const KEY_HEIGHT = 24;

/** The bars as an SVG document in the colours of the page. */
export function lanesSvg({ lanes, from, to, unit }: LanesPicture): string {
  const scale = to > from ? WIDTH / (to - from) : 0;
  const rowHeight = NAME_HEIGHT + LANE_HEIGHT + 8;
  const bottom = KEY_HEIGHT + lanes.length * rowHeight;
  const height = bottom + 28;
  const [text, faint, ground] = ["--text", "--faint", "--grid"].map(currentColour);
  const bar = (end: BarKind, x: number, y: number, width: number) =>
    `<rect x="${x}" y="${y + BAR_SHAPES[end].top}" width="${barWidth(width)}" height="${BAR_SHAPES[end].height}" fill="${currentColour(`--${end}`)}"/>`;
  const key = BAR_KINDS.map(
    (end, place) => `<g transform="translate(${place * 90} -8) scale(0.7)">${bar(end, 0, 0, 14)}</g>
<text x="${place * 90 + 16}" y="8" fill="${text}">${end}</text>`,
  );
  const rows = lanes.map(({ arm, bars }, place) => {
    const y = KEY_HEIGHT + place * rowHeight + NAME_HEIGHT;
    return `<text x="0" y="${y - 6}" fill="${faint}">${escaped(arm)}</text>
<rect x="0" y="${y}" width="${WIDTH}" height="${LANE_HEIGHT}" fill="${ground}"/>
${bars.map((one) => bar(one.end, (one.from - from) * scale, y, (one.to - one.from) * scale)).join("")}`;
  });
  const ticks = ticksBetween(from, to, Math.floor(WIDTH / TICK_ROOM)).map((tick) => {
    const x = (tick - from) * scale;
    return `<path d="M${x} ${bottom}v5" stroke="${faint}"/>
<text x="${x}" y="${bottom + 20}" text-anchor="${anchorAt(x, WIDTH)}" fill="${faint}">${tickText(tick, unit)}</text>`;
  });
  const [whole, tall] = [WIDTH + 2 * MARGIN, height + 2 * MARGIN];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${whole}" height="${tall}" viewBox="0 0 ${whole} ${tall}" font-family="system-ui, sans-serif" font-size="12">
<rect width="100%" height="100%" fill="${currentColour("--card")}"/>
<g transform="translate(${MARGIN} ${MARGIN})">${[...key, ...rows, ...ticks].join("")}</g>
</svg>`;
}

function escaped(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no place for them
  const printable = text.replaceAll(/[\u0000-\u001f\ufffe\uffff]/g, " ");
  return printable.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
