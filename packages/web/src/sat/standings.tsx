import { LineMark } from "../charts/lines.tsx";
import { InlineSelect } from "../design/field.tsx";
import { countText, numberText } from "../design/number-text.ts";
import { CONTESTANT_LINES } from "./figures.tsx";
import { CONTESTANTS, type ContestantProgress } from "./messages.ts";
import { SAT_SPEEDS, speedText } from "./setting.ts";
import type { ContestControls } from "./use-contest.ts";

interface RunBarProps {
  readonly contest: ContestControls;
  readonly speed: string;
  setSpeed(speed: string): void;
}

/** Pause, stop and speed, and how far the contest is. */
export function RunBar({ contest, speed, setSpeed }: RunBarProps) {
  const { status } = contest.state;
  const runs = status === "running" || status === "paused";
  return (
    <div class="card row sat-bar">
      <button type="button" disabled={!runs} onClick={status === "paused" ? contest.go : contest.pause}>
        {status === "paused" ? "Go on" : "Pause"}
      </button>
      <button type="button" disabled={!runs && status !== "reading"} onClick={contest.stop}>
        Stop
      </button>
      <InlineSelect
        label="Speed"
        value={speed}
        options={SAT_SPEEDS.map((value) => [
          speedText(value),
          value === Infinity ? "as fast as it goes" : `${countText(value)} flips a second`,
        ])}
        onChoose={setSpeed}
      />
      <span class="small faint sat-stage">{statusText(contest)}</span>
    </div>
  );
}

function statusText({ state }: ContestControls): string {
  const { status, formulas, total, standings } = state;
  const at = Math.min(total, Math.min(...standings.map(({ formula }) => formula)) + 1);
  switch (status) {
    case "reading":
      return total === 0 ? "Getting ready …" : `Read ${countText(formulas.length)} of ${countText(total)} …`;
    case "running":
      return `The last of the three is at formula ${countText(at)} of ${countText(total)}.`;
    case "paused":
      return `Paused at formula ${countText(at)} of ${countText(total)}.`;
    case "over":
      return state.stopped ? "Stopped." : "Done.";
    default:
      return "";
  }
}

interface StandingsTableProps {
  readonly standings: readonly ContestantProgress[];
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
            const { label } = CONTESTANT_LINES[name];
            return (
              <tr key={name} data-contestant={name}>
                <th scope="row">
                  <LineMark {...CONTESTANT_LINES[name]} />
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

/** The sentence while the contest runs. */
export function progressSentence(standings: readonly ContestantProgress[], total: number): string {
  const [learned, luby, never] = standings.map(({ solved }) => countText(solved));
  if (learned === undefined) return "The formulas are made or read …";
  return `So far, of ${countText(total)} formulas, ${learned} are solved with learned restarts, ${luby} with Luby’s sequence, and ${never} without restarts.`;
}

/** The sentence when it is over. */
export function contestSentence(
  standings: readonly ContestantProgress[],
  total: number,
  stopped: boolean,
): string {
  const [learned, luby, never] = standings.map(
    ({ solved, clock }) => [countText(solved), numberText(clock)] as const,
  );
  if (learned === undefined) return "";
  const begun = stopped ? "Stopped early: learned" : "Learned";
  return `${begun} restarts solved ${learned[0]} of ${countText(total)} in ${learned[1]} flips, Luby’s ${luby[0]} in ${luby[1]}, no restarts ${never[0]} in ${never[1]}.`;
}
