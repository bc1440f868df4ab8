import { useState } from "preact/hooks";
import { SelectField } from "../design/field.tsx";
import { ShellLine } from "../design/shell-line.tsx";
import type { AnalyzeOptions } from "./analyze-options.ts";
import type { ReadLog } from "./log-reading.ts";
import type { Advice } from "./messages.ts";
import { UnitField } from "./what-was-read.tsx";

interface TakeAwayProps {
  readonly advice: readonly Advice[];
  /** The name of the arm that the reader looks at. */
  readonly arm: string;
  /** The word for an arm: option or input. */
  readonly noun: string;
  readonly read: ReadLog | undefined;
  readonly options: AnalyzeOptions;
  readonly onArm: (name: string) => void;
  readonly onChange: (changed: Partial<AnalyzeOptions>) => void;
}

/** What to do now, with lines to copy. */
export function TakeAway({ advice, arm, noun, read, options, onArm, onChange }: TakeAwayProps) {
  const [kind, setKind] = useState("");
  const { headline, details, lines, needsUnit, name } = advice.find(({ name }) => name === arm) ?? advice[0];
  const shown = lines.find((line) => line.name === kind) ?? lines[0];
  return (
    <section class="card stack" aria-labelledby="take-away">
      {advice.length > 1 && (
        <SelectField
          label={`What to do for the ${noun}`}
          value={name}
          options={advice.map(({ name }) => name)}
          onChoose={onArm}
        />
      )}
      <div>
        <h2 id="take-away">{headline}</h2>
        <p class="small">{details}</p>
      </div>
      {needsUnit && read !== undefined && (
        <div class="stack">
          <p class="small">The log does not say the unit of its times. Choose it to get lines to copy.</p>
          <UnitField read={read} options={options} onChange={onChange} />
        </div>
      )}
      {shown !== undefined && (
        <>
          <fieldset class="row analyze-kinds">
            <legend class="unseen">Lines to copy for</legend>
            {lines.map((line) => (
              <button
                key={line.name}
                type="button"
                aria-pressed={line === shown}
                onClick={() => setKind(line.name)}
              >
                {line.name}
              </button>
            ))}
          </fieldset>
          <ShellLine line={shown.text} />
        </>
      )}
    </section>
  );
}
