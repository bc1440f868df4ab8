import type { Contestant } from "./contestant.ts";
import type { WalkShown } from "./messages.ts";

/** A formula that is over stays in sight for so long: with a thousand a second nobody would see any. */
const HOLD_MS = 900;
const CALM_HOLD_MS = 4_000;

/** Chooses which walks are drawn: those of the watched contestant at one formula, until it is over and was seen. */
export class ShownWalk {
  private readonly holdMs: number;
  private shown: WalkShown | undefined;
  private trace: Contestant["trace"] | undefined;
  private since = -Infinity;

  constructor(calm: boolean) {
    this.holdMs = calm ? CALM_HOLD_MS : HOLD_MS;
  }

  /** What is to be drawn now; undefined if that did not change. */
  next(contestant: Contestant, now: number, last: boolean): WalkShown | undefined {
    const moved = contestant.trace !== this.trace;
    const other = this.shown?.contestant !== contestant.name;
    if (moved && !other && !last && now - this.since < this.holdMs) return this.rest();
    if (moved || other) this.since = now;
    this.trace = contestant.trace;
    return this.take(contestant);
  }

  /** The trace that is shown is complete by now: it is told once more, in full. */
  private rest(): WalkShown | undefined {
    if (this.trace === undefined || this.shown === undefined) return undefined;
    const drawn = this.trace.drawn();
    if (drawn.places.length === this.shown.places.length) return undefined;
    this.shown = { ...this.shown, ...drawn };
    return this.shown;
  }

  private take(contestant: Contestant): WalkShown {
    this.shown = { formula: contestant.traced, contestant: contestant.name, ...contestant.trace.drawn() };
    return this.shown;
  }
}
