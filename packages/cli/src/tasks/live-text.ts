import { perSecond, timeLeft } from "../shell/terminal.ts";
import type { ArmTally } from "./arm-tally.ts";

/** What the line on a terminal is made of. */
export interface LiveParts {
  /** `3/10 done`. */
  readonly count: string;
  /** What this run did, of what it has to do: Infinity if there is no end to it. */
  readonly done: number;
  readonly total: number;
  readonly wallMs: number;
  /** How much work that was. */
  readonly work: string;
  /** The arm that solved most, and its cutoff. */
  readonly best: string;
}

/** The line on a terminal: done of total, rate, work, the best arm with its cutoff, time left. */
export function liveText({ count, done, total, wallMs, work, best }: LiveParts): string {
  const left = Number.isFinite(total) ? timeLeft(done, total, wallMs) : "";
  return [count, perSecond(done, wallMs), work, best, left].filter((part) => part !== "").join(", ");
}

/** The arm that solved most; of several, the first. */
export function leading(arms: readonly ArmTally[]): ArmTally | undefined {
  const solved = arms.map((arm) => arm.totals().solved);
  return arms[solved.indexOf(Math.max(...solved))];
}
