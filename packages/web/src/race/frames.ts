import { isCalm } from "../design/is-calm.ts";

const CALM_MS = 500;

/** Draws while something moves: what is light at every frame, of the figures one at every second frame, in turn. */
export interface Frames {
  /** At every frame. Gives the way to stop. */
  always(draw: () => void): () => void;
  /** In turn with the others. */
  inTurn(draw: () => void): () => void;
  /** Whether something moves; all is drawn once when it stops. */
  run(moving: boolean): void;
  drawAll(): void;
}

/** Where no movement is wanted, all is drawn twice a second. */
export function openFrames(): Frames {
  const light = new Set<() => void>();
  const figures = new Set<() => void>();
  let turn: IterableIterator<() => void> = figures.values();
  let frame = 0;
  let odd = false;
  let timer: ReturnType<typeof setInterval> | undefined;

  function drawAll(): void {
    for (const draw of [...light, ...figures]) draw();
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
    for (const draw of light) draw();
    odd = !odd;
    if (odd) drawNextFigure();
    frame = requestAnimationFrame(next);
  }

  function stop(): void {
    cancelAnimationFrame(frame);
    clearInterval(timer);
    frame = 0;
    timer = undefined;
  }

  function joining(group: Set<() => void>) {
    return (draw: () => void) => {
      group.add(draw);
      return () => group.delete(draw);
    };
  }

  return {
    always: joining(light),
    inTurn: joining(figures),
    run(moving) {
      stop();
      if (!moving) drawAll();
      else if (isCalm()) timer = setInterval(drawAll, CALM_MS);
      else frame = requestAnimationFrame(next);
    },
    drawAll,
  };
}
