/** The clock of a service. */
export interface ServiceClock {
  /**
   * Milliseconds since 1970 when the process began, plus the time that has passed since. This clock cannot be set: if that of the machine
   * jumps by a day, no decision is forgotten a day too early or too late.
   */
  now(): number;
  /** The same moment by the machine's clock, as it is set now. Clients compare it with theirs. */
  toWall(at: number): number;
}

/** Differences below this are of clocks that are slowed down or hurried, not set. */
const MIN_JUMP_MS = 2_000;

/** Opens the clock of a service. `wall` is the clock of the machine; `elapsed` counts milliseconds since `origin` and cannot be set. */
export function openClock(
  wall: () => number = Date.now,
  elapsed: () => number = () => performance.now(),
  origin = wall() - elapsed(),
): ServiceClock {
  const now = () => Math.round(origin + elapsed());
  return {
    now,
    toWall(at) {
      const jump = wall() - now();
      return Math.abs(jump) < MIN_JUMP_MS ? at : at + jump;
    },
  };
}
