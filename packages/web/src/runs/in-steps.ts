import { isCalm } from "../design/is-calm.ts";

const STEP_MS = 200;
/** For who asked for little movement. */
const CALM_STEP_MS = 2_000;

/** Does the last of what is asked for, at once if it was quiet before, and then once a step at most. */
export function inSteps(): { soon(act: () => void): void; stop(): void } {
  let waiting: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function step(): void {
    const act = waiting;
    waiting = undefined;
    timer = act === undefined ? undefined : setTimeout(step, isCalm() ? CALM_STEP_MS : STEP_MS);
    act?.();
  }

  return {
    soon(act) {
      waiting = act;
      if (timer === undefined) step();
    },
    stop: () => clearTimeout(timer),
  };
}
