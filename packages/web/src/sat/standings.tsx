import type { CsvColumn } from "../browser/download.ts";
import { LineMark } from "../charts/lines.tsx";
import { ScrollTable } from "../design/blocks.tsx";
import { countText, numberText } from "../design/number-text.ts";
import { SaveAs } from "../design/save-as.tsx";
import { Term } from "../design/term.tsx";
import type { Contest } from "./contest.ts";
import { ENTRY_LINES } from "./figures.tsx";
import { comparisonText, entryLabels, finished, rangeText, ratioRange } from "./result-words.ts";
import {
  ENTRY_NAMES,
  type Entries,
  type EntryName,
  flipsPerSolved,
  ratioInterval,
  seedInterval,
  solvedCount,
} from "./spread.ts";

interface StandingsProps {
  readonly contest: Contest;
  readonly entries: Entries;
  readonly total: number;
}

/** The numbers behind the lines: means over the seeds that were played to the end. */
export function SatStandings({ contest, entries, total }: StandingsProps) {
  const labels = entryLabels(contest.setting, entries);
  const seeds = finished(entries.learned).length;
  return (
    <div class="card stack standings sat-standings">
      <ScrollTable label="What each contestant solved, and what it took">
        <thead>
          <tr>
            <th scope="col">Contestant</th>
            <th scope="col">Solved of {countText(total)}</th>
            <th scope="col">
              <Term name="flip">Flips</Term> for each solved formula
            </th>
            <th scope="col">Compared with Mulligan</th>
          </tr>
        </thead>
        <tbody>
          {ENTRY_NAMES.map((name) => (
            <tr key={name} data-contestant={name}>
              <th scope="row">
                <LineMark {...ENTRY_LINES[name]} />
                {labels[name].name}
              </th>
              {cellsOf(name, entries).map(([text, range = ""], place) => (
                <td key={place}>
                  {text} {range !== "" && <span class="faint small sat-range">{range}</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </ScrollTable>
      <p class="small faint">
        {seeds > 1 ? `Means over ${countText(seeds)} seeds, with the 95% ` : "One seed gives no 95% "}
        <Term name="interval">interval</Term>
        {seeds > 1 ? " for other walks at the same formulas. " : ". "}
        Flips at formulas that were given up count, and so does what restarts cost: one flip for every 40
        variables and literals. The tuned base was found afterwards, by playing other bases on these formulas,
        too: you cannot know it beforehand.
      </p>
      <SaveAs what="all results" file="mulligan-sat" csv={() => resultColumns(contest)} />
    </div>
  );
}

/** Each number with its interval. */
function cellsOf(name: EntryName, entries: Entries): string[][] {
  const runs = finished(entries[name]);
  if (runs.length === 0) return [["–"], ["–"], ["–"]];
  const flips = seedInterval(runs.map(flipsPerSolved));
  const ratio = name === "learned" ? undefined : ratioInterval(runs, entries.learned);
  return [
    [numberText(seedInterval(runs.map(solvedCount)).mean)],
    Number.isFinite(flips.mean) ? [numberText(flips.mean), rangeText(flips)] : ["none solved"],
    ratio === undefined ? ["–"] : [comparisonText(ratio.mean), ratioRange(ratio)],
  ];
}

/** A row for each contestant and seed, those of all bases included. */
function resultColumns({ played }: Contest): CsvColumn[] {
  const runs = finished(played);
  const column = (name: string, cell: (run: (typeof runs)[number]) => string | number | null) => ({
    name,
    cells: runs.map(cell),
  });
  return [
    column("contestant", ({ contestant }) => contestant.name),
    column("base", ({ contestant }) => (contestant.name === "luby" ? contestant.base : null)),
    column("seed", ({ contestant }) => contestant.seed),
    column("solved", solvedCount),
    column("restarts", ({ restarts }) => restarts),
    column("flips", ({ clock }) => clock),
    column("flips for each solved formula", flipsPerSolved),
  ];
}
