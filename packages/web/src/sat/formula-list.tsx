import { useMemo, useState } from "preact/hooks";
import { ScrollTable } from "../design/blocks.tsx";
import { countText } from "../design/number-text.ts";
import { CONTESTANT_LINES } from "./figures.tsx";
import { CONTESTANTS, type FormulaChange } from "./messages.ts";
import type { ListedFormula } from "./use-contest.ts";

/** Rows that are drawn at first, and more with each click. */
const ROWS = 50;
const LONGEST_NAME = 48;

interface FormulaListProps {
  readonly formulas: readonly ListedFormula[];
  readonly over: boolean;
  download(formula: number): void;
}

/** Every formula, with the state of each contestant. */
export function FormulaList({ formulas, over, download }: FormulaListProps) {
  const [most, setMost] = useState(ROWS);
  return (
    <section class="card stack" aria-labelledby="sat-formulas">
      <h2 id="sat-formulas">Formulas</h2>
      <p class="small faint">
        The flips that each took to solve a formula, restarts counted. A model is checked before you get it.
      </p>
      <ScrollTable class="table sat-list" label="Formulas and what became of them">
        <thead>
          <tr>
            <th scope="col">Formula</th>
            <th scope="col" class="sat-roomy">
              clauses
            </th>
            {CONTESTANTS.map((name) => (
              <th key={name} scope="col">
                {CONTESTANT_LINES[name].label}
              </th>
            ))}
            <th scope="col">model</th>
          </tr>
        </thead>
        <tbody>
          {formulas.slice(0, most).map((formula, place) => (
            <Row key={place} place={place} formula={formula} over={over} download={download} />
          ))}
        </tbody>
      </ScrollTable>
      {formulas.length > most && (
        <div class="row">
          <button type="button" onClick={() => setMost(most + ROWS)}>
            Show {countText(Math.min(ROWS, formulas.length - most))} more of {countText(formulas.length)}
          </button>
        </div>
      )}
    </section>
  );
}

interface RowProps {
  readonly place: number;
  readonly formula: ListedFormula;
  readonly over: boolean;
  download(formula: number): void;
}

/** A row without a change is not drawn again: there may be hundreds, twenty times a second. */
function Row({ place, formula, over, download }: RowProps) {
  return useMemo(() => {
    const { name, clauses, problem, states } = formula;
    if (problem !== undefined) return <BrokenRow name={name} problem={problem} />;
    return (
      <tr>
        <th scope="row">
          <ShortName name={name} />
        </th>
        <td class="sat-roomy">{countText(clauses)}</td>
        {CONTESTANTS.map((contestant, line) => (
          <td key={contestant} class={classOf(states[line])}>
            {stateText(states[line], over)}
          </td>
        ))}
        <td>
          {states.some((state) => state?.state === "solved") ? (
            <button
              type="button"
              class="plain"
              aria-label={`Save the model of ${name}`}
              onClick={() => download(place)}
            >
              save
            </button>
          ) : (
            "–"
          )}
        </td>
      </tr>
    );
  }, [formula, over]);
}

function BrokenRow({ name, problem }: { readonly name: string; readonly problem: string }) {
  return (
    <tr>
      <th scope="row">
        <ShortName name={name} />
      </th>
      <td colSpan={CONTESTANTS.length + 2} class="sat-problem">
        not read: {problem}
      </td>
    </tr>
  );
}

/** The beginning and the end of a name; all of it in a tooltip. */
function ShortName({ name }: { readonly name: string }) {
  const short = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 16)}…${name.slice(-15)}` : name;
  return <bdi title={short === name ? undefined : name}>{short}</bdi>;
}

function classOf(state: FormulaChange | undefined): string {
  return state?.state === "solved" ? "sat-solved" : "sat-open";
}

function stateText(state: FormulaChange | undefined, over: boolean): string {
  if (state === undefined) return over ? "not begun" : "waiting";
  if (state.state === "walked") return over ? "stopped" : "walking";
  return state.state === "solved" ? countText(state.flips) : "given up";
}
