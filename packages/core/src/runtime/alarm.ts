import { type Clock, LONGEST_TIMER_MS } from "./clock.ts";

/** One timer that can be set again, and knows what it was set for. */
export class Alarm {
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

  /**
   * A timer may go off a little early; it counts as in time. One that is late says that the process was
   * busy, and then the answer may be waiting behind it, since timers go before sockets: let it in first.
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
