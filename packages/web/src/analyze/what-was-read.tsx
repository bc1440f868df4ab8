import { type ColumnNames, type OutcomeWord, unitOfWord } from "mulligan/readers";
import { useId } from "preact/hooks";
import { isWide } from "../browser/hooks.ts";
import { Folded, Notice, ScrollTable } from "../design/blocks.tsx";
import { Select, SelectField } from "../design/field.tsx";
import { countText } from "../design/number-text.ts";
import { type AnalyzeOptions, COLUMN_ROLES } from "./analyze-options.ts";
import type { ReadLog } from "./log-reading.ts";

interface WhatWasReadProps {
  readonly read: ReadLog;
  readonly options: AnalyzeOptions;
  /** The number of files, of which the first is shown. */
  readonly files: number;
  /** Whether the log cannot be read as it is. */
  readonly isWrong: boolean;
  readonly onChange: (changed: Partial<AnalyzeOptions>) => void;
}

/** The first rows of the log, how they were understood, and fields to correct that. */
export function WhatWasRead({ read, options, files, isWrong, onChange }: WhatWasReadProps) {
  const { kind, unit, rows, canChoose, isAccessLog, words, notices } = read;
  const choose = (columns: ColumnNames) => onChange({ columns });
  return (
    <Folded class="card" summary="What was read" startsOpen={isWide()} isWrong={isWrong}>
      <div class="stack analyze-options">
        <p class="small">
          {files > 1 ? `The first of ${files} files is ` : "This is "}
          {kind}
          {!canChoose && unit !== undefined && `, with times in ${UNIT_NAMES[unit] ?? unit}`}.{" "}
          {canChoose && "Correct what was guessed wrong."}
        </p>
        {rows.length > 0 && <FirstRows read={read} />}
        {canChoose && <ColumnFields read={read} chosen={options.columns} onChoose={choose} />}
        {isAccessLog && <SourceField chosen={options.columns} onChoose={choose} />}
        <UnitField read={read} options={options} onChange={onChange} />
        {words.length > 0 && <WordFields words={words} chosen={options.columns} onChoose={choose} />}
        {notices.map((notice) => (
          <p key={notice} class="faint small analyze-note">
            {notice}
          </p>
        ))}
      </div>
    </Folded>
  );
}

type ColumnRole = (typeof COLUMN_ROLES)[number];

const ROLES: Readonly<Record<ColumnRole, { readonly name: string; readonly label: string }>> = {
  time: { name: "time", label: "Time" },
  outcome: { name: "outcome", label: "Outcome: finished, failed or cut" },
  arm: { name: "option", label: "Option: which program or server" },
  instance: { name: "input", label: "Input: what it worked on" },
  reward: { name: "reward", label: "Reward: what a run is worth" },
};

