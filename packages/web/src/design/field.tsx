import type { ComponentChildren } from "preact";
import { useEffect, useId, useState } from "preact/hooks";

interface LabelProps {
  readonly label: string;
  /** What is wrong with the value, if anything. */
  readonly problem?: string | undefined;
  readonly hint?: string | undefined;
}

interface FieldProps extends LabelProps {
  /** Draws the control, which must have these attributes. */
  children(attributes: {
    readonly id: string;
    readonly "aria-describedby": string | undefined;
  }): ComponentChildren;
}

/** A control with its label above, and below it a hint or what is wrong. */
export function Field({ label, problem, hint, children }: FieldProps) {
  const id = useId();
  const text = problem ?? hint;
  const describedBy = text === undefined ? undefined : `${id}-words`;
  return (
    <div class={problem === undefined ? "field" : "field field-wrong"}>
      <label for={id}>{label}</label>
      {children({ id, "aria-describedby": describedBy })}
      {text !== undefined && (
        <p id={describedBy} class="field-words" role={problem === undefined ? undefined : "alert"}>
          {text}
        </p>
      )}
    </div>
  );
}

interface TextFieldProps extends LabelProps {
  readonly class?: string;
  readonly inputMode?: "decimal";
  readonly placeholder?: string;
  readonly value: string;
  /** Called at every change of the text. */
  onText(text: string): void;
  /** Called on Enter, or when the focus leaves a field that was changed. */
  onChange?(): void;
}
export function TextField({ label, problem, hint, onText, ...attributes }: TextFieldProps) {
  return (
    <Field label={label} problem={problem} hint={hint}>
      {(names) => (
        <input
          {...names}
          aria-invalid={problem !== undefined}
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => onText(event.currentTarget.value)}
          {...attributes}
        />
      )}
    </Field>
  );
}

interface CommittedFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly placeholder?: string;
  /** Throws what is wrong with the text. */
  readonly commit: (text: string) => void;
}

/** A text field whose text is taken on Enter or when the focus leaves it. A wrong text changes nothing. */
export function CommittedField({ value, placeholder = "", commit, ...labels }: CommittedFieldProps) {
  const [problem, setProblem] = useState<string | undefined>();
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const done = () => {
    try {
      commit(text);
      setProblem(undefined);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <TextField
      {...labels}
      problem={problem}
      value={text}
      placeholder={placeholder}
      onText={setText}
      onChange={done}
    />
  );
}

interface SelectFieldProps extends LabelProps {
  readonly value: string;
  readonly options: readonly SelectOption[];
  onChoose(value: string): void;
}

/** A value, with its label if that is another text. */
type SelectOption = string | readonly [value: string, label: string];

export function SelectField({ label, problem, hint, value, options, onChoose }: SelectFieldProps) {
  return (
    <Field label={label} problem={problem} hint={hint}>
      {(names) => <Select {...names} value={value} options={options} onChoose={onChoose} />}
    </Field>
  );
}

interface SelectProps extends Omit<SelectFieldProps, keyof LabelProps> {
  readonly id?: string;
  readonly class?: string;
  readonly "aria-describedby"?: string | undefined;
}

/** A select element alone, for a label of another form. */
export function Select({ options, onChoose, ...attributes }: SelectProps) {
  return (
    <select {...attributes} onChange={(event) => onChoose(event.currentTarget.value)}>
      {options.map((option) => {
        const [value, label] = typeof option === "string" ? [option, option] : option;
        return (
          <option key={value} value={value}>
            {label}
          </option>
        );
      })}
    </select>
  );
}

interface InlineSelectProps extends SelectProps {
  readonly label: string;
  readonly labelClass?: string;
}

/** A select element with its label before it. */
export function InlineSelect({ label, labelClass = "", ...select }: InlineSelectProps) {
  const id = useId();
  return (
    <span class={`inline-select ${labelClass}`}>
      <label class="small" for={id}>
        {label}
      </label>
      <Select id={id} {...select} />
    </span>
  );
}
