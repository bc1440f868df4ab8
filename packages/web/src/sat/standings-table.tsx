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
            <th scope="col">Restarts</th>
            <th scope="col">solved</th>
            <th scope="col">given up</th>
            <th scope="col">restarts</th>
            <th scope="col">flips</th>
            <th scope="col">with restarts</th>
          </tr>
        </thead>
        <tbody>
          {CONTESTANTS.map((name, place) => {
            const standing = standings[place];
            const { label, colour, dash } = SHOWN_AS[name];
            return (
              <tr key={name} data-contestant={name}>
                <th scope="row">
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
                  {label}
                </th>
                <td>
                  {standing === undefined ? "–" : `${countText(standing.solved)} of ${countText(total)}`}
                </td>
                <td>{cell(standing?.givenUp)}</td>
                <td>{cell(standing?.restarts)}</td>
                <td>{cell(standing?.flips)}</td>
                <td>{cell(standing?.clock)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function cell(value: number | undefined): string {
  return value === undefined ? "–" : countText(value);
}
