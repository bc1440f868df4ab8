import { useMemo, useRef } from "preact/hooks";
import { prefersReducedMotion } from "../browser/hooks.ts";
import { InlineSelect } from "../design/field.tsx";
import { numberText } from "../design/number-text.ts";
import { type Frames, openSmoothing, useFrames } from "./frames.ts";
import { CHECKPOINTS } from "./messages.ts";
import type { RaceState } from "./race-control.ts";
import type { RaceMeans } from "./race-means.ts";
import type { RaceSession } from "./session.ts";

/** By the seconds that the whole race takes. */
const SPEEDS = [
  ["10", "whole race in 10 s"],
  ["30", "whole race in 30 s"],
  ["120", "whole race in 2 min"],
  ["0", "as fast as possible"],
] as const;

export function RaceControls({ session }: { readonly session: RaceSession }) {
  const { status, means } = session.state;
  const running = status === "running";
  const refused = status === "refused";
  // A button that has the focus is never disabled: the keyboard's focus would jump back to the top.
  return (
    <div class="card stack controls">
      <div class="row">
        <button
          type="button"
          class="main start"
          disabled={refused}
          onClick={running ? session.pause : session.play}
        >
          {startLabel(status)}
        </button>
        <button type="button" disabled={refused} aria-disabled={status === "done"} onClick={session.step}>
          Step
        </button>
        <button type="button" disabled={refused} onClick={session.reset}>
          Reset
        </button>
        <InlineSelect
          label="Speed"
          labelClass="speed"
          value={String(session.seconds)}
          options={SPEEDS}
          onChoose={(value) => session.setSeconds(Number(value))}
        />
      </div>
      <Clock means={means} frames={session.frames} running={running} />
    </div>
  );
}

function startLabel(status: RaceState["status"]): string {
  if (status === "running") return "Pause";
  if (status === "paused") return "Go on";
  return status === "done" ? "Again" : "Start";
}

interface ClockProps {
  readonly means: RaceMeans | undefined;
  readonly frames: Frames;
  readonly running: boolean;
}

/** The one thing that moves at every frame. */
function Clock({ means, frames, running }: ClockProps) {
  const smooth = useMemo(openSmoothing, []);
  const reached = means?.reached ?? 0;
  const place = useFrames(frames, "everyFrame", () => {
    const target = means?.reached ?? 0;
    return prefersReducedMotion() || !running ? target : smooth(target, performance.now());
  });
  const lastHorizon = useRef(0);
  // The old horizon stays while another setting is read.
  if (means !== undefined) lastHorizon.current = means.plan.horizon;
  const horizon = lastHorizon.current;
  return (
    <div class="clock">
      <progress max={CHECKPOINTS} value={place} aria-label="How far the race is" />
      <span class="small faint">
        time {numberText((horizon * reached) / CHECKPOINTS)} of {numberText(horizon)}
      </span>
    </div>
  );
}
