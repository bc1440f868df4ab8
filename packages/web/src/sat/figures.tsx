import { useMemo } from "preact/hooks";
import { type ChartLine, MovingChart, pointRow } from "../charts/moving-chart.tsx";
import { ChartFigure } from "../design/blocks.tsx";
import { InlineSelect } from "../design/field.tsx";
import { countText, numberText } from "../design/number-text.ts";
import type { Contest } from "./contest.ts";
import type { WatchChoice } from "./contest-workers.ts";
import { entryLabels } from "./result-words.ts";
import type { SatSession } from "./session.ts";
import { SAT_SPEEDS, speedText } from "./setting.ts";
import {
  ENTRY_NAMES,
  type Entries,
  type EntryName,
  flipsPerSolved,
  solvedCount,
  solvedLines,
} from "./spread.ts";

const HEIGHT = 250;
/** The largest of the figures: it says who solves more. */
const MAIN_HEIGHT = 330;

/** The lines of the contestants differ in more than colour. */
export const ENTRY_LINES: Readonly<
  Record<EntryName, { readonly colour: string; readonly dash?: readonly number[] }>
> = {
  learned: { colour: "--line-1" },
  luby: { colour: "--line-2", dash: [10, 4] },
  tuned: { colour: "--line-4", dash: [3, 3] },
  never: { colour: "--line-3", dash: [12, 3, 3, 3] },
};

interface SpreadFigureProps {
  readonly contest: Contest;
  readonly entries: Entries;
}

/** Without restarts the walks may take many times as many flips: the chart ends soon after the others. */
const BEYOND = 1.2;

/** The formulas that each contestant has solved after the same number of flips, with the range of the seeds. */
export function SolvedFigure({ contest, entries }: SpreadFigureProps) {
  const { formulas, setting, version, seeds } = contest;
  const total = formulas.filter(({ problem }) => problem === undefined).length;
  const labels = entryLabels(setting, entries);
  const lines = ENTRY_NAMES.map(
    (name): ChartLine => ({
      label: labels[name].name,
      end: labels[name].short,
      ...ENTRY_LINES[name],
      stepped: true,
      ...(name === "tuned" ? {} : { band: true }),
    }),
  );
  const { until, data } = useMemo(() => {
    const { learned, luby, tuned, never } = entries;
    const restarting = [...learned, ...luby, ...tuned].map(({ clock }) => clock);
    const most = Math.max(0, ...(restarting.length > 0 ? restarting : never.map(({ clock }) => clock)));
    const until = Math.max(1, BEYOND * most);
    const { places, rows } = solvedLines(
      ENTRY_NAMES.map((name) => entries[name]),
      until,
    );
    // A fourth band would hide the others.
    const drawn = ENTRY_NAMES.flatMap((name, at) => (name === "tuned" ? rows[at].slice(0, 1) : rows[at]));
    return { until, data: [places, ...drawn] };
  }, [version]);
  const counts = ENTRY_NAMES.flatMap((name) => {
    const most = entries[name].map(solvedCount).toSorted((a, b) => a - b);
    return most.length === 0 ? [] : [`${labels[name].short} ${countText(most[most.length >> 1])}`];
  });
  const caption = `Formulas solved after the same number of flips. Higher is better. ${
    seeds.length > 1
      ? "The line is the median of the seeds; the band reaches from the worst to the best."
      : ""
  } The chart ends when all that restart are done.`;
  return (
    <ChartFigure title="Formulas solved" caption={caption}>
      <MovingChart
        lines={lines}
        x={{ label: "flips, with the cost of restarts", from: 0, to: until }}
        y={{ label: "formulas solved", from: 0, to: Math.max(1, total) }}
        data={data}
        height={MAIN_HEIGHT}
        label={counts.length === 0 ? "Nothing is solved yet." : `Formulas solved: ${counts.join(", ")}.`}
        save={{ what: "the formulas solved", file: "mulligan-sat-solved" }}
      />
    </ChartFigure>
  );
}

/** The flips for each solved formula, seed by seed. */
export function SeedsFigure({ contest, entries }: SpreadFigureProps) {
  const { seeds, version, setting } = contest;
  const labels = entryLabels(setting, entries);
  const lines = ENTRY_NAMES.map(
    (name): ChartLine => ({
      label: labels[name].name,
      end: labels[name].short,
      colour: ENTRY_LINES[name].colour,
      points: true,
      size: 8,
    }),
  );
  const data = useMemo(() => {
    const rows = ENTRY_NAMES.map((name) =>
      seeds.map((seed) => {
        const run = entries[name].find(({ contestant, over }) => over && contestant.seed === seed);
        const flips = run === undefined ? Infinity : flipsPerSolved(run);
        return Number.isFinite(flips) && flips > 0 ? flips : null;
      }),
    );
    return [[...seeds], ...rows];
  }, [version, seeds]);
  const caption =
    "Lower is better. Each seed gives other walks at the same formulas, so one seed alone may mislead.";
  return (
    <ChartFigure title="Each seed by itself" caption={caption}>
      <MovingChart
        lines={lines}
        x={{ label: "seed", from: (seeds[0] ?? 0) - 0.5, to: (seeds.at(-1) ?? 0) + 0.5 }}
        y={{ label: "flips for each solved formula", log: true }}
        data={data}
        height={HEIGHT}
        label={caption}
        save={{ what: "the seeds", file: "mulligan-sat-seeds" }}
      />
    </ChartFigure>
  );
}

