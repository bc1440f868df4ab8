import { lineColour } from "../charts/colours.ts";
import { LineMark } from "../charts/line-mark.tsx";
import { numberText } from "../design/number-text.ts";
import type { Frames } from "./frames.ts";
import { dashOf } from "./race-lines.ts";
import type { RaceState } from "./racing.ts";
import type { Tally } from "./tally.ts";
import { useFrames } from "./use-frames.ts";

interface StandingsProps {
  readonly tally: Tally;
  readonly rows: RaceState["rows"];
  readonly frames: Frames;
}

interface Standing {
  readonly reward: number;
  readonly error: number;
  readonly efficiency: number;
  readonly regret: number;
}

/** Who stands where, now; and at the end, to the digit what the command gives. */
export function Standings({ tally, rows, frames }: StandingsProps) {
  useFrames(frames, "inTurn", () => tally.version);
  const { policies, arms } = tally.course;
  const standings = policies.map((_, place) => standingOf(tally, rows, place));
  const leader = tally.reached === 0 ? Infinity : Math.max(...standings.map(({ reward }) => reward));
  return (
    <div class="table standings">
      <table>
        <caption class="unseen">Standings</caption>
        <thead>
          <tr>
            <th scope="col">Policy</th>
            <th scope="col">Reward</th>
            <th scope="col">Of the best</th>
            <th scope="col">Regret</th>
            <th scope="col">Plays now</th>
          </tr>
        </thead>
        <tbody>
          {policies.map((label, place) => {
            const { reward, error, efficiency, regret } = standings[place];
            return (
              <tr key={label} class={reward >= leader ? "leads" : undefined}>
                <th scope="row">
                  <LineMark colour={lineColour(place)} dash={dashOf(place).dash} />
                  {label}
                </th>
                <td>
                  <data value={reward}>{numberText(reward)}</data>{" "}
                  <span class="faint">± {numberText(error)}</span>
                </td>
                <td>
                  <data value={efficiency}>
                    {tally.reached === 0 ? "–" : `${(100 * efficiency).toFixed(1)}%`}
                  </data>
                </td>
                <td>
                  <data value={regret}>{numberText(regret)}</data>
                </td>
                <td>{playsNow(tally, place, arms)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p class="small faint">
        Means over {tally.course.runs} repetitions, ± their standard error. What each plays now is of its
        first repetition.
      </p>
    </div>
  );
}

function standingOf(tally: Tally, rows: RaceState["rows"], place: number): Standing {
  const row = rows?.[place];
  if (row !== undefined) {
    const { reward, efficiency, regret } = row;
    return {
      reward: reward.mean,
      error: reward.standardError,
      efficiency: efficiency.mean,
      regret: regret.mean,
    };
  }
  const { reward, regret } = tally.lanes[place];
  const now = tally.reached;
  return {
    reward: reward.mean[now],
    error: (reward.high[now] - reward.mean[now]) / 1.96,
    efficiency: now === 0 ? 0 : reward.mean[now] / tally.best[now],
    regret: regret.mean[now],
  };
}

function playsNow({ lanes, reached }: Tally, place: number, arms: readonly string[]): string {
  if (reached === 0) return "–";
  const cutoff = lanes[place].cutoffs[reached - 1];
  const text = cutoff === Infinity ? "no cutoff" : numberText(cutoff);
  return arms.length === 1 ? text : `arm ${lanes[place].arms[reached - 1] + 1}, ${text}`;
}
