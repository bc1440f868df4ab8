import { useEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import { ScrollTable } from "../design/blocks.tsx";
import { countText } from "../design/number-text.ts";
import { Term } from "../design/term.tsx";
import type { Contest } from "./contest.ts";
import type { FormulaRow } from "./messages.ts";
import { entryLabels } from "./result-words.ts";
import { ENTRY_NAMES, entriesOf, type Played } from "./spread.ts";

/** Rows that are drawn at first, and more with each click. */
const ROWS = 50;
const LONGEST_NAME = 48;

/** Between two looks at whether something was played. */
const LOOK_MS = 500;

interface FormulaListProps {
  readonly contest: Contest;
  save(formula: number): void;
}

/** The list draws itself: with a thousand rows it takes as long as all charts, and must not be drawn together with them. */
export function FormulaList({ contest, save }: FormulaListProps) {
  return useMemo(() => <Formulas contest={contest} save={save} />, [contest]);
}

/** Every formula, with what it took each contestant. */
function Formulas({ contest, save }: FormulaListProps) {
  const [most, setMost] = useState(ROWS);
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const stateOf = () => `${contest.version} ${contest.formulas.length}`;
  const drawn = useRef("");
  drawn.current = stateOf();
  useEffect(() => {
    const timer = setInterval(() => drawn.current !== stateOf() && draw(undefined), LOOK_MS);
    return () => clearInterval(timer);
  }, [contest]);
  const entries = entriesOf(contest.played, contest.setting.base, contest.jobs.length);
  const { formulas } = contest;
  const labels = entryLabels(contest.setting, entries);
  // Files that cannot be read are no contest, and have no place in what was played.
  let rank = -1;
  return (
    <section class="card stack" aria-labelledby="sat-formulas">
      <h2 id="sat-formulas">Formulas</h2>
      <p class="small faint">
        The <Term name="flip">flips</Term> to a solution, on average over the seeds that found one, with the
        cost of restarts. Every solution was checked.
      </p>
      <ScrollTable class="table sat-list" label="Formulas and what became of them">
        <thead>
          <tr>
            <th scope="col">Formula</th>
            <th scope="col" class="sat-roomy">
              Clauses
            </th>
            {ENTRY_NAMES.map((name) => (
              <th key={name} scope="col">
                {labels[name].short}
              </th>
            ))}
            <th scope="col">Solution</th>
          </tr>
        </thead>
        <tbody>
          {formulas.slice(0, most).map((row, place) => {
            if (row.problem !== undefined) return <BrokenRow key={place} {...row} />;
            rank += 1;
            return (
              <tr key={place}>
                <th scope="row">
                  <ShortName name={row.name} />
                </th>
                <td class="sat-roomy">{countText(row.clauses)}</td>
                {ENTRY_NAMES.map((name) => (
                  <td key={name}>{flipsText(entries[name], rank)}</td>
                ))}
                <td>
                  {contest.models.has(place) ? (
                    <button
                      type="button"
                      class="plain"
                      aria-label={`Save the solution of ${row.name}`}
                      onClick={() => save(place)}
                    >
                      save
                    </button>
                  ) : (
                    "–"
                  )}
                </td>
              </tr>
            );
          })}
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

/** The mean over the seeds that solved the formula, and how many these are if some did not. */
function flipsText(entry: readonly Played[], rank: number): string {
  const ends = entry.flatMap((run) => run.ends[rank] ?? []);
  if (ends.length === 0) return "–";
  const solved = ends.filter((end) => end.solved);
  const mean = solved.reduce((sum, { flips }) => sum + flips, 0) / Math.max(1, solved.length);
  if (solved.length === ends.length) return countText(mean);
  const share = `${solved.length} of ${ends.length}`;
  return solved.length === 0 ? share : `${countText(mean)} (${share})`;
}

function BrokenRow({ name, problem }: FormulaRow) {
  return (
    <tr>
      <th scope="row">
        <ShortName name={name} />
      </th>
      <td colSpan={ENTRY_NAMES.length + 2} class="sat-problem">
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
