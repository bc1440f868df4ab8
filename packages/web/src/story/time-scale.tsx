import { LONGEST_SHOWN } from "./program.ts";

/** Where a time stands in a figure of some width. */
export interface TimeScale {
  readonly width: number;
  /** The place of the longest time that has a place of its own. */
  readonly end: number;
  /** The place of a cutoff. "No cutoff" stands to the right of all others. */
  place(seconds: number): number;
  /** The cutoff at a place, from `LEAST_CUTOFF` on, to a tenth of a second. */
  cutoffAt(place: number): number;
}

/** The shortest cutoff that can be chosen, in seconds. */
export const LEAST_CUTOFF = 0.2;

/** A scale that leaves `beyond` pixels at its right for what takes longer. */
export function timeScale(width: number, beyond: number): TimeScale {
  const end = Math.max(1, width - beyond);
  return {
    width,
    end,
    place: (seconds) =>
      seconds <= LONGEST_SHOWN ? (seconds / LONGEST_SHOWN) * end : Math.max(end, width - beyond / 2),
    cutoffAt(place) {
      if (beyond > 0 && place > end + beyond / 4) return Infinity;
      const seconds = Math.round((place / end) * LONGEST_SHOWN * 10) / 10;
      return Math.min(Math.max(seconds, LEAST_CUTOFF), LONGEST_SHOWN);
    },
  };
}

interface TimeBarProps {
  readonly scale: TimeScale;
  readonly y: number;
  readonly height: number;
  /** How long the run takes if it is not stopped. */
  readonly seconds: number;
  readonly cutoff: number;
  /** Whether what lies beyond the cutoff is known, and drawn. */
  readonly beyond?: boolean;
}

/** The class of a bar. */
export function barClass(stopped: boolean): string {
  return stopped ? "bar-stopped" : "bar-done";
}

/** A run: full if it ends by itself; if it is stopped, grey up to the cutoff, and pale where it would have gone on. */
export function TimeBar({ scale, y, height, seconds, cutoff, beyond = false }: TimeBarProps) {
  const stopped = seconds > cutoff;
  const played = Math.min(seconds, cutoff);
  const isLong = seconds > LONGEST_SHOWN;
  const whole = isLong ? scale.width : scale.place(seconds);
  const width = played > LONGEST_SHOWN ? scale.width : scale.place(played);
  return (
    <g>
      {stopped && beyond && <rect class="bar-rest" x={0} y={y} width={whole} height={height} rx={2} />}
      <rect class={barClass(stopped)} x={0} y={y} width={Math.max(1, width)} height={height} rx={2} />
      {isLong && (beyond || !stopped) && (
        <path class="bar-break" d={`M${scale.end + 4} ${y + height + 2}l4 ${-height - 4}`} />
      )}
    </g>
  );
}

interface TimeAxisProps {
  readonly scale: TimeScale;
  readonly y: number;
}

/** The times under a figure. */
export function TimeAxis({ scale, y }: TimeAxisProps) {
  const step = scale.end < 420 ? 4 : 2;
  const times = Array.from({ length: LONGEST_SHOWN / step + 1 }, (_, place) => place * step);
  // The first and the last stay within the axis.
  const anchors = ["start", ...times.slice(2).map(() => "middle"), "end"];
  return (
    <g class="axis">
      <path d={`M0 ${y}H${scale.end}`} />
      {times.map((seconds, place) => (
        <text key={seconds} x={scale.place(seconds)} y={y + 17} text-anchor={anchors[place]}>
          {seconds === 0 ? "0" : `${seconds} s`}
        </text>
      ))}
      {scale.end < scale.width && (
        <text x={scale.width} y={y + 17} text-anchor="end">
          no cutoff
        </text>
      )}
    </g>
  );
}
