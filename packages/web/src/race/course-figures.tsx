import { useMemo, useState } from "preact/hooks";
import { lineColour } from "../charts/lines.tsx";
import { type ChartLine, MovingChart } from "../charts/moving-chart.tsx";
import { ChartFigure } from "../design/blocks.tsx";
import { InlineSelect } from "../design/field.tsx";
import { type Frames, useFrames } from "./frames.ts";
import type { Band, RaceMeans } from "./race-means.ts";

/** The height of the charts that show how the race goes: two of them share the first screen with the rate curve. */
const HEIGHT = 190;

/** Lines can be told apart without their colours. */
const DASHES: readonly (readonly number[])[] = [[], [10, 4], [3, 3], [12, 3, 3, 3], [6, 2], [2, 5]];

export function dashOf(place: number): { readonly dash?: readonly number[] } {
  const dash = DASHES[place % DASHES.length];
  return dash.length === 0 ? {} : { dash };
}

/** A policy has the same line in every figure. */
function policyLines(
  { labels }: RaceMeans,
  shape: { readonly band?: true; readonly points?: true },
): ChartLine[] {
  return labels.map(({ name, short }, place) => ({
    label: name,
    end: short,
    colour: lineColour(place),
    ...dashOf(place),
    ...shape,
  }));
}

const BEST = { label: "the best", end: "the best", colour: "--faint", width: 1 } as const;

interface CourseFigureProps {
  readonly means: RaceMeans;
  readonly frames: Frames;
}

/** Reward against time: in total, with the reward of the best decision above it, or as a share of that. */
export function RewardFigure({ means, frames }: CourseFigureProps) {
  const version = useFrames(frames, "inTurn", () => means.version);
  const [shared, setShared] = useState(false);
  const caption = shared
    ? "The reward so far as a share of what the best cutoff earns: the mean over the repetitions, with 95% bands."
    : "The reward so far: the mean over the repetitions, with 95% bands. The thin line is what the best cutoff earns.";
  const { horizon, best } = means.plan;
  const lines = useMemo(() => [BEST, ...policyLines(means, { band: true })], [means]);
  const data = useMemo(
    () => [
      means.times,
      shared ? means.best.map(() => 1) : means.best,
      ...rewardRows(means, (value, place) => (shared ? value / means.best[place] : value)),
    ],
    [means, version, shared],
  );
  return (
    <ChartFigure
      title="Reward"
      caption={caption}
      control={
        <InlineSelect
          label="Shown"
          class="in-figure"
          value={shared ? "share" : "total"}
          options={[
            ["total", "in total"],
            ["share", "as a share of the best"],
          ]}
          onChoose={(value) => setShared(value === "share")}
        />
      }
    >
      <MovingChart
        lines={lines}
        x={{ label: "time", from: 0, to: horizon }}
        y={
          shared
            ? { label: "share of the best", from: 0, to: 1.1 }
            : { label: "reward", from: 0, to: 1.05 * best[best.length - 1] }
        }
        data={data}
        label={caption}
        height={HEIGHT}
        save={{ what: "the reward", file: "mulligan-race-reward" }}
      />
    </ChartFigure>
  );
}

/** How much less than the best each policy has earned so far. */
export function RegretFigure({ means, frames }: CourseFigureProps) {
  const version = useFrames(frames, "inTurn", () => means.version);
  const caption =
    "How much less each has earned so far than the best cutoff, with 95% bands (the regret). A policy that has learned loses no more: its line becomes flat.";
  const { horizon } = means.plan;
  const lines = useMemo(() => policyLines(means, { band: true }), [means]);
  const data = useMemo(() => {
    const end = means.reached + 1;
    const rows = means.policies.flatMap(({ regret }) => rowsOf(regret).map((row) => row.subarray(0, end)));
    return [means.times.subarray(0, end), ...rows];
  }, [means, version]);
  return (
    <ChartFigure title="Reward lost" caption={caption}>
      <MovingChart
        lines={lines}
        x={{ label: "time", from: 0, to: horizon }}
        y={{ label: "reward lost" }}
        data={data}
        label={caption}
        height={HEIGHT}
        save={{ what: "the reward lost", file: "mulligan-race-lost" }}
      />
    </ChartFigure>
  );
}

function rowsOf({ mean, high, low }: Band): Float64Array[] {
  return [mean, high, low];
}

/** The line of the best goes on to the end; those of the policies end at the last checkpoint that was reached. */
function rewardRows(means: RaceMeans, value: (reward: number, place: number) => number): (number | null)[][] {
  return means.policies.flatMap(({ reward }) =>
    rowsOf(reward).map((row) =>
      Array.from(row, (mean, place) => (place > 0 && place <= means.reached ? value(mean, place) : null)),
    ),
  );
}

/** The cutoff that each policy plays in its first repetition. */
export function CutoffFigure({ means, frames }: CourseFigureProps) {
  const version = useFrames(frames, "inTurn", () => means.version);
  const caption =
    "The cutoff that each plays in its first repetition. The thin line is the best one. The top edge means no cutoff.";
  const { horizon, cutoffs, phases } = means.plan;
  const bottom = cutoffs[0];
  const top = 3 * cutoffs[cutoffs.length - 1];
  const lines = useMemo(
    () => [{ ...BEST, stepped: true as const }, ...policyLines(means, { points: true })],
    [means],
  );
  const within = (cutoff: number) => Math.min(Math.max(cutoff, bottom), top);
  const best = useMemo(
    () =>
      Array.from(means.times, (time) => {
        const phase = phases.findLast(({ from }) => from <= time) ?? phases[0];
        return within(phase.optimal.cutoff);
      }),
    [means],
  );
  const data = useMemo(
    () => [
      means.times,
      best,
      ...means.policies.map((policy) => [
        null,
        ...Array.from(policy.cutoffs, (cutoff, place) => (place < means.reached ? within(cutoff) : null)),
      ]),
    ],
    [means, version],
  );
  return (
    <ChartFigure title="Cutoffs played" caption={caption}>
      <MovingChart
        lines={lines}
        x={{ label: "time", from: 0, to: horizon }}
        y={{ label: "cutoff", log: true, from: bottom, to: top }}
        data={data}
        label={caption}
        height={HEIGHT}
        save={{ what: "the cutoffs", file: "mulligan-race-cutoffs" }}
      />
    </ChartFigure>
  );
}
