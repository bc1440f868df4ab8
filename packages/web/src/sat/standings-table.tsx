import { LineMark } from "../charts/line-mark.tsx";
import { countText } from "../design/number-text.ts";
import { CONTESTANTS } from "./contestant.ts";

import type { Standing } from "./messages.ts";
import { SHOWN_AS } from "./names.ts";

interface StandingsTableProps {
  readonly standings: readonly Standing[];
  readonly total: number;
}

/** The numbers behind the lines. */
export function StandingsTable({ standings, total }: StandingsTableProps) {
  return (
    <div class="table">
      <table class="sat-standings">
        <caption class="unseen">What each contestant solved, and what it took</caption>
        <thead>
          <tr>
            <th scope="col">Contestant</th>
            <th scope="col">solved of {countText(total)}</th>
            <th scope="col">restarts</th>
            <th scope="col" class="sat-roomy">
              flips
            </th>
            <th scope="col">in all</th>
          </tr>
        </thead>
        <tbody>
          {CONTESTANTS.map((name, place) => {
            const standing = standings[place];
            const { label } = SHOWN_AS[name];
            return (
              <tr key={name} data-contestant={name}>
                <th scope="row">
                  <LineMark {...SHOWN_AS[name]} />
                  {label}
                </th>
                <td>{cell(standing?.solved)}</td>
                <td>{cell(standing?.restarts)}</td>
                <td class="sat-roomy">{cell(standing?.flips)}</td>
                <td>{cell(standing?.clock)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p class="small faint sat-note">
        In all: flips, and what restarts took, which is a flip for every 40 variables and literals.
      </p>
    </div>
  );
}

function cell(value: number | undefined): string {
  return value === undefined ? "–" : countText(value);
}
