/** Where time comes from, in milliseconds: the platform's clock and timers, or those of a simulation. */
export interface Clock {
  /** A reading that never goes back; where it starts does not matter. */
  now(): number;
  /** `holds`: whether a process must live until then; true unless said otherwise. */
  setTimer(callback: () => void, ms: number, holds?: boolean): unknown;
  /** Takes back a timer that `setTimer` gave. */
  clearTimer(timer: unknown): void;
}

const ticks = globalThis.performance;

/**
 * The platform's. Its timers hold a process alive, and must: an arm that never settles may have nothing
 * else that does, and a script that awaits `execute` would end before the cutoff. They are cleared when
 * an execution ends, so nothing is held afterwards (`unref` is Node's; elsewhere a timer is a number).
 */
export const platformClock: Clock = {
  now: () => ticks.now(),
  setTimer(callback, ms, holds = true) {
    const timer: unknown = setTimeout(callback, ms);
    if (!holds && typeof timer === "object") (timer as { unref?(): void }).unref?.();
    return timer;
  },
  clearTimer: (timer) => clearTimeout(timer as number),
};

/** Past this, platforms fire at once instead of late. Almost 25 days. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;
