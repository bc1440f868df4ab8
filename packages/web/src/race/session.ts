import { type Frames, openFrames } from "./frames.ts";
import { openRaceControl, type RaceControl, type RaceState } from "./race-control.ts";
import type { RaceFields } from "./race-fields.ts";

/** The pause after the last change before a setting is read: a slider changes it many times a second. */
const READ_AFTER_MS = 150;
/** The first of the speeds: the whole race in ten seconds. */
const FIRST_SECONDS = 10;

/** A race with its setting. It outlives the view, so that it is still there when the reader comes back. */
export interface RaceSession {
  readonly fields: RaceFields;
  readonly state: RaceState;
  readonly frames: Frames;
  /** How long the whole race takes; 0 is as fast as possible. */
  readonly seconds: number;
  /** The policy whose learned curve is drawn. */
  readonly watched: number;
  /** Draws a view from now on. Returns a function that stops it; a running race pauses until the next view. */
  show(draw: () => void): () => void;
  /** Takes another setting, which is read when it has stayed the same for a moment. */
  change(fields: RaceFields): void;
  /** Takes another setting and races at once, the first policy watched. */
  race(fields: RaceFields): void;
  play(): void;
  pause(): void;
  step(): void;
  reset(): void;
  setSeconds(seconds: number): void;
  watch(policy: number): void;
}

let current: RaceSession | undefined;

/** The one race of the page. Its workers start with the first view. */
export function raceSession(first: () => RaceFields): RaceSession {
  current ??= openSession(first());
  return current;
}

function openSession(first: RaceFields): RaceSession {
  const frames = openFrames();
  let [startsAtOnce, goesOn] = [false, false];
  let reading: ReturnType<typeof setTimeout> | undefined;
  let draw = () => {};

  const control: RaceControl = openRaceControl((next) => {
    const { status, means } = session.state;
    session.state = next;
    if (next.status !== status) frames.run(next.status === "running");
    else frames.drawAll();
    if (next.status === "ready" && next.means !== means) begin();
    draw();
  });

  /** A setting was read. */
  function begin(): void {
    if (session.watched >= session.state.means!.plan.policies.length) session.watched = 0;
    if (session.watched > 0) control.watch(session.watched);
    if (startsAtOnce) control.play(session.seconds);
    startsAtOnce = false;
  }

  function read(after = 0): void {
    control.leave();
    clearTimeout(reading);
    reading = setTimeout(() => control.open(session.fields), after);
  }

  function leave(): void {
    draw = () => {};
    goesOn = session.state.status === "running";
    control.pause();
  }

  const session = {
    ...control,
    fields: first,
    state: { status: "opening" } as RaceState,
    frames,
    seconds: FIRST_SECONDS,
    watched: 0,
    show(next: () => void) {
      draw = next;
      if (goesOn) control.play(session.seconds);
      goesOn = false;
      return () => draw === next && leave();
    },
    change(fields: RaceFields) {
      session.fields = fields;
      read(READ_AFTER_MS);
    },
    race(fields: RaceFields) {
      startsAtOnce = true;
      session.watched = 0;
      session.change(fields);
    },
    play() {
      if (session.state.status === "done") session.reset();
      if (session.state.status === "opening") startsAtOnce = true;
      else control.play(session.seconds);
    },
    reset() {
      startsAtOnce = false;
      read();
    },
    setSeconds(seconds: number) {
      session.seconds = seconds;
      if (session.state.status === "running") control.play(seconds);
      draw();
    },
    watch(policy: number) {
      session.watched = policy;
      control.watch(policy);
      draw();
    },
  };
  read();
  return session;
}
