import type { State, Tried } from "mulligan/client";
import { useMemo, useRef } from "preact/hooks";
import { useWidth } from "../browser/hooks.ts";
import { ChartFigure, ScrollTable, TableHead } from "../design/blocks.tsx";
import { countText, timeText } from "../design/number-text.ts";
import {
  BAR_KINDS,
  type Bar,
  type BarKind,
  howItEnded,
  lanesOf,
  type TryLane,
  ticksBetween,
} from "./lanes.ts";

/** Where a bar stands in its lane says how the try ended, without colours and however thin it is. */
const SHAPES: Readonly<Record<BarKind, { readonly top: number; readonly height: number }>> = {
  solved: { top: 0, height: 28 },
  cut: { top: 16, height: 12 },
  failed: { top: 0, height: 12 },
  stopped: { top: 12, height: 4 },
};
const LANE_HEIGHT = 28;

interface TriesPictureProps {
  readonly state: State;
  readonly tries: readonly Tried[];
  readonly unit: string;
}

/** The latest tries as bars: how long each took, how it ended, and its arm. */
export function TriesPicture({ state, tries, unit }: TriesPictureProps) {
  const place = useRef<HTMLDivElement>(null);
  const width = useWidth(place);
  const isAll = tries[0]?.number === 1;
  const { lanes, from, to, leftOut } = useMemo(
    () =>
      lanesOf(
        tries,
        state.arms.map(({ name }) => name),
        isAll,
      ),
    [tries],
  );
  const which = isAll
    ? `All ${countText(tries.length)} tries`
    : `The latest ${countText(tries.length)} of ${countText(state.observations)} tries`;
  const left = leftOut > 0 ? ` ${countText(leftOut)} of other arms are left out.` : "";
  return (
    <ChartFigure
      title="Tries"
      caption={`${which}, one after the other: a bar is as long as its try took. The axis counts the time of all tries together${isAll ? "" : ", back from the latest"}.${left}`}
    >
      <Patterns />
      <ul class="key">
        {BAR_KINDS.map((end) => (
          <li key={end}>
            <svg viewBox="0 0 14 28" class="bar-key" aria-hidden="true">
              <Rect end={end} x={0} width={14} />
            </svg>
            {end}
          </li>
        ))}
      </ul>
      <div
        ref={place}
        class="lanes"
        role="img"
        aria-label={`${which}, by arm. The table below has the latest.`}
      >
        {tries.length === 0 && <p class="faint">No try has ended yet.</p>}
        {lanes.map((lane) => (
          <LaneRow key={lane.arm} lane={lane} from={from} to={to} width={width} unit={unit} />
        ))}
        {tries.length > 0 && <Axis from={from} to={to} width={width} unit={unit} />}
      </div>
      <TriesTable tries={tries} unit={unit} />
    </ChartFigure>
  );
}

interface LaneRowProps {
  readonly lane: TryLane;
  readonly from: number;
  readonly to: number;
  readonly width: number;
  readonly unit: string;
}

function LaneRow({ lane, from, to, width, unit }: LaneRowProps) {
  const scale = to > from ? width / (to - from) : 0;
  return (
    <div>
      <p class="small faint one-line">
        <bdi>{lane.arm}</bdi>
      </p>
      <svg
        aria-hidden="true"
        width={width}
        height={LANE_HEIGHT}
        viewBox={`0 0 ${Math.max(1, width)} ${LANE_HEIGHT}`}
      >
        <rect class="lane-ground" width="100%" height={LANE_HEIGHT} />
        {lane.bars.map((bar) => (
          <Rect
            key={bar.tried.number}
            end={bar.end}
            x={(bar.from - from) * scale}
            width={(bar.to - bar.from) * scale}
            title={barText(bar, unit)}
          />
        ))}
      </svg>
    </div>
  );
}

interface RectProps {
  readonly end: BarKind;
  readonly x: number;
  readonly width: number;
  readonly title?: string;
}

/** A bar is at least a visible line; where there is room it leaves a gap to the next. */
function Rect({ end, x, width, title }: RectProps) {
  const { top, height } = SHAPES[end];
  const gap = width > 4 ? 1 : 0;
  return (
    <rect x={x} y={top} width={Math.max(1, width - gap)} height={height} class={`bar-${end}`}>
      {title !== undefined && <title>{title}</title>}
    </rect>
  );
}

function barText({ tried, end }: Bar, unit: string): string {
  const { number, task, cutoff, time } = tried;
  const at = task === undefined ? "" : ` at ${task}`;
  return `try ${countText(number)}${at}: ${end} after ${timeText(time, unit)}, cutoff ${timeText(cutoff, unit)}`;
}

/** Stripes for tries that were cut, and dots for those that failed. */
function Patterns() {
  return (
    <svg class="patterns" width="0" height="0" aria-hidden="true">
      <pattern id="bar-cut" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="5" height="5" fill="var(--card)" />
        <rect width="3" height="5" fill="var(--cut)" />
      </pattern>
      <pattern id="bar-failed" width="4" height="4" patternUnits="userSpaceOnUse">
        <rect width="4" height="4" fill="var(--failed)" />
        <circle cx="2" cy="2" r="0.9" fill="var(--card)" />
      </pattern>
    </svg>
  );
}

const TICK_ROOM = 110;

function Axis({ from, to, width, unit }: Omit<LaneRowProps, "lane">) {
  const ticks = ticksBetween(from, to, Math.max(1, Math.floor(width / TICK_ROOM)));
  const scale = to > from ? width / (to - from) : 0;
  return (
    <svg
      aria-hidden="true"
      width={width}
      height="22"
      viewBox={`0 0 ${Math.max(1, width)} 22`}
      class="lane-axis"
    >
      <line x1="0" y1="0.5" x2={width} y2="0.5" />
      {ticks.map((tick) => {
        const x = (tick - from) * scale;
        return (
          <g key={tick}>
            <line x1={x} y1="0" x2={x} y2="5" />
            <text x={x} y="18" text-anchor={anchorAt(x, width)}>
              {tickText(tick, unit)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

function tickText(tick: number, unit: string): string {
  if (tick === 0) return "0";
  return tick < 0 ? `−${timeText(-tick, unit)}` : timeText(tick, unit);
}

/** Keeps the texts at the ends inside the picture. */
function anchorAt(x: number, width: number): "start" | "middle" | "end" {
  if (x < TICK_ROOM / 4) return "start";
  return x > width - TICK_ROOM / 4 ? "end" : "middle";
}

const MAX_ROWS = 20;

/** The same in numbers. */
function TriesTable({ tries, unit }: { readonly tries: readonly Tried[]; readonly unit: string }) {
  if (tries.length === 0) return null;
  const hasTasks = tries.some(({ task }) => task !== undefined);
  return (
    <details class="small">
      <summary>The latest tries as a table</summary>
      <ScrollTable label="The latest tries">
        <TableHead columns={["try", "arm", ...(hasTasks ? ["task"] : []), "cutoff", "time", "end"]} />
        <tbody>
          {tries
            .slice(-MAX_ROWS)
            .toReversed()
            .map((tried) => (
              <tr key={tried.number}>
                <th scope="row">{countText(tried.number)}</th>
                <td>
                  <bdi>{tried.arm}</bdi>
                </td>
                {hasTasks && (
                  <td>
                    <bdi>{tried.task ?? "–"}</bdi>
                  </td>
                )}
                <td>{timeText(tried.cutoff, unit)}</td>
                <td>{timeText(tried.time, unit)}</td>
                <td>{howItEnded(tried)}</td>
              </tr>
            ))}
        </tbody>
      </ScrollTable>
    </details>
  );
}
