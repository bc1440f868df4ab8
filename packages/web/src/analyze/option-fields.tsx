import { unitOfWord } from "mulligan/readers";
import { useEffect, useId, useState } from "preact/hooks";
import { isWide } from "../browser/hooks.ts";
import { Folded } from "../design/blocks.tsx";
import { Field, Select, TextField } from "../design/field.tsx";
import { type AnalyzeOptions, NO_COST } from "./analyze-options.ts";

interface AnalyzeFieldsProps {
  readonly options: AnalyzeOptions;
  /** The unit of the log; empty if there is none. */
  readonly ownUnit: string;
  /** The unit in which times are shown. */
  readonly shownUnit: string;
  readonly onChange: (changed: Partial<AnalyzeOptions>) => void;
  /** Called with the names of the fields that cannot be read. */
  readonly onWrong: (isWrong: boolean) => void;
}

/** The cost of a restart, and the seed. They take effect as they are typed. */
export function AnalyzeFields({ options, ownUnit, shownUnit, onChange, onWrong }: AnalyzeFieldsProps) {
  const [wrong, setWrong] = useState<readonly string[]>([]);
  useEffect(() => onWrong(wrong.length > 0), [wrong.length > 0]);
  const mark = (name: string, isWrong: boolean) =>
    setWrong((before) => [...before.filter((other) => other !== name), ...(isWrong ? [name] : [])]);
  return (
    <Folded class="card" summary="Options" startsOpen={isWide()} isWrong={wrong.length > 0}>
      <div class="stack analyze-options">
        <CostFields
          options={options}
          ownUnit={ownUnit}
          shownUnit={shownUnit}
          onChange={onChange}
          onWrong={(isWrong) => mark("cost", isWrong)}
        />
        <TypedField
          label="Seed"
          hint="The intervals come from drawing the runs again at random. The same seed gives the same intervals."
          value={String(options.seed)}
          read={(text) => {
            if (!/^\d{1,15}$/.test(text)) throw new RangeError("must be a whole number of at least 0");
            onChange({ seed: Number(text) });
          }}
          onWrong={(isWrong) => mark("seed", isWrong)}
        />
      </div>
    </Folded>
  );
}

const COST_UNITS = [
  ["ms", "ms"],
  ["s", "s"],
  ["min", "min"],
  ["h", "h"],
] as const;

/** The cost of a restart as a number with a unit. */
function CostFields({ options: { cost }, ownUnit, shownUnit, onChange, onWrong }: AnalyzeFieldsProps) {
  const id = useId();
  const isTime = unitOfWord(ownUnit) !== undefined || unitOfWord(cost.unit) !== undefined;
  const [text, setText] = useState(String(cost.value));
  // The unit that is shown before the reader chooses one.
  const [chosen, setUnit] = useState(cost.unit);
  const known = COST_UNITS.some(([unit]) => unit === shownUnit) ? shownUnit : "s";
  const unit = chosen === "" && isTime ? known : chosen;
  const [problem, setProblem] = useState<string | undefined>();
  const change = (text: string, unit: string) => {
    setText(text);
    setUnit(unit);
    const value = text.trim() === "" ? 0 : Number(text.trim().replace(",", "."));
    const isWrong = !(value >= 0 && value < 1e15);
    setProblem(isWrong ? `must be a number of at least 0, got “${text.slice(0, 20)}”` : undefined);
    onWrong(isWrong);
    if (!isWrong) onChange({ cost: value === 0 ? NO_COST : { value, unit } });
  };
  const units = [
    ...(isTime ? COST_UNITS : [["", ownUnit || "in the unit of the times"] as const]),
    ["%", "% of the timeout"] as const,
  ];
  return (
    <Field
      label="Cost of a restart"
      problem={problem}
      hint="The time that is lost between stopping a run and starting the next."
    >
      {(attributes) => (
        <div class="analyze-cost">
          <input
            {...attributes}
            inputMode="decimal"
            autocomplete="off"
            aria-invalid={problem !== undefined}
            value={text}
            onInput={(event) => change(event.currentTarget.value, unit)}
          />
          <label class="unseen" for={id}>
            Unit of the cost
          </label>
          <Select id={id} value={unit} options={units} onChoose={(unit) => change(text, unit)} />
        </div>
      )}
    </Field>
  );
}

interface TypedFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  /** Takes a text, or throws what is wrong with it. */
  readonly read: (text: string) => void;
  readonly onWrong?: (isWrong: boolean) => void;
}

/** A text field that takes effect as it is typed. A wrong text changes nothing but its own message. */
export function TypedField({ label, hint, value, read, onWrong }: TypedFieldProps) {
  const [text, setText] = useState(value);
  const [problem, setProblem] = useState<string | undefined>();
  const [isTyping, setTyping] = useState(false);
  useEffect(() => {
    if (!isTyping) setText(value);
  }, [value, isTyping]);
  const take = (text: string) => {
    setTyping(true);
    setText(text);
    let problem: string | undefined;
    try {
      read(text.trim());
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
    }
    setProblem(problem);
    onWrong?.(problem !== undefined);
  };
  return (
    <TextField
      label={label}
      hint={hint}
      problem={problem}
      value={text}
      onText={take}
      onChange={() => setTyping(problem !== undefined)}
    />
  );
}
