import type { Clock } from "@mulligan/core";

/** The error of a body that stalled: no byte came for `idleMs`. */
export class StalledBodyError extends Error {
  /** The length of the silence, in ms. */
  readonly idleMs: number;

  constructor(idleMs: number) {
    super(`the body stalled: no byte for ${idleMs.toFixed(0)} ms`);
    this.name = "StalledBodyError";
    this.idleMs = idleMs;
  }
}

/** How long a body may pause: a number of ms, or `auto` to learn it from the gaps between chunks. */
export type Idle = "auto" | number;

/** The longest gaps of one kind of bodies, in this window of gaps and in the one before. */
interface Gaps {
  count: number;
  longest: number;
  before: number;
}

/** Decides how long to wait for the next chunk. The learned limit is generous, since a stalled body cannot be requested again. */
export class IdleLimits {
  /** True if bodies may pause for ever. */
  readonly off: boolean;
  private readonly idle: Idle | undefined;
  /** In order of use, the least recent first. */
  private readonly byKey = new Map<string, Gaps>();

  constructor(idle: Idle | undefined) {
    if (!(idle === undefined || idle === "auto" || (idle > 0 && idle < 2 ** 31))) {
      throw new RangeError(
        `mulligan: idle must be "auto" or a number of ms above 0 and below 2^31, got ${idle}`,
      );
    }
    this.idle = idle;
    this.off = idle === undefined;
  }

  /** Returns the limit for the next chunk; Infinity if there is none. */
  limitMs(key: string): number {
    if (this.idle !== "auto") return this.idle ?? Infinity;
    const gaps = this.byKey.get(key);
    if (gaps === undefined || (gaps.before === 0 && gaps.count < ENOUGH)) return Infinity;
    return Math.max(LEAST_MS, GENEROUS * Math.max(gaps.longest, gaps.before));
  }

  observe(key: string, gapMs: number): void {
    if (this.idle !== "auto") return;
    const gaps = this.byKey.get(key) ?? { count: 0, longest: 0, before: 0 };
    this.byKey.delete(key);
    this.byKey.set(key, gaps);
    if (this.byKey.size > MOST_KEYS) this.byKey.delete(this.byKey.keys().next().value!);
    gaps.longest = Math.max(gaps.longest, gapMs);
    gaps.count += 1;
    if (gaps.count < WINDOW) return;
    Object.assign(gaps, { count: 0, longest: 0, before: gaps.longest });
  }

  /** Records that a body was cut. The next one may pause twice as long, so that a limit that is too short does not last. */
  observeStall(key: string, limitMs: number): void {
    this.observe(key, (2 * limitMs) / GENEROUS);
  }

  /** Calls `stalled` if no chunk comes in time. Returns a function to call afterwards, with true if a chunk came. */
  watch(
    key: string,
    clock: Clock,
    stalled: (error: StalledBodyError) => void,
  ): ((arrived: boolean) => void) | undefined {
    if (this.idle === undefined) return undefined;
    const limitMs = this.limitMs(key);
    const startedAt = clock.now();
    const stall = () => {
      this.observeStall(key, limitMs);
      stalled(new StalledBodyError(limitMs));
    };
    const timer = limitMs < Infinity ? clock.setTimer(stall, limitMs, false) : undefined;
    return (arrived) => {
      if (timer !== undefined) clock.clearTimer(timer);
      if (arrived) this.observe(key, clock.now() - startedAt);
    };
  }
}

/** The number of gaps that must be known, and the number after which old ones are forgotten. */
const ENOUGH = 50;
const WINDOW = 500;
/** The limit is this many times the longest gap. */
const GENEROUS = 10;
const LEAST_MS = 5_000;
const MOST_KEYS = 1_000;
