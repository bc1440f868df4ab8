import { rewardRate } from "@mulligan/core/theory";

import { useEffect, useMemo, useRef } from "preact/hooks";
import { prefersReducedMotion, useWidth } from "../browser/hooks.ts";
import {
  gainText,
  LONGEST_SHOWN,
  type ProgramSample,
  perMinuteText,
  sampleGain,
  secondsText,
} from "./program.ts";
import { LEAST_CUTOFF, TimeAxis, TimeBar, type TimeScale, timeScale } from "./time-scale.tsx";

interface GiveUpFigureProps {
  readonly sample: ProgramSample;
  readonly cutoff: number;
  onCutoff(cutoff: number): void;
}

/** The heights of the parts of the figure, in pixels. */
const TOP = 34;
const BETWEEN = 60;
const CURVE = 120;
const AXIS = 26;

const isNarrow = (width: number) => width < 520;

/** Bars of runs and the rate under them, with one cutoff across both that can be dragged. */
export function GiveUpFigure({ sample, cutoff, onCutoff }: GiveUpFigureProps) {
  const place = useRef<HTMLDivElement>(null);
  const handle = useRef<HTMLDivElement>(null);
  const width = useWidth(place);
  const stopSweep = useSweep(sample.best.cutoff, onCutoff);
  const scale = useMemo(() => timeScale(width, isNarrow(width) ? 62 : 84), [width]);
  const pitch = isNarrow(width) ? 5.5 : 8;
  const curveTop = TOP + sample.times.length * pitch + BETWEEN;
  const height = curveTop + CURVE + AXIS;

  const drag = useDrag((x) => {
    const box = place.current?.getBoundingClientRect();
    if (box !== undefined) onCutoff(scale.cutoffAt(x - box.left));
  });

  return (
    <div
      ref={place}
      class="give-up"
      style={{ minHeight: `${height}px` }}
      onPointerDown={(event) => {
        stopSweep();
        handle.current?.focus({ preventScroll: true });
        drag.onPointerDown(event);
      }}
      onPointerMove={drag.onPointerMove}
      onPointerUp={drag.onPointerUp}
      onPointerCancel={drag.onPointerCancel}
    >
      <svg width={width} height={height} role="img" aria-label={figureText(sample)}>
        <Bars sample={sample} cutoff={cutoff} scale={scale} pitch={pitch} />
        <CutoffLine scale={scale} cutoff={cutoff} bottom={curveTop + CURVE} />
        <RateCurve sample={sample} cutoff={cutoff} scale={scale} top={curveTop} />
        <TimeAxis scale={scale} y={curveTop + CURVE} />
      </svg>
      <div
        ref={handle}
        class="knob"
        style={{ left: `${scale.place(cutoff)}px`, top: `${curveTop - BETWEEN + 20}px` }}
        role="slider"
        tabIndex={0}
        aria-label="Cutoff"
        aria-orientation="horizontal"
        aria-valuemin={LEAST_CUTOFF}
        aria-valuemax={LONGEST_SHOWN + 1}
        aria-valuenow={Math.min(cutoff, LONGEST_SHOWN + 1)}
        aria-valuetext={spokenCutoff(sample, cutoff)}
        onKeyDown={(event) => {
          const next = cutoffAfterKey(cutoff, event);
          if (next === undefined) return;
          event.preventDefault();
          stopSweep();
          onCutoff(next);
        }}
      >
        <svg viewBox="0 0 28 28" aria-hidden="true">
          <circle cx="14" cy="14" r="12" />
          <path d="M11 9.5 7 14l4 4.5M17 9.5l4 4.5-4 4.5" />
        </svg>
      </div>
    </div>
  );
}

/** How far a finger must move sideways until it drags, in pixels; before, it may be about to scroll the page. */
const TOUCH_SLOP = 6;

/** Handlers that give the place of the pointer while it is pressed. */
function useDrag(moveTo: (x: number) => void) {
  const start = useRef<number | undefined>(undefined);
  const drags = useRef(false);
  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return;
      event.preventDefault();
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
      start.current = event.clientX;
      drags.current = event.pointerType !== "touch";
      if (drags.current) moveTo(event.clientX);
    },
    onPointerMove(event: PointerEvent) {
      if (start.current === undefined) return;
      drags.current ||= Math.abs(event.clientX - start.current) > TOUCH_SLOP;
      if (drags.current) moveTo(event.clientX);
    },
    /** Also the end of a tap. A finger that scrolls is cancelled before. */
    onPointerUp(event: PointerEvent) {
      if (start.current !== undefined) moveTo(event.clientX);
      start.current = undefined;
    },
    onPointerCancel() {
      start.current = undefined;
    },
  };
}

function figureText({ times }: ProgramSample): string {
  const long = times.filter((time) => time > LONGEST_SHOWN).length;
  return `${times.length} runs as bars: ${long} take longer than ${LONGEST_SHOWN} seconds, the longest ${Math.round(Math.max(...times))}. Below, how many runs are done per minute with each cutoff.`;
}

/** What the handle says to a screen reader. */
export function spokenCutoff({ arm }: ProgramSample, cutoff: number): string {
  if (cutoff === Infinity) return "no cutoff: waiting for every run";
  return `${cutoff.toFixed(1)} seconds: ${gainText(sampleGain(arm, cutoff)).replace(" ×", " times")} as much done as waiting`;
}

