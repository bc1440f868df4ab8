import type { State, Tried } from "mulligan/client";
import { useMemo, useRef } from "preact/hooks";
import { useWidth } from "../charts/use-width.ts";
import { Figure } from "../design/figure.tsx";
import { countText, timeText } from "../design/number-text.ts";
import { ENDS, type End } from "./how-it-ended.ts";
import { type Bar, type Lane, lanesOf, ticksBetween } from "./lanes.ts";
import { TriesTable } from "./tries-table.tsx";

/** Where a bar of each kind stands in its lane: it can be told without colours, however thin it is. */
const SHAPES: Readonly<Record<End, { readonly top: number; readonly height: number }>> = {
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

/** The latest tries as bars: how long each took, how it ended, and of which arm it was. */
export function TriesPicture({ state, tries, unit }: TriesPictureProps) {
  const place = useRef<HTMLDivElement>(null);
  const width = useWidth(place);
  const isAll = tries[0]?.number === 1;
  const drawn = useMemo(() => {
    const arms = state.arms.map(({ name }) => name);
    return lanesOf(tries, arms, isAll);
  }, [tries]);
  const { lanes, from, to, leftOut } = drawn;
  const which = isAll
    ? `All ${countText(tries.length)} tries`
    : `The latest ${countText(tries.length)} of ${countText(state.observations)} tries`;
  const left = leftOut > 0 ? ` ${countText(leftOut)} of other arms are left out.` : "";
  return (
    <Figure
      title="Tries"
      says={`${which}, one after the other: a bar is as long as its try took. The axis counts the time of all tries together${isAll ? "" : ", back from the latest"}.${left}`}
    >
      <Patterns />
      <ul class="key">
        {ENDS.map((end) => (
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
    </Figure>
  );
}

interface LaneRowProps {
  readonly lane: Lane;
  readonly from: number;
  readonly to: number;
  readonly width: number;
  readonly unit: string;
}

function LaneRow({ lane, from, to, width, unit }: LaneRowProps) {
  const scale = to > from ? width / (to - from) : 0;
  return (
    <div>
      <p class="lane-name">
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
  readonly end: End;
  readonly x: number;
  readonly width: number;
  readonly title?: string;
}

/** At least a line that can be seen, and a gap to the next where there is room for one. */
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

/** Stripes for what was cut, and dots for what failed. */
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

/** Texts at the ends stay inside. */
function anchorAt(x: number, width: number): "start" | "middle" | "end" {
  if (x < TICK_ROOM / 4) return "start";
  return x > width - TICK_ROOM / 4 ? "end" : "middle";
}
