import type { ArmCounts, Learned } from "mulligan/client";
import { numberText, timeText } from "../design/number-text.ts";
import { timeSaved } from "./time-saved.ts";

interface SavedTimeProps {
  readonly arms: readonly (ArmCounts & Learned)[];
  readonly unit: string;
}

/** What was saved against waiting for every try to end, and how that is known. */
export function SavedTime({ arms, unit }: SavedTimeProps) {
  const { verdict, because } = savedWords(arms, unit);
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

interface SavedWords {
  readonly verdict: string;
  readonly because: string;
}

/** In words: first how much, then why. */
function savedWords(arms: readonly (ArmCounts & Learned)[], unit: string): SavedWords {
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
