import { LineMark } from "../charts/line-mark.tsx";
import { Notice } from "../design/notice.tsx";
import { CONTESTANTS, type ContestantName } from "./contestant.ts";

import { SHOWN_AS } from "./names.ts";

const WHAT_THEY_DO: Readonly<Record<ContestantName, string>> = {
  learned: "sees how long walks take to solve, and learns from it when to begin anew.",
  luby: "follows a fixed sequence of cutoffs, 1, 1, 2, 1, 1, 2, 4, … times a base that somebody guessed.",
  never: "walks on, whatever happens.",
};

/** What stands where the results will be. */
export function Beginning() {
  return (
    <Notice kind="empty">
      <p>
        Nothing is solved yet: press Solve, or drop files. Three contestants then go through the same formulas
        side by side, and each may spend the same number of flips on each formula.
      </p>
      <ul class="sat-three">
        {CONTESTANTS.map((name) => (
          <li key={name}>
            <LineMark {...SHOWN_AS[name]} />
            <span>
              <strong>{SHOWN_AS[name].label}</strong> {WHAT_THEY_DO[name]}
            </span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
