import type { Row } from "@mulligan/core/simulate";
import { LineMark, lineColour } from "../charts/lines.tsx";
import { TableHead } from "../design/blocks.tsx";
import { numberText } from "../design/number-text.ts";
import { dashOf } from "./course-figures.tsx";
import { type Frames, useFrames } from "./frames.ts";
import type { RaceState } from "./race-control.ts";
import { NORMAL_95, type RaceMeans } from "./race-means.ts";

interface StandingsProps {
  readonly means: RaceMeans;
  readonly rows: RaceState["rows"];
  readonly frames: Frames;
}

/** The means of each policy so far; at the end, the numbers of the command to the digit. */
export function Standings({ means, rows, frames }: StandingsProps) {
  useFrames(frames, "inTurn", () => means.version);
  const { policies } = means.plan;
  const standings = policies.map((_, place) => standingOf(means, rows, place));
  const leader = means.reached === 0 ? Infinity : Math.max(...standings.map(({ reward }) => reward));
  return (
    <div class="table standings">
      <table>
        <caption class="unseen">Standings</caption>
        <TableHead columns={["Policy", "Reward", "Of the best", "Regret", "Plays now"]} />
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
                    {means.reached === 0 ? "–" : `${(100 * efficiency).toFixed(1)}%`}
                  </data>
                </td>
                <td>
                  <data value={regret}>{numberText(regret)}</data>
                </td>
                <td>{playsNow(means, place)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p class="small faint">
        Means over {means.plan.runs} repetitions, ± their standard error. What each plays now is of its first
        repetition.
      </p>
    </div>
  );
}

function standingOf(means: RaceMeans, rows: RaceState["rows"], place: number) {
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
  const { reward, regret } = means.policies[place];
  const now = means.reached;
  return {
    reward: reward.mean[now],
    error: (reward.high[now] - reward.mean[now]) / NORMAL_95,
    efficiency: now === 0 ? 0 : reward.mean[now] / means.best[now],
    regret: regret.mean[now],
  };
}

function playsNow({ policies, plan, reached }: RaceMeans, place: number): string {
  if (reached === 0) return "–";
  const cutoff = policies[place].cutoffs[reached - 1];
  const text = cutoff === Infinity ? "no cutoff" : numberText(cutoff);
  return plan.arms.length === 1 ? text : `arm ${policies[place].arms[reached - 1] + 1}, ${text}`;
}

/** Before the race, what the best decision earns; after it, which policy earned most and which least. */
export function raceSentence({ plan }: RaceMeans, rows: readonly Row[] | undefined): string {
  if (rows === undefined) return bestText(plan);
  const order = [...rows].sort((a, b) => b.reward.mean - a.reward.mean);
  const [first, last] = [order[0], order[order.length - 1]];
  if (order.length === 1) return `${first.policy} earned ${shareText(first)} of the best.`;
  return `${first.policy} earned most: ${shareText(first)} of the best; ${last.policy} least: ${shareText(last)}.`;
}

function shareText({ efficiency }: Row): string {
  return `${(100 * efficiency.mean).toFixed(1)}%`;
}

function bestText({ arms, phases }: RaceMeans["plan"]): string {
  const texts = phases.map(({ optimal: { arm, cutoff, rate } }) => {
    const which = arms.length > 1 ? `arm ${arm + 1}, ` : "";
    const when = cutoff === Infinity ? "never to cut" : `to cut at ${numberText(cutoff)}`;
    return `${which}${when}: ${numberText(rate)} per unit of time`;
  });
  return texts.length === 1 ? `The best is ${texts[0]}.` : `The best is first ${texts[0]}; then ${texts[1]}.`;
}
