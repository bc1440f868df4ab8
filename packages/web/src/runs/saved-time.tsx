import type { ArmCounts, Learned } from "mulligan/client";
import { numberText, timeText } from "../design/number-text.ts";

export interface ArmsProps {
  readonly arms: readonly (ArmCounts & Learned)[];
  readonly unit: string;
}

/** The time that cutting saved against waiting for every try to end, and how that is known. */
export function SavedTime({ arms, unit }: ArmsProps) {
  const { verdict, because } = savedTexts(arms, unit);
  return (
    <div class="card saved-time">
      <p class="verdict">{verdict}</p>
      <p>{because}</p>
      <p class="small faint">
        Reckoned from the tries themselves: one that was cut would have gone on as those did that were let run
        longer (the product-limit estimate).
      </p>
    </div>
  );
}

/** How much was saved, and the numbers behind it. */
function savedTexts(arms: ArmsProps["arms"], unit: string) {
  const saved = timeSaved(arms);
  if (saved === undefined) {
    return {
      verdict: "Time saved against no cutoff: not known yet",
      because: arms.some(({ reward }) => reward > 0)
        ? "Too many tries were cut before they ended to say how long they would have taken."
        : "Nothing has succeeded so far.",
    };
  }
  const { without, spent, exact } = saved;
  const timeOf = (value: number) =>
    unit === "" ? `${numberText(value)} units of time` : timeText(value, unit);
  const gain = without - spent;
  const least = exact ? "" : "at least ";
  const share = Math.round((100 * gain) / without);
  return {
    verdict: gain < 0 ? "No time saved so far" : `${capital(least)}${timeOf(gain)} saved (${share}%)`,
    because: `Without a cutoff the same successes would have cost ${least}${timeOf(without)}; all tries took ${timeOf(spent)}.`,
  };
}

function capital(text: string): string {
  return text.replace(/^./, (letter) => letter.toUpperCase());
}

interface TimeSaved {
  /** The time of all tries. */
  readonly spent: number;
  /** The time that the same successes would have cost without a cutoff. */
  readonly without: number;
  /** Whether that is an estimate; otherwise it is a lower bound. */
  readonly exact: boolean;
}

/**
 * Undefined if unknown: nothing succeeded, or tries were cut later than all others ended, and the lower bound is less
 * than was spent.
 */
export function timeSaved(arms: ArmsProps["arms"]): TimeSaved | undefined {
  const known = arms.flatMap(({ withoutCutoff }) => withoutCutoff ?? []);
  if (known.length === 0) return undefined;
  const spent = arms.reduce((sum, { time }) => sum + time, 0);
  const without = known.reduce((sum, { time }) => sum + time, 0);
  const exact = known.every((cost) => cost.exact);
  return exact || without >= spent ? { spent, without, exact } : undefined;
}