function FirstRows({ read: { columns, rows, found, canChoose } }: { readonly read: ReadLog }) {
  const roleAt = (place: number) =>
    canChoose ? COLUMN_ROLES.find((role) => found?.[role] === place) : undefined;
  return (
    <ScrollTable class="table analyze-first" label="The first rows">
      <thead>
        <tr>
          {columns.map(({ label, value }, place) => {
            const role = roleAt(place);
            return (
              <th key={value} scope="col" class={role === undefined ? "" : "analyze-known"}>
                {label}
                {role !== undefined && ROLES[role].name !== label && (
                  <span class="analyze-role">{ROLES[role].name}</span>
                )}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, place) => (
          <tr key={place}>
            {columns.map(({ value }, column) => (
              <td key={value}>{row[column] ?? ""}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}

interface ChooserProps {
  readonly chosen: ColumnNames;
  readonly onChoose: (columns: ColumnNames) => void;
}

/** Which column holds what. */
function ColumnFields({ read, chosen, onChoose }: ChooserProps & { readonly read: ReadLog }) {
  const { columns, found } = read;
  const guessed = (role: ColumnRole) => {
    const place = chosen[role] === undefined ? (found?.[role] ?? -1) : -1;
    if (place >= 0 && place < columns.length) return `${columns[place].label} (found)`;
    return role === "time" ? "choose a column" : "none";
  };
  return (
    <>
      {COLUMN_ROLES.map((role) => (
        <SelectField
          key={role}
          label={ROLES[role].label}
          value={chosen[role] ?? ""}
          options={[["", guessed(role)], ...columns.map(({ value, label }) => [value, label] as const)]}
          onChoose={(value) => onChoose(withColumn(chosen, role, value))}
        />
      ))}
      {found?.notUnderstood !== undefined && (
        <Notice kind="hint">
          The words in the column {found.notUnderstood} are not understood, so every run counts as finished.
          Choose the column under “Outcome” to say what its words mean.
        </Notice>
      )}
    </>
  );
}

function withColumn(chosen: ColumnNames, role: keyof ColumnNames, value: string): ColumnNames {
  const { [role]: _, ...others } = chosen;
  return value === "" ? others : { ...others, [role]: value };
}

/** Where an access log has its times. */
function SourceField({ chosen, onChoose }: ChooserProps) {
  return (
    <SelectField
      label="Times are"
      value={chosen.time ?? ""}
      options={[
        ["", "as found"],
        ["$request_time", "seconds with a point (nginx)"],
        ["%T", "seconds (Apache %T)"],
        ["%D", "microseconds (Apache %D)"],
      ]}
      onChoose={(value) => onChoose(withColumn(chosen, "time", value))}
    />
  );
}

const UNITS = [
  ["ns", "nanoseconds"],
  ["us", "microseconds"],
  ["ms", "milliseconds"],
  ["s", "seconds"],
  ["min", "minutes"],
  ["h", "hours"],
  ["d", "days"],
  ["flips", "flips (steps of WalkSAT)"],
] as const;

const UNIT_NAMES: Readonly<Record<string, string>> = Object.fromEntries(UNITS);

interface UnitFieldProps {
  readonly read: ReadLog;
  readonly options: AnalyzeOptions;
  readonly onChange: (changed: Partial<AnalyzeOptions>) => void;
}

/** The unit of the numbers in the log: of its columns, or of a log that gives numbers without a unit. */
export function UnitField({ read, options: { columns, unit }, onChange }: UnitFieldProps) {
  const { canChoose, found, isAccessLog } = read;
  const own = found?.unit;
  // Here the times have their units themselves, or the format says it.
  if (isAccessLog || (read.unit !== undefined && own === undefined && unit === "")) return null;
  const isChosen = columns.timeUnit !== undefined || unit !== "";
  const guess = own === undefined || isChosen ? "not given" : `${UNIT_NAMES[own] ?? own} (found)`;
  const choose = (value: string) => {
    const { timeUnit: _, ...others } = columns;
    const isTime = canChoose && unitOfWord(value) !== undefined;
    onChange({ columns: isTime ? { ...others, timeUnit: value } : others, unit: isTime ? "" : value });
  };
  return (
    <SelectField
      label="Unit of the times"
      value={columns.timeUnit ?? unit}
      options={[["", isChosen ? "as in the log" : guess], ...UNITS]}
      onChoose={choose}
    />
  );
}

const ENDINGS = [
  ["done", "finished"],
  ["failed", "failed"],
  ["cut", "cut"],
  ["skip", "left out"],
] as const;

type EndingRole = (typeof ENDINGS)[number][0];

const ENDING_NAMES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(ENDINGS),
  "not run": "left out",
};

/** What the words for outcomes mean. */
function WordFields({ words, chosen, onChoose }: ChooserProps & { readonly words: readonly OutcomeWord[] }) {
  return (
    <fieldset class="analyze-words">
      <legend>What the outcomes mean</legend>
      {words.map((word) => (
        <WordField key={word.word} word={word} chosen={chosen} onChoose={onChoose} />
      ))}
    </fieldset>
  );
}

function WordField({
  word: { word, ending, runs },
  chosen,
  onChoose,
}: ChooserProps & { readonly word: OutcomeWord }) {
  const id = useId();
  // Commas separate words, and no word is told from another by them.
  const name = word.replaceAll(",", " ").trim();
  const wordsOf = (role: EndingRole) => (chosen[role] ?? "").split(",").filter(Boolean);
  const given = ENDINGS.find(([role]) => wordsOf(role).includes(name))?.[0];
  const change = (value: string) => {
    let columns = chosen;
    for (const [role] of ENDINGS) {
      const others = wordsOf(role).filter((other) => other !== name);
      columns = withColumn(columns, role, (role === value ? [...others, name] : others).join(","));
    }
    onChoose(columns);
  };
  const guess = ending === undefined ? "choose a meaning" : `${ENDING_NAMES[ending]} (found)`;
  return (
    <>
      <label for={id}>
        {word === "" ? "(empty)" : word}{" "}
        <span class="faint small">
          {countText(runs)} {runs === 1 ? "run" : "runs"}
        </span>
      </label>
      {name === "" ? (
        <span class="small">{ENDING_NAMES[ending ?? ""]}</span>
      ) : (
        <Select
          id={id}
          value={given ?? ""}
          options={[["", given === undefined ? guess : "as found"], ...ENDINGS]}
          onChoose={change}
        />
      )}
    </>
  );
}
