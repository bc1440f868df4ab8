import type { ContestantName } from "./contestant.ts";
import { SHOWN_AS } from "./names.ts";

/** A piece of a contestant's line, as the charts draw it. */
export function LineMark({ contestant }: { readonly contestant: ContestantName }) {
  const { colour, dash } = SHOWN_AS[contestant];
  return (
    <svg class="sat-mark" viewBox="0 0 24 8" aria-hidden="true">
      <line
        x1="0"
        y1="4"
        x2="24"
        y2="4"
        stroke={`var(${colour})`}
        stroke-width="3"
        stroke-dasharray={dash?.join(" ")}
      />
    </svg>
  );
}
