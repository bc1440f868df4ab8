import { useEffect, useReducer, useRef } from "preact/hooks";
import { prefersReducedMotion } from "../browser/hooks.ts";

const REDUCED_MOTION_MS = 500;

/**
 * Draws while a race runs: the clock at every frame, and one of the figures at every second frame, in turn. For readers
 * who want no movement, all is drawn twice a second.
 */
export interface Frames {
  /** Draws at every frame. Returns a function that stops it. */
  everyFrame(draw: () => void): () => void;
  /** Draws in turn with the others. Returns a function that stops it. */
  inTurn(draw: () => void): () => void;
  /** Starts or stops the frames; all is drawn once when they stop. */
  run(moving: boolean): void;
  drawAll(): void;
}

export function openFrames(): Frames {
  const always = new Set<() => void>();
  const figures = new Set<() => void>();
  let turn = figures.values();
  let frame = 0;
  let odd = false;
  let timer: ReturnType<typeof setInterval> | undefined;

  function drawAll(): void {
    for (const draw of [...always, ...figures]) draw();
  }

  function drawNextFigure(): void {
    let figure = turn.next();
    if (figure.done) {
      turn = figures.values();
      figure = turn.next();
    }
    figure.value?.();
  }

  function next(): void {
    for (const draw of always) draw();
    odd = !odd;
    if (odd) drawNextFigure();
    frame = requestAnimationFrame(next);
  }

  function joining(group: Set<() => void>) {
    return (draw: () => void) => {
      group.add(draw);
      return () => group.delete(draw);
    };
  }

  return {
    everyFrame: joining(always),
    inTurn: joining(figures),
    run(moving) {
      cancelAnimationFrame(frame);
      clearInterval(timer);
      if (!moving) drawAll();
      else if (prefersReducedMotion()) timer = setInterval(drawAll, REDUCED_MOTION_MS);
      else frame = requestAnimationFrame(next);
    },
    drawAll,
  };
}

/** Draws a component again while the race runs, whenever `versionOf` gives another value. Returns the value. */
export function useFrames(frames: Frames, when: "everyFrame" | "inTurn", versionOf: () => number): number {
  const drawn = useRef(-1);
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const version = versionOf();
  drawn.current = version;
  const latest = useRef(versionOf);
  latest.current = versionOf;
  useEffect(
    () =>
      frames[when](() => {
        if (latest.current() !== drawn.current) draw(undefined);
      }),
    [frames, when],
  );
  return version;
}

/** No step takes longer than this: after a pause the value jumps to where it should be. */
const MAX_STEP_MS = 100;

/**
 * Makes a value that comes in steps move evenly, for a clock that is drawn at every frame. It reaches a new step after
 * the time that lay between the last two.
 */
export function openSmoothing(): (target: number, now: number) => number {
  let [from, to] = [0, 0];
  let changedAt = 0;
  let stepMs = 1;
  const value = (now: number) => from + (to - from) * Math.min(1, (now - changedAt) / stepMs);
  return (target, now) => {
    if (target !== to) {
      from = target < to ? target : value(now);
      to = target;
      stepMs = Math.min(MAX_STEP_MS, Math.max(1, now - changedAt));
      changedAt = now;
    }
    return value(now);
  };
}
