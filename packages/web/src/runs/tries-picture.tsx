import type { State, Tried } from "mulligan/client";
import { useMemo, useRef, useState } from "preact/hooks";
import { useWidth } from "../browser/hooks.ts";
import { ChartFigure, ScrollTable, TableHead } from "../design/blocks.tsx";
import { countText, timeText } from "../design/number-text.ts";
import { SaveAs } from "../design/save-as.tsx";
import {
  BAR_KINDS,
  type Bar,
  type BarKind,
  barAt,
  howItEnded,
  lanesOf,
  type TryLane,
  ticksBetween,
} from "./lanes.ts";
import {
  anchorAt,
  BAR_SHAPES,
  barWidth,
  LANE_HEIGHT,
  lanesSvg,
  TICK_ROOM,
  tickText,
  triesColumns,
} from "./lanes-file.ts";
import { fileName } from "./rate-curve.tsx";

interface TriesPictureProps {
  readonly state: State;
  readonly tries: readonly Tried[];
  readonly unit: string;
}

/** The latest tries as bars: how long each took, how it ended, and its arm. */
export function TriesPicture({ state, tries, unit }: TriesPictureProps) {
  const place = useRef<HTMLDivElement>(null);
  const width = useWidth(place);
  const isAll = tries.length === 0 || tries[0].number === 1;
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
  const left = leftOut > 0 ? ` ${countText(leftOut)} tries of other options are not drawn.` : "";
  const [pointed, setPointed] = useState<Bar | undefined>();
  return (
    <ChartFigure
      title="Tries"
      caption={
        tries.length === 0
          ? "Each try becomes a bar when it has ended."
          : `${which}, one after the other: the longer a try took, the longer its bar. The axis adds up the time of all tries${isAll ? "" : ", back from the latest"}.${left}`
      }
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
        aria-label={`${which}, by option. The table below has the latest.`}
        onPointerLeave={({ pointerType }) => pointerType === "mouse" && setPointed(undefined)}
      >
        {tries.length === 0 && <p class="faint">No try has ended yet.</p>}
        {lanes.map((lane) => (
          <LaneRow
            key={lane.arm}
            lane={lane}
            from={from}
            to={to}
            width={width}
            pointed={pointed}
            onPoint={setPointed}
          />
        ))}
        {tries.length > 0 && <Axis from={from} to={to} width={width} unit={unit} />}
      </div>
      {tries.length > 0 && (
        <>
          <p class="small lane-readout">
            {pointed === undefined ? (
              <span class="faint">Point at a bar to see its values.</span>
            ) : (
              <bdi>{barText(pointed, unit)}</bdi>
            )}
          </p>
          <SaveAs
            what="the tries"
            file={`mulligan-${fileName(state.name)}-tries`}
            svg={() => lanesSvg({ lanes, from, to, unit })}
            csv={() => triesColumns(tries)}
          />
        </>
      )}
      <TriesTable tries={tries} unit={unit} />
    </ChartFigure>
  );
}

interface LaneRowProps {
  readonly lane: TryLane;
  readonly from: number;
  readonly to: number;
  readonly width: number;
  readonly pointed: Bar | undefined;
  onPoint(bar: Bar | undefined): void;
}

function LaneRow({ lane, from, to, width, pointed, onPoint }: LaneRowProps) {
  const scale = to > from ? width / (to - from) : 0;
  const point = (event: PointerEvent) => {
    const { left } = (event.currentTarget as Element).getBoundingClientRect();
    onPoint(barAt(lane.bars, from + (event.clientX - left) / scale));
  };
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
        onPointerMove={point}
        onPointerDown={point}
      >
        <rect class="lane-ground" width="100%" height={LANE_HEIGHT} />
        {lane.bars.map((bar) => (
          <Rect
            key={bar.tried.number}
            end={bar.end}
            x={(bar.from - from) * scale}
            width={(bar.to - bar.from) * scale}
            isPointed={bar.tried.number === pointed?.tried.number}
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
  readonly isPointed?: boolean;
}

/** A bar is at least a visible line; where there is room it leaves a gap to the next. */
function Rect({ end, x, width, isPointed = false }: RectProps) {
  const { top, height } = BAR_SHAPES[end];
  const name = isPointed ? `bar-${end} bar-pointed` : `bar-${end}`;
  return <rect x={x} y={top} width={barWidth(width)} height={height} class={name} />;
}

function barText({ tried, end }: Bar, unit: string): string {
  const { number, task, cutoff, time } = tried;
  const at = task === undefined ? "" : ` (${task})`;
  return `Try ${countText(number)}${at}: ${end} after ${timeText(time, unit)}, cutoff ${timeText(cutoff, unit)}`;
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

interface AxisProps extends Pick<LaneRowProps, "from" | "to" | "width"> {
  readonly unit: string;
}

function Axis({ from, to, width, unit }: AxisProps) {
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

const MAX_ROWS = 20;

/** The same in numbers. */
function TriesTable({ tries, unit }: { readonly tries: readonly Tried[]; readonly unit: string }) {
  if (tries.length === 0) return null;
  const hasTasks = tries.some(({ task }) => task !== undefined);
  return (
    <details class="small">
      <summary>The latest tries as a table</summary>
      <ScrollTable label="The latest tries">
        <TableHead columns={["try", "option", ...(hasTasks ? ["task"] : []), "cutoff", "time", "end"]} />
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
