import type { RateCurve } from "@mulligan/core/statistics";
import { useMemo } from "preact/hooks";
import { lineColour } from "../charts/lines.tsx";
import { type ChartLine, MovingChart, pointRow } from "../charts/moving-chart.tsx";
import { ChartFigure } from "../design/blocks.tsx";
import { InlineSelect } from "../design/field.tsx";
import { dashOf, RACE_CHART_HEIGHT } from "./course-figures.tsx";
import { type Frames, useFrames } from "./frames.ts";
import type { RaceMeans } from "./race-means.ts";

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
  const { arms, cutoffs, phases, policies } = means.plan;
  const caption =
    "What each cutoff earns in the long run, and what one policy's trials say of it, with a 95% band that closes in.";
  const learned = means.learned?.policy === watched ? means.learned : undefined;
  const phase = phases[learned?.phase ?? 0];
  const lines = useMemo((): ChartLine[] => {
    const of = (name: string) => (arms.length > 1 ? ` of ${shortened(name)}` : "");
    return [
      { label: "the best", colour: "--text", points: true, size: 9 },
      ...arms.map((name, arm) => ({
        label: `true rate${of(name)}`,
        colour: "--text",
        width: 1.5,
        ...dashOf(arm),
      })),
      ...arms.map((name, arm) => ({
        label: `learned${of(name)}`,
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
    <ChartFigure title="Rate curve" caption={caption}>
      <div>
        <InlineSelect
          label="Learned by"
          labelClass="row small"
          class="in-figure"
          value={String(watched)}
          options={policies.map((label, place) => [String(place), label])}
          onChoose={(value) => onWatch(Number(value))}
        />
        <MovingChart
          lines={lines}
          x={{ label: "cutoff", log: true, from: cutoffs[0], to: cutoffs[cutoffs.length - 1] }}
          y={{ label: "reward per time", from: 0, to: 1.4 * phase.optimal.rate }}
          data={data}
          label={caption}
          height={RACE_CHART_HEIGHT}
        />
      </div>
    </ChartFigure>
  );
}

/** The rates and the ends of their band, as far as the curve goes. */
function learnedRows(curve: RateCurve | undefined, length: number): (number | null)[][] {
  return [curve?.rates, curve?.high, curve?.low].map((values) =>
    Array.from({ length }, (_, place) => values?.[place] ?? null),
  );
}

function shortened(name: string): string {
  return name.length > 24 ? `${name.slice(0, 23)}…` : name;
}
