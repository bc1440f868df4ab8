import type { Client, State, Summary } from "mulligan/client";
import { useMemo, useState } from "preact/hooks";
import type { CsvColumn } from "../browser/download.ts";
import { Notice, ScrollTable } from "../design/blocks.tsx";
import { countText, timeText } from "../design/number-text.ts";
import { policyWords } from "../design/policy-names.ts";
import { SaveAs } from "../design/save-as.tsx";
import { bestCutoffText, CurvesFigure, finite, type NamedCurve } from "./rate-curve.tsx";
import { runStatus, savedIn, solvedIn } from "./run-order.ts";
import { durationText, runDuration, startText } from "./run-times.ts";
import { savedShort } from "./saved-time.tsx";
import { useStates } from "./use-service.ts";

interface ComparisonProps {
  readonly names: readonly string[];
  readonly summaries: ReadonlyMap<string, Summary>;
  readonly now: number;
  /** Undefined while the service cannot be reached. */
  readonly service: Client | undefined;
}

/** Several runs side by side: their counts, what each saved, and their curves in one figure. */
export function Comparison({ names, summaries, now, service }: ComparisonProps) {
  const found = names.flatMap((name) => summaries.get(name) ?? []);
  const states = useStates(service, found);
  const missing = names.filter((name) => !summaries.has(name));
  const runs = found.map((summary) => ({ summary, state: states.get(summary.name) }));
  return (
    <section class="stack chosen-run" aria-label="Comparison">
      <h2>Comparison</h2>
      {missing.length > 0 && (
        <Notice kind="hint">
          {missing.map((name, place) => (
            <span key={name}>
              {place > 0 && ", "}
              <bdi>{name}</bdi>
            </span>
          ))}{" "}
          cannot be found. It may have been deleted.
        </Notice>
      )}
      <ComparisonTable runs={runs} now={now} />
      <ComparedCurves runs={runs} />
    </section>
  );
}

interface ComparedRun {
  readonly summary: Summary;
  readonly state: State | undefined;
}

interface Column {
  readonly name: string;
  text(run: ComparedRun, now: number): string;
  /** The value by which the table is sorted, and which is saved as CSV. */
  value(run: ComparedRun, now: number): string | number | undefined;
}

const failedIn = ({ arms }: Summary) => arms.reduce((sum, { failed }) => sum + failed, 0);
const cutIn = ({ arms }: Summary) => arms.reduce((sum, { censored }) => sum + censored, 0);
const timeIn = ({ arms }: Summary) => arms.reduce((sum, { time }) => sum + time, 0);

function countColumn(name: string, count: (summary: Summary) => number): Column {
  return {
    name,
    value: ({ summary }) => count(summary),
    text: ({ summary }) => countText(count(summary)),
  };
}

const COLUMNS: readonly Column[] = [
  {
    name: "time saved",
    value: ({ summary, state }) => savedIn(state ?? summary),
    text: ({ summary, state }) => savedShort(state ?? summary),
  },
  {
    name: "best cutoff",
    value: ({ state }) => state?.best?.cutoff,
    text: ({ summary, state }) => bestCutoffText(state?.best, summary.unit ?? ""),
  },
  { name: "state", value: ({ summary }) => runStatus(summary), text: ({ summary }) => runStatus(summary) },
  countColumn("solved", solvedIn),
  countColumn("tries", ({ observations }) => observations),
  countColumn("cut", cutIn),
  countColumn("failed", failedIn),
  {
    name: "duration",
    value: ({ summary }, now) => runDuration(summary, now),
    text({ summary }, now) {
      const duration = runDuration(summary, now);
      return duration === undefined ? "–" : durationText(duration);
    },
  },
  {
    name: "time of all tries",
    value: ({ summary }) => timeIn(summary),
    text: ({ summary }) => timeText(timeIn(summary), summary.unit ?? ""),
  },
  {
    name: "started",
    value: ({ summary }) => summary.run?.began,
    text: ({ summary }) => (summary.run?.began === undefined ? "–" : startText(summary.run.began)),
  },
  {
    name: "policy",
    value: ({ summary }) => summary.policy,
    text: ({ summary }) => (summary.policy === undefined ? "–" : policyWords(summary.policy).short),
  },
];