interface WalkFigureProps {
  readonly session: SatSession;
  readonly contest: Contest;
  setSpeed(speed: string): void;
}

/** The current walk, with every restart. */
export function WalkFigure({ session, contest, setSpeed }: WalkFigureProps) {
  const { walk, formulas, seeds } = contest;
  const { name, seed } = session.watched;
  const lines: ChartLine[] = [
    { label: "clauses not met", colour: ENTRY_LINES[name].colour, width: 1.5, gaps: true },
    { label: "a restart", colour: "--cut", points: true, size: 8 },
  ];
  const data = useMemo(() => [walk?.places ?? [], walk?.values ?? [], walk?.cuts ?? []], [walk]);
  const formula = walk === undefined ? undefined : formulas[walk.formula];
  const state = walk === undefined ? "Nothing is walked yet" : `${formula?.name}: ${stateText(contest)}`;
  const choose = (choice: Partial<WatchChoice>) => session.watch({ ...session.watched, ...choice });
  return (
    <ChartFigure
      title="One walk"
      caption="Each flip changes one variable. The formula is solved when no clause is left."
    >
      <div class="row small">
        <InlineSelect
          label="Watch"
          class="in-figure"
          value={name}
          options={[
            ["learned", "Mulligan"],
            ["luby", "Luby"],
            ["never", "No restarts"],
          ]}
          onChoose={(value) => choose({ name: value as WatchChoice["name"] })}
        />
        <InlineSelect
          label="Seed"
          class="in-figure"
          value={String(Math.min(seed, seeds.length - 1))}
          options={seeds.map((value, place) => [String(place), String(value)])}
          onChoose={(value) => choose({ seed: Number(value) })}
        />
        <InlineSelect
          label="Speed"
          class="in-figure"
          value={session.fields.speed}
          options={SAT_SPEEDS.map((value) => [
            speedText(value),
            value === Infinity ? "as fast as possible" : `${countText(value)} flips a second`,
          ])}
          onChoose={setSpeed}
        />
      </div>
      <p class="small faint sat-one-line">{state}.</p>
      <MovingChart
        lines={lines}
        x={{ label: "flips at this formula" }}
        y={{ label: "clauses not met", from: 0, ...topFor(formula?.clauses) }}
        data={data}
        height={HEIGHT}
        label={`${state}.`}
        save={{ what: "the walk", file: "mulligan-sat-walk" }}
      />
    </ChartFigure>
  );
}

/** A random start leaves an eighth of the clauses open, but most of these are soon met: the chart shows less. */
const DRAWN_SHARE = 0.05;
const LEAST_TOP = 10;
/** With more clauses the way down is long enough to be seen, and the whole is drawn. */
const MANY_CLAUSES = 2_000;

function topFor(clauses = Infinity): { readonly to?: number } {
  return clauses > MANY_CLAUSES ? {} : { to: Math.max(LEAST_TOP, Math.round(DRAWN_SHARE * clauses)) };
}

function stateText({ walk }: Contest): string {
  const now = walk?.values.at(-1) ?? 0;
  const cuts = walk?.cuts.filter((cut) => cut !== null).length ?? 0;
  const restarts = cuts === 1 ? "1 restart" : `${countText(cuts)} restarts`;
  return now === 0 ? `solved, ${restarts}` : `${countText(now)} clauses not met, ${restarts}`;
}

/** The rate of every cutoff that the tries so far show. */
export function CurveFigure({ contest }: { readonly contest: Contest }) {
  const { curve, walk } = contest;
  const name = walk?.contestant.name ?? "learned";
  const lines: ChartLine[] = [
    { label: "rate, with its 95% band", colour: ENTRY_LINES[name].colour, band: true },
    { label: "best cutoff so far", colour: "--text", points: true, size: 9 },
  ];
  const data = useMemo(() => {
    if (curve === undefined) return [[], [], [], [], []];
    const { cutoffs, rates, highs, lows, best } = curve;
    return [cutoffs, rates, highs, lows, pointRow(cutoffs, best?.cutoff ?? Infinity, (at) => rates[at])];
  }, [curve]);
  const text =
    curve === undefined || curve.cutoffs.length === 0
      ? "Too little is known yet for a curve."
      : `From ${countText(curve.tries)} tries: ${
          curve.best === null
            ? "no cutoff is better than to wait, so far."
            : `best is a cutoff of ${numberText(curve.best.cutoff)} flips, which solves ${numberText(curve.best.rate)} in a million.`
        }`;
  return (
    <ChartFigure
      title="What the watched walks teach"
      caption="How many formulas a million flips would solve if every walk were cut at this many flips, as far as the walks in the picture show."
    >
      <p class="small faint sat-one-line">{text}</p>
      <MovingChart
        lines={lines}
        x={{ label: "cutoff (flips)", log: true }}
        y={{ label: "solved in a million flips", from: 0 }}
        data={data}
        height={HEIGHT}
        label={text}
        save={{ what: "the rate curve", file: "mulligan-sat-rate-curve" }}
      />
    </ChartFigure>
  );
}
