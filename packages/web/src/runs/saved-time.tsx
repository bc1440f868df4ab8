import type { CostWithoutCutoff, State, Summary } from "mulligan/client";
import { numberText } from "../design/number-text.ts";
import { Term } from "../design/term.tsx";

/** The time that cutting saved against waiting for every try to end, and how that is known. */
export function SavedTime({ state, unit }: { readonly state: State; readonly unit: string }) {
  const { withoutCutoff: cost } = state;
  if (cost === null) return <UnknownSaving state={state} />;
  const { verdict, detail } = savedTexts(cost, unit);
  return (
    <div class="card saved-time">
      <p class="verdict">{verdict}</p>
      <p>{detail}</p>
      {cost.exact && cost.low !== cost.high && (
        <p class="small faint">
          The longer figure is an estimate: a try that was cut would have taken as long as the tries that were
          left to run on. The range is a 95% <Term name="interval" />.
        </p>
      )}
    </div>
  );
}

function UnknownSaving({ state: { arms, readOnly } }: { readonly state: State }) {
  const hasSolved = arms.some(({ reward }) => reward > 0);
  return (
    <div class="card saved-time">
      <p class="verdict">Time saved: not known {hasSolved ? "" : "yet"}</p>
      {!hasSolved && <p>Nothing has succeeded so far.</p>}
      {hasSolved && (
        <p>
          Too few slow tries ran to their end. So it is not known how long the tries that were cut would have
          taken.{" "}
          {arms.length > 1 &&
            "Or finding the better option took more time than cutting saved: that takes time without a cutoff, too. "}
          {readOnly ? (
            <>
              To find out, start the run with <code>--explore 0.1</code>: it leaves one try in ten uncut.
            </>
          ) : (
            "To find out, let one try in ten run to its end, and report it."
          )}
        </p>
      )}
    </div>
  );
}

/** A smaller loss lies within the error of the estimate; the summary of the command has the same limit. */
const LOSS = 1.2;

/** Returns what was saved in a sentence, and the explanation. */
export function savedTexts(cost: CostWithoutCutoff, unit: string): { verdict: string; detail: string } {
  const { time, low = time, high = time, exact, spent } = cost;
  const text = timeTexts(Math.max(time, spent), unit);
  const [took, without] = [text(spent), text(time)];
  if (low === high && time === spent) {
    return {
      verdict: `${took}, nothing was cut`,
      detail: "Every try ran to its end, so no time was saved or lost.",
    };
  }
  if (!exact) {
    return {
      verdict: `${took} instead of at least ${without}`,
      detail: `Without a cutoff the same work would have taken at least ${without}. How much more is not known: too few slow tries ran to their end.`,
    };
  }
  const range = text(low) === text(high) ? "" : ` (${text(low)} to ${text(high)})`;
  if (low > spent) {
    const share = Math.round((100 * (time - spent)) / time);
    return {
      verdict: `${took} instead of about ${without}${range}`,
      detail: `All tries and restarts took ${took}. Without a cutoff the same work would have taken about ${without}: ${share}% of the time was saved.`,
    };
  }
  if (high < spent && spent > LOSS * time) {
    return {
      verdict: `${took} instead of about ${without}${range}: restarting cost time`,
      detail:
        "Without a cutoff the same work would have been done sooner. Waiting for every try is better here.",
    };
  }
  return {
    verdict: `${took}, about as long as without a cutoff${range}`,
    detail: `Without a cutoff the same work would have taken about ${without}. Whether time was saved or lost is not certain.`,
  };
}

/** Returns what was saved, for a list: 1.7 min saved, at least 30 s saved. */
export function savedShort({ withoutCutoff, unit = "" }: Summary): string {
  if (withoutCutoff == null) return "not known";
  const { time, low = time, exact, spent } = withoutCutoff;
  if (low <= spent && spent <= LOSS * time) return time === spent ? "nothing cut" : "about the same";
  const text = timeTexts(Math.abs(time - spent), unit)(Math.abs(time - spent));
  return low <= spent ? `${text} lost` : `${exact ? "" : "at least "}${text} saved`;
}

const UNITS = [
  { name: "ms", ms: 1, most: 1e3 },
  { name: "s", ms: 1e3, most: 600e3 },
  { name: "min", ms: 60e3, most: 600 * 60e3 },
  { name: "h", ms: 3_600e3, most: Infinity },
] as const;

/** Writes times with two digits, all in the unit that suits the largest. */
function timeTexts(largest: number, unit: string): (time: number) => string {
  const digits = (value: number) => Number(value.toPrecision(2));
  if (unit !== "ms") {
    return (time) => `${numberText(time)}${unit === "" ? " units of time" : ` ${unit}`}`;
  }
  const { name, ms } = UNITS.find(({ most }) => largest < most)!;
  return (time) => `${digits(time / ms).toLocaleString("en")} ${name}`;
}
