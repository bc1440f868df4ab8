import { useMemo } from "preact/hooks";
import { type ChartLine, MovingChart } from "../charts/moving-chart.tsx";
import { Figure } from "../design/figure.tsx";
import { countText } from "../design/number-text.ts";
import { CONTESTANTS, type ContestantName } from "./contestant.ts";
import type { FormulaRow, WalkShown } from "./messages.ts";
import { SHOWN_AS } from "./names.ts";

interface WalkFigureProps {
  readonly walk: WalkShown | undefined;
  readonly formulas: readonly FormulaRow[];
  readonly watched: ContestantName;
  watch(contestant: ContestantName): void;
}

/** The walk that is under way, with every restart. */
export function WalkFigure({ walk, formulas, watched, watch }: WalkFigureProps) {
  const lines: ChartLine[] = [
    { label: "clauses not satisfied", colour: SHOWN_AS[watched].colour, width: 1.5, gaps: true },
    { label: "cut here, and begun anew", colour: "--cut", points: true, size: 8 },
  ];
  const data = useMemo(() => [walk?.places ?? [], walk?.values ?? [], walk?.cuts ?? []], [walk]);
  const cuts = walk?.cuts.filter((cut) => cut !== null).length ?? 0;
  const now = walk?.values.at(-1);
  const formula = walk === undefined ? undefined : formulas[walk.formula];
  const name = formula?.name ?? "";
  return (
    <Figure
      title="The walk"
      says="Each flip changes one variable; the line breaks where a walk is given up and begins anew, and a formula is solved when it meets zero."
    >
      <div class="row sat-watch">
        <label class="small" for="sat-watched">
          Watch
        </label>
        <select
          id="sat-watched"
          value={watched}
          onChange={({ currentTarget }) => watch(currentTarget.value as ContestantName)}
        >
          {CONTESTANTS.map((contestant) => (
            <option key={contestant} value={contestant}>
              {SHOWN_AS[contestant].label}
            </option>
          ))}
        </select>
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
        says={walk === undefined ? "Nothing is walked yet." : `The walk at ${name}: ${stateText(now, cuts)}.`}
      />
    </Figure>
  );
}

/** A new random assignment leaves an eighth of the clauses false, and most of these are soon gone: what counts is below. */
const SHOWN_SHARE = 0.05;
const LEAST_TOP = 10;
/** Beyond as many clauses the way down is long enough to be seen. */
const MANY_CLAUSES = 2_000;

function topFor(formula: FormulaRow | undefined): { readonly to?: number } {
  if (formula === undefined || formula.clauses > MANY_CLAUSES) return {};
  return { to: Math.max(LEAST_TOP, Math.round(SHOWN_SHARE * formula.clauses)) };
}

function stateText(now: number | null | undefined, cuts: number): string {
  const restarts = cuts === 1 ? "1 restart" : `${countText(cuts)} restarts`;
  return now === 0 ? `solved, ${restarts}` : `${countText(now ?? 0)} not satisfied, ${restarts}`;
}
