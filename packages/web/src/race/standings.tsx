import type { Row } from "@mulligan/core/simulate";
import type { CsvColumn } from "../browser/download.ts";
import { LineMark, lineColour } from "../charts/lines.tsx";
import { ScrollTable } from "../design/blocks.tsx";
import { numberText } from "../design/number-text.ts";
import { SaveAs } from "../design/save-as.tsx";
import { Term } from "../design/term.tsx";
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
  const { labels, reached } = means;
  const standings = labels.map((_, place) => standingOf(means, rows, place));
  const leader = reached === 0 ? Infinity : Math.max(...standings.map(({ reward }) => reward));
  return (
    <div class="card stack standings">
      <ScrollTable label="Standings">
        <thead>
          <tr>
            <th scope="col">
              <Term name="policy">Policy</Term>
            </th>
            <th scope="col">
              <Term name="reward">Reward</Term>
            </th>
            <th scope="col">
              <Term name="share of the best">Share of the best</Term>
            </th>
            <th scope="col">
              <Term name="regret">Lost</Term>
            </th>
            <th scope="col">
              <Term name="cutoff">Cutoff now</Term>
            </th>
          </tr>
        </thead>
        <tbody>
          {labels.map(({ name }, place) => {
            const { reward, error, efficiency, regret } = standings[place];
            return (
              <tr key={name} class={reward >= leader ? "leads" : undefined}>
                <th scope="row">
                  <LineMark colour={lineColour(place)} dash={dashOf(place).dash} />
                  {name}
                </th>
                <td>
                  <data value={reward}>{numberText(reward)}</data>{" "}
                  <span class="faint">± {numberText(error)}</span>
                </td>
                <td>
                  <data value={efficiency}>{reached === 0 ? "–" : percentText(efficiency)}</data>
                </td>
                <td>
                  <data value={regret}>{numberText(regret)}</data>
                </td>
                <td>{reached === 0 ? "–" : cutoffNow(means, place)}</td>
              </tr>
            );
          })}
        </tbody>
      </ScrollTable>
      <p class="small faint">
        {means.plan.runs === 1 ? (
          "There is only one repetition, so there is no standard error."
        ) : (
          <>
            Means over {means.plan.runs} <Term name="repetition">repetitions</Term>, ± their standard error.
          </>
        )}{" "}
        The cutoff is that of the first repetition.
        {reached > 0 && standings.some(({ efficiency }) => isAboveBest(efficiency)) && ` ${ABOVE_BEST}`}
      </p>
      <SaveAs what="the standings" file="mulligan-race" csv={() => standingColumns(means, standings)} />
    </div>
  );
}

interface Standing {
  readonly reward: number;
  readonly error: number;
  readonly efficiency: number;
  readonly regret: number;
}

function standingOf(means: RaceMeans, rows: RaceState["rows"], place: number): Standing {
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

function standingColumns({ labels, plan }: RaceMeans, standings: readonly Standing[]): CsvColumn[] {
  const column = (name: string, field: keyof Standing) => ({
    name,
    cells: standings.map((row) => row[field]),
  });
  return [
    { name: "policy", cells: labels.map(({ name }) => name) },
    { name: "notation", cells: plan.policies },
    column("reward", "reward"),
    column("standard error", "error"),
    column("share of the best", "efficiency"),
    column("lost", "regret"),
  ];
}

function cutoffNow({ policies, arms, reached }: RaceMeans, place: number): string {
  const cutoff = policies[place].cutoffs[reached - 1];
  const text = cutoff === Infinity ? "none" : numberText(cutoff);
  return arms.length === 1 ? text : `${arms[policies[place].arms[reached - 1]]}, ${text}`;
}

/** Before the race, what the best decision earns; after it, which policy earned most and which least. */
export function raceSentence({ plan, labels, arms }: RaceMeans, rows: readonly Row[] | undefined): string {
  if (rows === undefined) return bestText(plan, arms);
  const results = rows.map(({ reward, efficiency }, place) => ({
    name: labels[place].name,
    reward: reward.mean,
    share: `${percentText(efficiency.mean)} of the best${isAboveBest(efficiency.mean) ? " (above 100% is chance)" : ""}`,
  }));
  results.sort((a, b) => b.reward - a.reward);
  const [first, last] = [results[0], results[results.length - 1]];
  if (results.length === 1) return `${first.name} earned ${first.share}.`;
  return `${first.name} earned most, ${first.share}; ${last.name} earned least, ${last.share}.`;
}

const ABOVE_BEST =
  "More than 100% is chance: no policy earns more than the best in the long run, but these repetitions were lucky.";

function percentText(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}

/** As it is written. */
function isAboveBest(share: number): boolean {
  return Number((100 * share).toFixed(1)) > 100;
}

function bestText({ phases }: RaceMeans["plan"], arms: readonly string[]): string {
  const texts = phases.map(({ optimal: { arm, cutoff, rate } }) => {
    const which = arms.length > 1 ? `to play ${arms[arm]} and ` : "";
    const when = cutoff === Infinity ? "to wait for every run" : `to cut at ${numberText(cutoff)}`;
    return `${which}${when}, which earns ${numberText(rate)} per unit of time`;
  });
  return texts.length === 1
    ? `It is best ${texts[0]}.`
    : `It is best ${texts[0]}; after the change ${texts[1]}.`;
}
