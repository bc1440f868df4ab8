/** A value that comes in steps, and goes from each to the next without one: for a clock that is looked at at every frame. */
export interface Gliding {
  /** Where it is now. It is at a new step as long after it was told as the step before was apart. */
  at(target: number, now: number): number;
}

/** No step takes longer than this: after a pause it is where it should be at once. */
const MAX_STEP_MS = 100;

export function openGliding(): Gliding {
  let [from, to] = [0, 0];
  let toldAt = 0;
  let stepMs = 1;
  const value = (now: number) => from + (to - from) * Math.min(1, (now - toldAt) / stepMs);
  return {
    at(target, now) {
      if (target !== to) {
        from = target < to ? target : value(now);
        to = target;
        stepMs = Math.min(MAX_STEP_MS, Math.max(1, now - toldAt));
        toldAt = now;
      }
      return value(now);
    },
  };
}
