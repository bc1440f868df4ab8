/** The source of time, in milliseconds: the platform's clock and timers, or those of a simulation. */
export interface Clock {
  /** Returns a reading that never goes back; its origin does not matter. */
  now(): number;
  /** Starts a timer. `holds` says whether it keeps the process alive; true by default. */
  setTimer(callback: () => void, ms: number, holds?: boolean): unknown;
  /** Clears a timer that `setTimer` returned. */
  clearTimer(timer: unknown): void;
}

const ticks = globalThis.performance;

/**
 * The platform's clock. Its timers keep the process alive: a script that awaits `execute` would otherwise end before
 * the cutoff if an arm never settles. They are cleared when an execution ends (`unref` is Node's; elsewhere a timer is
 * a number).
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

/** The longest delay, almost 25 days; with a longer one platforms fire at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** One timer that can be set again, and remembers its time. */
export class WakeTimer {
  private readonly clock: Clock;
  private readonly ring: (now: number) => void;
  private timer: unknown;
  private at = Infinity;
  private putOff = false;

  constructor(clock: Clock, ring: (now: number) => void) {
    this.clock = clock;
    this.ring = ring;
  }

  set(at: number, now: number): void {
    if (this.timer !== undefined) {
      if (at === this.at) return;
      this.clock.clearTimer(this.timer);
    }
    this.at = at;
    this.timer = this.clock.setTimer(() => this.wake(), Math.min(at - now, LONGEST_TIMER_MS));
  }

  clear(): void {
    this.clock.clearTimer(this.timer);
    this.timer = undefined;
  }

  /** True if it was due long ago. */
  isOverdue(now: number): boolean {
    return this.at < now - PAUSE_MS;
  }

  /**
   * A timer may go off a little early, which counts as in time. If it is late, the process was busy, and an answer may
   * be waiting, since timers run before sockets. Then it wakes after the sockets were read.
   */
  private wake(): void {
    this.timer = undefined;
    const now = this.clock.now();
    this.putOff = !this.putOff && now - this.at > LATE_MS;
    if (this.putOff) this.timer = this.clock.setTimer(() => this.wake(), 0);
    else this.ring(Math.max(now, this.at));
  }
}

const LATE_MS = 3;
/** A process whose timer is so late did not run at all. */
const PAUSE_MS = 1_000;
