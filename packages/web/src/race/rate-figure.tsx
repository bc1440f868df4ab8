import type { RateCurve } from "@mulligan/core/statistics";
import { useMemo } from "preact/hooks";
import { lineColour } from "../charts/lines.tsx";
import { type ChartLine, MovingChart, pointRow } from "../charts/moving-chart.tsx";
import { ChartFigure } from "../design/blocks.tsx";
import { InlineSelect } from "../design/field.tsx";
import { dashOf } from "./course-figures.tsx";
import { type Frames, useFrames } from "./frames.ts";
import type { RaceMeans } from "./race-means.ts";

/** The largest of the figures: it says what there is to learn. */
const HEIGHT = 250;

interface RateFigureProps {
  readonly means: RaceMeans;
  readonly frames: Frames;
  /** The policy whose learned curve is drawn. */
  readonly watched: number;
  onWatch(policy: number): void;
}

/** The true rate curve of each arm, and the one that a policy's own trials have shown so far. */
export function RateFigure({ means, frames, watched, onWatch }: RateFigureProps) {
  useFrames(frames, "inTurn", () => means.version);
  const { cutoffs, phases } = means.plan;
  const { arms, labels } = means;
  const caption =
    "What each cutoff earns in the long run, and what one policy has learned of it in its first repetition. The learned curve ends where fewer than ten runs reach. The truth lies in its 95% band at 95 of 100 points.";
  const learned = means.learned?.policy === watched ? means.learned : undefined;
  const phase = phases[learned?.phase ?? 0];
  const lines = useMemo((): ChartLine[] => {
    const of = (name: string) => (arms.length > 1 ? `, ${name}` : "");
    const { name: learner, short } = labels[watched];
    return [
      { label: "the best cutoff", colour: "--text", points: true, size: 9 },
      ...arms.map((name, arm) => ({
        label: `the truth${of(name)}`,
        end: arms.length > 1 ? name : "the truth",
        colour: "--text",
        width: 1.5,
        ...dashOf(arm),
      })),
      ...arms.map((name, arm) => ({
        label: `learned by ${learner}${of(name)}`,
        end: arms.length > 1 ? "learned" : short,
        colour: lineColour(watched),
        ...dashOf(arm),
        band: true as const,
      })),
    ];
  }, [means, watched]);
  const data = useMemo(
    () => [
      cutoffs,
      pointRow(cutoffs, phase.optimal.cutoff, () => phase.optimal.rate),
      ...phase.rates,
      ...arms.flatMap((_, arm) => learnedRows(learned?.arms[arm], cutoffs.length)),
    ],
    [means, learned],
  );
  return (
    <ChartFigure
      title="What each cutoff earns"
      caption={caption}
      control={
        <InlineSelect
          label="Learned by"
          class="in-figure"
          value={String(watched)}
          options={labels.map(({ name }, place) => [String(place), name])}
          onChoose={(value) => onWatch(Number(value))}
        />
      }
    >
      <MovingChart
        lines={lines}
        x={{ label: "cutoff", log: true, from: cutoffs[0], to: cutoffs[cutoffs.length - 1] }}
        y={{ label: "reward per unit of time", from: 0, to: 1.4 * phase.optimal.rate }}
        data={data}
        label={caption}
        height={HEIGHT}
        save={{ what: "the rate curve", file: "mulligan-race-rate-curve" }}
      />
    </ChartFigure>
  );
}

/** The rates and the ends of their band, as far as the curve goes. */
function learnedRows(curve: RateCurve | undefined, length: number): (number | null)[][] {
  return [curve?.rates, curve?.high, curve?.low].map((values) =>
    Array.from({ length }, (_, place) => values?.[place] ?? null),
  );
}