function ComparisonTable({ runs, now }: { readonly runs: readonly ComparedRun[]; readonly now: number }) {
  const [sorted, setSorted] = useState<{ readonly column: Column; readonly isUp: boolean } | undefined>();
  const rows = sorted === undefined ? runs : sortedBy(runs, sorted.column, sorted.isUp, now);
  const sort = (column: Column) =>
    setSorted({ column, isUp: sorted?.column === column ? !sorted.isUp : false });
  const columns = (): CsvColumn[] => [
    { name: "run", cells: rows.map(({ summary }) => summary.name) },
    { name: "unit", cells: rows.map(({ summary }) => summary.unit ?? "") },
    ...COLUMNS.map(({ name, value }) => ({ name, cells: rows.map((run) => value(run, now)) })),
  ];
  return (
    <div class="card stack">
      <ScrollTable label="Runs side by side">
        <thead>
          <tr>
            <th scope="col">run</th>
            {COLUMNS.map((column) => (
              <th key={column.name} scope="col" aria-sort={directionOf(column, sorted)}>
                <button type="button" class="sort-button" onClick={() => sort(column)}>
                  {column.name}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((run) => (
            <tr key={run.summary.name}>
              <th scope="row">
                <bdi>{run.summary.name}</bdi>
              </th>
              {COLUMNS.map(({ name, text }) => (
                <td key={name}>{text(run, now)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </ScrollTable>
      <SaveAs what="the comparison" file="mulligan-runs" csv={columns} />
    </div>
  );
}

function directionOf(
  column: Column,
  sorted: { readonly column: Column; readonly isUp: boolean } | undefined,
): "ascending" | "descending" | undefined {
  if (sorted?.column !== column) return undefined;
  return sorted.isUp ? "ascending" : "descending";
}

/** The runs by the values of a column; those without a value are last either way. */
export function sortedBy(
  runs: readonly ComparedRun[],
  { value }: Pick<Column, "value">,
  isUp: boolean,
  now: number,
): ComparedRun[] {
  return runs.toSorted((a, b) => {
    const [one, other] = [value(a, now), value(b, now)];
    if (one === undefined || other === undefined)
      return Number(one === undefined) - Number(other === undefined);
    if (one === other) return 0;
    return one < other === isUp ? -1 : 1;
  });
}

/** The curve of the best option of each run. Runs with times in another unit than the first have no common axis with it. */
function ComparedCurves({ runs }: { readonly runs: readonly ComparedRun[] }) {
  const unit = runs[0]?.summary.unit ?? "";
  const alike = runs.filter(({ summary }) => (summary.unit ?? "") === unit);
  const version = alike.map(({ summary, state }) => `${summary.name} ${state?.sequence}`).join("\n");
  const curves = useMemo(() => alike.flatMap(({ state }) => bestCurve(state)), [version]);
  const left = runs.length - alike.length;
  return (
    <CurvesFigure
      curves={curves}
      unit={unit}
      source="for the best option of each run"
      more={` A dot marks its best cutoff.${left > 0 ? ` ${countText(left)} with another unit of time left out.` : ""}`}
      empty="No run has a curve yet: it begins with the first try that ends by itself."
      height={320}
      save={{ what: "the compared curves", file: "mulligan-runs-curves" }}
    />
  );
}

function bestCurve(state: State | undefined): NamedCurve[] {
  if (state === undefined) return [];
  const arm =
    state.arms.find(({ name }) => name === state.best?.arm) ??
    state.arms.find(({ curve }) => curve.length > 0);
  if (arm === undefined || arm.curve.length === 0) return [];
  return [{ name: state.name, curve: arm.curve, best: finite(state.best?.cutoff) }];
}
