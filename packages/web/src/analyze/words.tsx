import { useEffect, useState } from "preact/hooks";
import { Field } from "../design/field.tsx";

interface WordsProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly placeholder?: string;
  /** Throws what is wrong with it. */
  readonly read: (text: string) => void;
}

/** Words that are taken when they are done, by Enter or by going on; while they are wrong nothing changes. */
export function Words({ label, hint, value, placeholder = "", read }: WordsProps) {
  const [problem, setProblem] = useState<string | undefined>();
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const done = () => {
    try {
      read(text);
      setProblem(undefined);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <Field label={label} problem={problem} {...(hint === undefined ? {} : { hint })}>
      {({ id, describedBy }) => (
        <input
          id={id}
          type="text"
          value={text}
          placeholder={placeholder}
          aria-describedby={describedBy}
          aria-invalid={problem !== undefined}
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => setText(event.currentTarget.value)}
          onChange={done}
        />
      )}
    </Field>
  );
}
