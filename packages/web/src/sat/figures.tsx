import { useMemo } from "preact/hooks";
import { type ChartLine, MovingChart, pointRow } from "../charts/moving-chart.tsx";
import { ChartFigure } from "../design/blocks.tsx";
import { InlineSelect } from "../design/field.tsx";
import { countText, numberText } from "../design/number-text.ts";
import type { SatCurve } from "./curves.ts";
import {
  CONTESTANTS,
  type ContestantName,
  type ContestantProgress,
  type DrawnWalk,
  type FormulaRow,
  type SatProgress,
} from "./messages.ts";

/** The labels and lines of the contestants, which differ in more than colour. */
export const CONTESTANT_LINES: Readonly<
  Record<
    ContestantName,
    { readonly label: string; readonly colour: string; readonly dash?: readonly number[] }
  >
> = {
  learned: { label: "Learned", colour: "--line-1" },
  luby: { label: "Luby", colour: "--line-2", dash: [8, 4] },
  never: { label: "No restarts", colour: "--line-3", dash: [2, 4] },
};

interface WalkFigureProps {
  readonly walk: DrawnWalk | undefined;
  readonly formulas: readonly FormulaRow[];
  readonly watched: ContestantName;
  watch(contestant: ContestantName): void;
}

/** The current walk, with every restart. */
export function WalkFigure({ walk, formulas, watched, watch }: WalkFigureProps) {
  const lines: ChartLine[] = [
    { label: "clauses not satisfied", colour: CONTESTANT_LINES[watched].colour, width: 1.5, gaps: true },
    { label: "cut here, and begun anew", colour: "--cut", points: true, size: 8 },
  ];
  const data = useMemo(() => [walk?.places ?? [], walk?.values ?? [], walk?.cuts ?? []], [walk]);
  const cuts = walk?.cuts.filter((cut) => cut !== null).length ?? 0;
  const now = walk?.values.at(-1);
  const formula = walk === undefined ? undefined : formulas[walk.formula];
  const name = formula?.name ?? "";
  return (
    <ChartFigure
      title="The walk"
      caption="Each flip changes one variable; the line breaks where a walk is given up and begins anew, and a formula is solved when it meets zero."
    >
      <div class="row sat-watch">
        <InlineSelect
          label="Watch"
          labelClass="row"
          value={watched}
          options={CONTESTANTS.map((contestant) => [contestant, CONTESTANT_LINES[contestant].label])}
          onChoose={(contestant) => watch(contestant as ContestantName)}
        />
        <span class="small faint sat-one-line">
          {walk === undefined ? "" : `at ${name}: ${stateText(now, cuts)}`}
        </span>
      </div>
      <MovingChart
        lines={lines}
        x={{ label: "flips at this formula" }}
        y={{ label: "clauses not satisfied", from: 0, ...topFor(formula) }}
        data={data}
        height={240}
        label={
          walk === undefined ? "Nothing is walked yet." : `The walk at ${name}: ${stateText(now, cuts)}.`
        }
      />
    </ChartFigure>
  );
}

/** A random assignment leaves an eighth of the clauses false, but most of these are soon true: the chart shows less. */
const DRAWN_SHARE = 0.05;
const LEAST_TOP = 10;
/** With more clauses the way down is long enough to be seen, and the whole is drawn. */
const MANY_CLAUSES = 2_000;

function topFor(formula: FormulaRow | undefined): { readonly to?: number } {
  if (formula === undefined || formula.clauses > MANY_CLAUSES) return {};
  return { to: Math.max(LEAST_TOP, Math.round(DRAWN_SHARE * formula.clauses)) };
}

function stateText(now: number | null | undefined, cuts: number): string {
  const restarts = cuts === 1 ? "1 restart" : `${countText(cuts)} restarts`;
  return now === 0 ? `solved, ${restarts}` : `${countText(now ?? 0)} not satisfied, ${restarts}`;
}

const SOLVED_LINES: readonly ChartLine[] = CONTESTANTS.map((name) => ({
  ...CONTESTANT_LINES[name],
  stepped: true,
}));

interface SolvedFigureProps {
  readonly solved: SatProgress["solved"];
  readonly standings: readonly ContestantProgress[];
  readonly total: number;
}

/** The formulas that each contestant has solved after the same number of flips. */
export function SolvedFigure({ solved, standings, total }: SolvedFigureProps) {
  const data = useMemo(
    () => [solved.places, ...CONTESTANTS.map((_, line) => solved.counts[line] ?? [])],
    [solved],
  );
  const counts = standings.map(
    (contestant, line) => `${CONTESTANT_LINES[CONTESTANTS[line]].label} ${countText(contestant.solved)}`,
  );
  return (
    <ChartFigure
      title="Solved"
      caption="Formulas solved after the same number of flips: the line that is further up and to the left wins, and it ends when all formulas were solved or given up."
    >
      <MovingChart
        lines={SOLVED_LINES}
        x={{ label: "flips spent, restarts counted", from: 0 }}
        y={{ label: "formulas solved", from: 0, to: Math.max(1, total) }}
        data={data}
        height={240}
        label={counts.length === 0 ? "Nothing is solved yet." : `Formulas solved: ${counts.join(", ")}.`}
      />
    </ChartFigure>
  );
}

const CURVE_LINES: readonly ChartLine[] = [
  { label: "rate, with its 95% band", colour: CONTESTANT_LINES.learned.colour, band: true },
  { label: "best cutoff so far", colour: "--line-4", points: true, size: 9 },
];

/** The rate of every cutoff that the tries so far show. */
export function CurveFigure({ curve }: { readonly curve: SatCurve | undefined }) {
  const data = useMemo(() => {
    if (curve === undefined) return [[], [], [], [], []];
    const { cutoffs, rates, highs, lows, best } = curve;
    return [cutoffs, rates, highs, lows, pointRow(cutoffs, best?.cutoff ?? Infinity, (at) => rates[at])];
  }, [curve]);
  return (
    <ChartFigure
      title="The rate curve, as it forms"
      caption="How many formulas a million flips would solve if every walk were cut at this many flips, as the tries of the contestant that learns show it."
    >
      <MovingChart
        lines={CURVE_LINES}
        x={{ label: "cutoff (flips)", log: true }}
        y={{ label: "solved in a million flips", from: 0 }}
        data={data}
        height={240}
        label={curveText(curve)}
      />
      <p class="small faint sat-one-line">{curveText(curve)}</p>
    </ChartFigure>
  );
}

function curveText(curve: SatCurve | undefined): string {
  if (curve === undefined || curve.cutoffs.length === 0) return "Too little is known yet for a curve.";
  const tries = `From ${countText(curve.tries)} tries`;
  if (curve.best === null) return `${tries}: no cutoff is better than to wait, so far.`;
  return `${tries}: best is a cutoff of ${numberText(curve.best.cutoff)} flips, which solves ${numberText(curve.best.rate)} in a million.`;
}
