import { parseResetting } from "@mulligan/core/distributions";
import type { ColumnNames } from "mulligan/readers";
import { useState } from "preact/hooks";
import { ScrollTable, TableHead } from "../design/blocks.tsx";
import { CommittedField, SelectField } from "../design/field.tsx";
import { type AnalyzeOptions, COLUMN_ROLES } from "./analyze-options.ts";
import type { TablePreview } from "./table-preview.ts";

interface AnalyzeFieldsProps {
  readonly options: AnalyzeOptions;
  /** The unit of the log; empty if there is none. */
  readonly ownUnit: string;
  readonly onChange: (changed: Partial<AnalyzeOptions>) => void;
}

/** Unit, resetting time and seed: the options of the command. */
export function AnalyzeFields({ options, ownUnit, onChange }: AnalyzeFieldsProps) {
  const [open] = useState(() => matchMedia("(min-width: 56rem)").matches);
  return (
    <details class="card" open={open}>
      <summary>Options</summary>
      <div class="stack analyze-options">
        <CommittedField
          label="Unit of the times"
          hint="ms, s, flips; a log that says its own is converted."
          value={options.unit}
          placeholder={options.unit === "" && ownUnit !== "" ? ownUnit : "as in the log"}
          commit={(text) => onChange({ unit: text.trim() })}
        />
        <CommittedField
          label="What a restart costs"
          hint="none, constant(TIME) or proportional(SHARE)."
          value={options.resetting}
          placeholder="none"
          commit={(text) => {
            const resetting = text.trim() || "none";
            parseResetting(resetting);
            onChange({ resetting });
          }}
        />
        <CommittedField
          label="Seed"
          hint="Of the bootstrap behind the intervals."
          value={String(options.seed)}
          placeholder="1"
          commit={(text) => {
            const seed = text.trim() || "1";
            if (!/^\d{1,15}$/.test(seed))
              throw new RangeError(`seed: must be a whole number of at least 0, got "${seed}"`);
            onChange({ seed: Number(seed) });
          }}
        />
      </div>
    </details>
  );
}

interface ColumnFieldsProps {
  readonly preview: TablePreview;
  readonly chosen: ColumnNames;
  /** Whether columns must be chosen before there is a verdict. */
  readonly isNeeded: boolean;
  readonly onChoose: (columns: ColumnNames) => void;
}

type ColumnRole = (typeof COLUMN_ROLES)[number];

const LABELS: Readonly<Record<ColumnRole, string>> = {
  time: "Time",
  outcome: "Outcome: done, failed or cut",
  arm: "Arm: which program or option",
  reward: "Reward: what a run earned",
  instance: "Instance: which input",
};

/** What each column holds, beside the first rows. */
export function ColumnFields({ preview, chosen, isNeeded, onChoose }: ColumnFieldsProps) {
  return (
    <details class="card" open={isNeeded || Object.keys(chosen).length > 0}>
      <summary>Columns</summary>
      <div class="stack analyze-options">
        <FirstRows preview={preview} />
        {COLUMN_ROLES.map((role) => (
          <SelectField
            key={role}
            label={LABELS[role]}
            value={chosen[role] ?? ""}
            options={[
              ["", defaultLabel(preview, role, chosen)],
              ...preview.columns.map(({ value, label }) => [value, label] as const),
            ]}
            onChoose={(value) => onChoose(changed(chosen, role, value))}
          />
        ))}
      </div>
    </details>
  );
}

function changed(chosen: ColumnNames, role: ColumnRole, value: string): ColumnNames {
  const { [role]: _, ...others } = chosen;
  return value === "" ? others : { ...others, [role]: value };
}

/** The label of the column that is read if none is chosen. */
function defaultLabel({ columns, found }: TablePreview, role: ColumnRole, chosen: ColumnNames): string {
  const place = chosen[role] === undefined ? (found?.[role] ?? -1) : -1;
  if (place >= 0 && place < columns.length) return `${columns[place].label} (found)`;
  return role === "time" ? "choose one" : "none";
}

function FirstRows({ preview: { columns, rows } }: { readonly preview: TablePreview }) {
  return (
    <ScrollTable class="table analyze-first" label="The first rows">
      <TableHead columns={columns.map(({ label }) => label)} />
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
