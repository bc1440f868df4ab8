import { useMemo, useState } from "preact/hooks";
import { MovingChart } from "../charts/moving-chart.tsx";
import { Figure } from "../design/figure.tsx";
import type { Frames } from "./frames.ts";
import { policyLine } from "./race-lines.ts";
import type { Band, Tally } from "./tally.ts";
import { useFrames } from "./use-frames.ts";

/** Of all charts of a race. */
export const HEIGHT = 250;

interface CourseFigureProps {
  readonly tally: Tally;
  readonly frames: Frames;
}

/** Reward against time: in total, with the line that nobody passes in the long run, or as a share of it. */
export function RewardFigure({ tally, frames }: CourseFigureProps) {
  const version = useFrames(frames, "inTurn", () => tally.version);
  const [shared, setShared] = useState(false);
  const says = shared
    ? "The reward so far, as a share of what the best decision earns, on average over the repetitions, with 95% bands."
    : "The reward so far, on average over the repetitions, with 95% bands; above, what the best decision earns.";
  const { horizon, best, policies } = tally.course;
  const lines = useMemo(
    () => [
      { label: "the best", colour: "--faint", width: 1 },
      ...policies.map((label, place) => ({ ...policyLine(label, place), band: true as const })),
    ],
    [tally],
  );
  const data = useMemo(
    () => [
      tally.times,
      shared ? tally.best.map(() => 1) : tally.best,
      ...bandRows(tally, (value, place) => (shared ? value / tally.best[place] : value)),
    ],
    [tally, version, shared],
  );
  return (
    <Figure title="Reward" says={says}>
      <div>
        <label class="row small">
          Shown
          <select
            class="in-figure"
            value={shared ? "share" : "total"}
            onChange={(event) => setShared(event.currentTarget.value === "share")}
          >
            <option value="total">in total</option>
            <option value="share">as a share of the best</option>
          </select>
        </label>
        <MovingChart
          lines={lines}
          x={{ label: "time", from: 0, to: horizon }}
          y={
            shared
              ? { label: "share of the best", from: 0, to: 1.1 }
              : { label: "reward", from: 0, to: 1.05 * best[best.length - 1] }
          }
          data={data}
          says={says}
          height={HEIGHT}
        />
      </div>
    </Figure>
  );
}

/** What was lost against the best, so far. */
export function RegretFigure({ tally, frames }: CourseFigureProps) {
  const version = useFrames(frames, "inTurn", () => tally.version);
  const says =
    "How much less than the best each has earned so far, with 95% bands: who has learned loses no more.";
  const { policies, horizon } = tally.course;
  const lines = useMemo(
    () => policies.map((label, place) => ({ ...policyLine(label, place), band: true as const })),
    [tally],
  );
  const data = useMemo(() => {
    const end = tally.reached + 1;
    const rows = tally.lanes.flatMap(({ regret }) => rowsOf(regret).map((row) => row.subarray(0, end)));
    return [tally.times.subarray(0, end), ...rows];
  }, [tally, version]);
  return (
    <Figure title="Regret" says={says}>
      <MovingChart
        lines={lines}
        x={{ label: "time", from: 0, to: horizon }}
        y={{ label: "reward lost" }}
        data={data}
        says={says}
        height={HEIGHT}
      />
    </Figure>
  );
}

function rowsOf({ mean, high, low }: Band): Float64Array[] {
  return [mean, high, low];
}

/** Nothing is drawn where nothing is known yet, though the line of the best goes on to the end. */
function bandRows(tally: Tally, drawn: (value: number, place: number) => number): (number | null)[][] {
  return tally.lanes.flatMap(({ reward }) =>
    rowsOf(reward).map((row) =>
      Array.from(row, (value, place) => {
        const known = place > 0 && place <= tally.reached;
        return known ? drawn(value, place) : null;
      }),
    ),
  );
}

/** Which cutoff each policy plays, in its first repetition. */
export function CutoffFigure({ tally, frames }: CourseFigureProps) {
  const version = useFrames(frames, "inTurn", () => tally.version);
  const says =
    "The cutoff that each plays, in its first repetition; the line is the best one, the top edge means none.";
  const { policies, horizon, cutoffs, phases } = tally.course;
  const bottom = cutoffs[0];
  const top = 3 * cutoffs[cutoffs.length - 1];
  const lines = useMemo(
    () => [
      { label: "the best", colour: "--faint", width: 1, stepped: true as const },
      ...policies.map((label, place) => ({ ...policyLine(label, place), points: true as const })),
    ],
    [tally],
  );
  const within = (cutoff: number) => Math.min(Math.max(cutoff, bottom), top);
  const best = useMemo(
    () =>
      Array.from(tally.times, (time) => {
        const phase = phases.findLast(({ from }) => from <= time) ?? phases[0];
        return within(phase.optimal.cutoff);
      }),
    [tally],
  );
  const data = useMemo(
    () => [
      tally.times,
      best,
      ...tally.lanes.map((lane) => [
        null,
        ...Array.from(lane.cutoffs, (cutoff, place) => (place < tally.reached ? within(cutoff) : null)),
      ]),
    ],
    [tally, version],
  );
  return (
    <Figure title="Cutoffs played" says={says}>
      <MovingChart
        lines={lines}
        x={{ label: "time", from: 0, to: horizon }}
        y={{ label: "cutoff", log: true, from: bottom, to: top }}
        data={data}
        says={says}
        height={HEIGHT}
      />
    </Figure>
  );
}