/** The cutoff after a key; undefined if the key is for something else. */
export function cutoffAfterKey(
  cutoff: number,
  { key, altKey, ctrlKey, metaKey }: Pick<KeyboardEvent, "key" | "altKey" | "ctrlKey" | "metaKey">,
): number | undefined {
  if (altKey || ctrlKey || metaKey) return undefined;
  if (key === "Home") return LEAST_CUTOFF;
  if (key === "End") return Infinity;
  const step = STEPS[key];
  if (step === undefined) return undefined;
  if (cutoff === Infinity) return step < 0 ? LONGEST_SHOWN : Infinity;
  const next = Math.round((cutoff + step) * 10) / 10;
  return next > LONGEST_SHOWN ? Infinity : Math.max(next, LEAST_CUTOFF);
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -0.1,
  ArrowDown: -0.1,
  ArrowRight: 0.1,
  ArrowUp: 0.1,
  PageDown: -1,
  PageUp: 1,
};

interface PartProps {
  readonly sample: ProgramSample;
  readonly cutoff: number;
  readonly scale: TimeScale;
}

function Bars({ sample, cutoff, scale, pitch }: PartProps & { readonly pitch: number }) {
  return (
    <g>
      {sample.times.map((seconds, run) => (
        <g key={run}>
          <TimeBar
            scale={scale}
            y={TOP + run * pitch}
            height={pitch - 2}
            seconds={seconds}
            cutoff={cutoff}
            beyond
          />
          {seconds > LONGEST_SHOWN && (
            <text
              class="bar-time"
              x={scale.width - 4}
              y={TOP + run * pitch + pitch / 2 + 3}
              text-anchor="end"
            >
              {Math.round(seconds)} s
            </text>
          )}
        </g>
      ))}
    </g>
  );
}

function RateCurve({ sample, cutoff, scale, top }: PartProps & { readonly top: number }) {
  const { arm, best } = sample;
  const y = (rate: number) => top + CURVE - (rate / (best.rate * 1.1)) * CURVE;
  const points = useMemo(() => curvePoints(sample), [sample]);
  const path = points.map(({ time, rate }) => `${scale.place(time).toFixed(1)} ${y(rate).toFixed(1)}`);
  const waiting = rewardRate(arm, Infinity);
  const rate = rewardRate(arm, cutoff);
  const [dotX, dotY] = [scale.place(cutoff), y(rate)];
  const isLeft = dotX > scale.width - 130;
  // In a narrow figure the best cutoff, where the line begins, is above its left part.
  const title = isNarrow(scale.width) ? ({ x: scale.width, "text-anchor": "end" } as const) : { x: 0 };
  return (
    <g>
      <text class="part-title" {...title} y={top - 8}>
        Runs done per minute
      </text>
      <path class="curve-area" d={`M0 ${top + CURVE}L${path.join("L")}V${top + CURVE}Z`} />
      <path class="waiting-line" d={`M0 ${y(waiting)}H${scale.width}`} />
      <path class="curve" d={`M${path.join("L")}`} />
      <text class="part-title" x={scale.width} y={y(waiting) + 16} text-anchor="end">
        waiting: {perMinuteText(waiting)}
      </text>
      <circle class="dot" cx={dotX} cy={dotY} r={6} />
      <text
        class="dot-text"
        x={dotX + (isLeft ? -12 : 12)}
        y={Math.min(dotY - 4, top + CURVE - 8)}
        text-anchor={isLeft ? "end" : "start"}
      >
        {perMinuteText(rate)} a minute
      </text>
    </g>
  );
}

/** The rate jumps where a run ends and falls until the next one does, so there is a point on both sides of each. */
function curvePoints({ times, arm }: ProgramSample) {
  const ends = times.filter((time) => time < LONGEST_SHOWN).flatMap((time) => [time - 1e-6, time]);
  const between = Array.from({ length: 120 }, (_, i) => ((i + 1) * LONGEST_SHOWN) / 120);
  return [...ends, ...between].sort((a, b) => a - b).map((time) => ({ time, rate: rewardRate(arm, time) }));
}

function CutoffLine({
  scale,
  cutoff,
  bottom,
}: Pick<PartProps, "scale" | "cutoff"> & { readonly bottom: number }) {
  const x = scale.place(cutoff);
  const text = cutoff === Infinity ? "no cutoff" : `cutoff ${secondsText(cutoff)}`;
  const half = 46;
  const middle = Math.min(Math.max(x, half), Math.max(half, scale.width - half));
  return (
    <g>
      <path class="cutoff-line" d={`M${x} 24V${bottom}`} />
      <rect class="cutoff-label" x={middle - half} y={2} width={2 * half} height={24} rx={12} />
      <text class="cutoff-text" x={middle} y={18.5} text-anchor="middle">
        {text}
      </text>
    </g>
  );
}

const SWEEP_MS = 1_800;

/** Moves the cutoff once from the right to the best one, unless the reader wants no movement. Gives what ends it. */
function useSweep(best: number, onCutoff: (cutoff: number) => void): () => void {
  const frame = useRef(0);
  const latest = useRef(onCutoff);
  latest.current = onCutoff;
  useEffect(() => {
    const target = Math.round(best * 10) / 10;
    if (prefersReducedMotion()) return undefined;
    let start: number | undefined;
    const step: FrameRequestCallback = (now) => {
      start ??= now;
      const part = Math.min(1, (now - start) / SWEEP_MS);
      const eased = 1 - (1 - part) ** 3;
      latest.current(Math.round((LONGEST_SHOWN + (target - LONGEST_SHOWN) * eased) * 10) / 10);
      if (part < 1) frame.current = requestAnimationFrame(step);
    };
    frame.current = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame.current);
  }, [best]);
  return () => cancelAnimationFrame(frame.current);
}
