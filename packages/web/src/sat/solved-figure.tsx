import { useMemo } from "preact/hooks";
import { type ChartLine, MovingChart } from "../charts/moving-chart.tsx";
import { Figure } from "../design/figure.tsx";
import { countText } from "../design/number-text.ts";
import { CONTESTANTS } from "./contestant.ts";
import type { Progress, Standing } from "./messages.ts";
import { SHOWN_AS } from "./names.ts";

const LINES: readonly ChartLine[] = CONTESTANTS.map((name) => ({ ...SHOWN_AS[name], stepped: true }));

interface SolvedFigureProps {
  readonly solved: Progress["solved"];
  readonly standings: readonly Standing[];
  readonly total: number;
}

/** Who has solved how many, after the same flips. */
export function SolvedFigure({ solved, standings, total }: SolvedFigureProps) {
  const data = useMemo(
    () => [solved.places, ...CONTESTANTS.map((_, line) => solved.counts[line] ?? [])],
    [solved],
  );
  const words = standings.map(
    (standing, line) => `${SHOWN_AS[CONTESTANTS[line]].label} ${countText(standing.solved)}`,
  );
  return (
    <Figure
      title="Solved"
      says="Formulas solved after the same number of flips: the line that is further up and to the left wins, and it ends when all formulas were solved or given up."
    >
      <MovingChart
        lines={LINES}
        x={{ label: "flips spent, restarts counted", from: 0 }}
        y={{ label: "formulas solved", from: 0, to: Math.max(1, total) }}
        data={data}
        height={240}
        says={words.length === 0 ? "Nothing is solved yet." : `Formulas solved: ${words.join(", ")}.`}
      />
    </Figure>
  );
}
