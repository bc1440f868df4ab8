import { useRef } from "preact/hooks";
import { isCalm } from "../design/is-calm.ts";
import { numberText } from "../design/number-text.ts";
import type { Frames } from "./frames.ts";
import { type Gliding, openGliding } from "./gliding.ts";
import { PLACES } from "./messages.ts";
import type { RaceState } from "./racing.ts";
import type { Tally } from "./tally.ts";
import { useFrames } from "./use-frames.ts";

/** Seconds for the whole race. */
export const SPEEDS: readonly { readonly title: string; readonly seconds: number }[] = [
  { title: "whole race in 10 s", seconds: 10 },
  { title: "whole race in 30 s", seconds: 30 },
  { title: "whole race in 2 min", seconds: 120 },
  { title: "as fast as possible", seconds: 0 },
];

interface ControlsProps {
  readonly state: RaceState;
  readonly frames: Frames;
  readonly seconds: number;
  onSeconds(seconds: number): void;
  onPlay(): void;
  onPause(): void;
  onStep(): void;
  onAgain(): void;
}

export function Controls({
  state,
  frames,
  seconds,
  onSeconds,
  onPlay,
  onPause,
  onStep,
  onAgain,
}: ControlsProps) {
  const { status, tally } = state;
  const running = status === "running";
  const refused = status === "refused";
  // A button that has the focus is never switched off: who uses the keyboard would be thrown back to the top.
  return (
    <div class="card stack controls">
      <div class="row">
        <button type="button" class="main start" disabled={refused} onClick={running ? onPause : onPlay}>
          {labelOf(status)}
        </button>
        <button type="button" disabled={refused} aria-disabled={status === "done"} onClick={onStep}>
          Step
        </button>
        <button type="button" disabled={refused} onClick={onAgain}>
          Reset
        </button>
        <label class="speed">
          <span class="small">Speed</span>
          <select value={seconds} onChange={(event) => onSeconds(Number(event.currentTarget.value))}>
            {SPEEDS.map(({ title, seconds: value }) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Clock tally={tally} frames={frames} running={running} />
    </div>
  );
}

function labelOf(status: RaceState["status"]): string {
  if (status === "running") return "Pause";
  if (status === "paused") return "Go on";
  return status === "done" ? "Again" : "Start";
}

interface ClockProps {
  readonly tally: Tally | undefined;
  readonly frames: Frames;
  readonly running: boolean;
}

/** The one thing that moves at every frame. */
function Clock({ tally, frames, running }: ClockProps) {
  const gliding = useRef<Gliding>(null);
  gliding.current ??= openGliding();
  const reached = tally?.reached ?? 0;
  const place = useFrames(frames, "always", () => {
    const target = tally?.reached ?? 0;
    return isCalm() || !running ? target : gliding.current!.at(target, performance.now());
  });
  const last = useRef(0);
  // While another setting is read, the old horizon stays.
  if (tally !== undefined) last.current = tally.course.horizon;
  const horizon = last.current;
  return (
    <div class="clock">
      <progress max={PLACES} value={place} aria-label="How far the race is" />
      <span class="small faint">
        time {numberText((horizon * reached) / PLACES)} of {numberText(horizon)}
      </span>
    </div>
  );
}
