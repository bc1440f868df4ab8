import { countText } from "../design/number-text.ts";
import { SPEEDS, speedWord } from "./setting.ts";
import type { ContestControls } from "./use-contest.ts";

interface RunBarProps {
  readonly contest: ContestControls;
  readonly speed: string;
  setSpeed(word: string): void;
}

/** Pause and go on, stop, how fast; and where it stands. */
export function RunBar({ contest, speed, setSpeed }: RunBarProps) {
  const { stage } = contest.shown;
  const runs = stage === "running" || stage === "paused";
  return (
    <div class="card row sat-bar">
      <button type="button" disabled={!runs} onClick={stage === "paused" ? contest.go : contest.pause}>
        {stage === "paused" ? "Go on" : "Pause"}
      </button>
      <button type="button" disabled={!runs && stage !== "reading"} onClick={contest.stop}>
        Stop
      </button>
      <span class="sat-speed">
        <label class="small" for="sat-speed">
          Speed
        </label>
        <select id="sat-speed" value={speed} onChange={({ currentTarget }) => setSpeed(currentTarget.value)}>
          {SPEEDS.map((value) => (
            <option key={value} value={speedWord(value)}>
              {value === Infinity ? "as fast as it goes" : `${countText(value)} flips a second`}
            </option>
          ))}
        </select>
      </span>
      <span class="small faint sat-stage">{stageText(contest)}</span>
    </div>
  );
}

function stageText({ shown }: ContestControls): string {
  const { stage, formulas, total, standings } = shown;
  const at = Math.min(total, Math.min(...standings.map(({ formula }) => formula)) + 1);
  switch (stage) {
    case "reading":
      return total === 0 ? "Getting ready …" : `Read ${countText(formulas.length)} of ${countText(total)} …`;
    case "running":
      return `The last of the three is at formula ${countText(at)} of ${countText(total)}.`;
    case "paused":
      return `Paused at formula ${countText(at)} of ${countText(total)}.`;
    case "over":
      return shown.stopped ? "Stopped." : "Done.";
    default:
      return "";
  }
}
