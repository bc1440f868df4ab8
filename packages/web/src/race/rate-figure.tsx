import { useMemo } from "preact/hooks";
import { lineColour } from "../charts/colours.ts";
import { type ChartLine, MovingChart } from "../charts/moving-chart.tsx";
import { Figure } from "../design/figure.tsx";
import { HEIGHT } from "./course-figures.tsx";
import type { Frames } from "./frames.ts";
import { dashOf } from "./race-lines.ts";
import type { Tally } from "./tally.ts";
import { useFrames } from "./use-frames.ts";

const NORMAL_95 = 1.96;

interface RateFigureProps {
  readonly tally: Tally;
  readonly frames: Frames;
  /** Whose learned curve is shown. */
  readonly watched: number;
  onWatch(policy: number): void;
}

/** The true rate curve of each arm, and the one that a policy's own trials have shown it so far. */
export function RateFigure({ tally, frames, watched, onWatch }: RateFigureProps) {
  useFrames(frames, "inTurn", () => tally.version);
  const { arms, cutoffs, phases, policies } = tally.course;
  const says =
    "What each cutoff earns in the long run, and what one policy's trials say of it, with a 95% band that closes in.";
  const learned = tally.learned?.policy === watched ? tally.learned : undefined;
  const phase = learned?.phase ?? 0;
  const lines = useMemo((): ChartLine[] => {
    const of = (arm: number) => (arms.length > 1 ? ` of ${shortened(arms[arm])}` : "");
    return [
      { label: "the best", colour: "--text", points: true, size: 9 },
      ...arms.map((_, arm) => ({
        label: `true rate${of(arm)}`,
        colour: "--text",
        width: 1.5,
        ...dashOf(arm),
      })),
      ...arms.map((_, arm) => ({
        label: `learned${of(arm)}`,
        colour: lineColour(watched),
        ...dashOf(arm),
        band: true as const,
      })),
    ];
  }, [tally, watched]);
  const data = useMemo(
    () => [
      cutoffs,
      bestRow(cutoffs, phases[phase].optimal),
      ...phases[phase].rates,
      ...arms.flatMap((_, arm) => learnedRows(learned?.arms[arm], cutoffs.length)),
    ],
    [tally, learned],
  );
  return (
    <Figure title="Rate curve" says={says}>
      <div>
        <label class="row small">
          Learned by
          <select
            class="in-figure"
            value={watched}
            onChange={(event) => onWatch(Number(event.currentTarget.value))}
          >
            {policies.map((label, place) => (
              <option key={label} value={place}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <MovingChart
          lines={lines}
          x={{ label: "cutoff", log: true, from: cutoffs[0], to: cutoffs[cutoffs.length - 1] }}
          y={{ label: "reward per time", from: 0, to: 1.4 * phases[phase].optimal.rate }}
          data={data}
          says={says}
          height={HEIGHT}
        />
      </div>
    </Figure>
  );
}

/** A point at the cutoff nearest to the best; none where that is not to cut at all. */
function bestRow(
  cutoffs: Float64Array,
  { cutoff, rate }: { cutoff: number; rate: number },
): (number | null)[] {
  const distance = (place: number) => Math.abs(Math.log(cutoffs[place] / cutoff));
  let nearest = 0;
  for (let place = 1; place < cutoffs.length; place++) {
    if (distance(place) < distance(nearest)) nearest = place;
  }
  return Array.from(cutoffs, (_, place) => (place === nearest && cutoff < Infinity ? rate : null));
}

function learnedRows(
  curve: { readonly rates: Float64Array; readonly errors: Float64Array } | undefined,
  length: number,
): (number | null)[][] {
  const row = (value: (place: number) => number) =>
    Array.from({ length }, (_, place) =>
      curve !== undefined && place < curve.rates.length ? value(place) : null,
    );
  return [
    row((place) => curve!.rates[place]),
    row((place) => curve!.rates[place] + NORMAL_95 * curve!.errors[place]),
    row((place) => Math.max(0, curve!.rates[place] - NORMAL_95 * curve!.errors[place])),
  ];
}

function shortened(name: string): string {
  return name.length > 24 ? `${name.slice(0, 23)}…` : name;
}
