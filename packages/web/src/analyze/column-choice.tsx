import type { ColumnNames } from "mulligan/readers";
import { Field } from "../design/field.tsx";
import type { TablePreview } from "./table-preview.ts";
import { ROLES } from "./wishes.ts";

interface ColumnChoiceProps {
  readonly preview: TablePreview;
  readonly chosen: ColumnNames;
  /** Whether a choice is needed before anything can be said. */
  readonly asked: boolean;
  readonly onChoose: (columns: ColumnNames) => void;
}

const LABELS: Readonly<Record<(typeof ROLES)[number], string>> = {
  time: "Time",
  completed: "Ended by itself (1) or was cut (0)",
  arm: "Arm: which program or option",
  reward: "Reward: what a run earned",
  instance: "Instance: which input",
};

/** Which column is what, beside the first rows. */
export function ColumnChoice({ preview, chosen, asked, onChoose }: ColumnChoiceProps) {
  const open = asked || Object.keys(chosen).length > 0;
  return (
    <details class="card" open={open}>
      <summary>Columns</summary>
      <div class="stack analyze-options">
        <FirstRows preview={preview} />
        {ROLES.map((role) => (
          <Field key={role} label={LABELS[role]}>
            {({ id }) => (
              <select
                id={id}
                value={chosen[role] ?? ""}
                onChange={(event) => onChoose(changed(chosen, role, event.currentTarget.value))}
              >
                <option value="">{byItself(preview, role)}</option>
                {preview.columns.map(({ label, value }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            )}
          </Field>
        ))}
      </div>
    </details>
  );
}

function changed(chosen: ColumnNames, role: (typeof ROLES)[number], value: string): ColumnNames {
  const { [role]: _, ...others } = chosen;
  return value === "" ? others : { ...others, [role]: value };
}

/** What is taken if nothing is chosen. */
function byItself({ columns }: TablePreview, role: (typeof ROLES)[number]): string {
  const named = columns.some(({ label }) => label.toLowerCase() === role);
  if (named) return `${role} (by its name)`;
  return role === "time" ? "choose one" : "none";
}

function FirstRows({ preview: { columns, rows } }: { readonly preview: TablePreview }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard
    <section class="table analyze-first" aria-label="The first rows" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map(({ label, value }) => (
              <th key={value} scope="col">
                {label}
              </th>
            ))}
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
      </table>
    </section>
  );
}
