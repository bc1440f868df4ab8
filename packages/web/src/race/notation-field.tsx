import type { ComponentChildren } from "preact";
import { Field } from "../design/field.tsx";
import { numberText } from "../design/number-text.ts";
import { type NotationNumber, numbersIn, rounded } from "./notation-numbers.ts";

interface NotationFieldProps {
  readonly label: string;
  readonly text: string;
  readonly problem?: string | undefined;
  readonly hint?: string;
  readonly children?: ComponentChildren;
  onText(text: string): void;
}

/** A notation to be written or pasted, and its numbers to be dragged. */
export function NotationField({ label, text, problem, hint, children, onText }: NotationFieldProps) {
  return (
    <div class="notation">
      {children}
      <Sliders label={label} text={text} onText={onText} />
      <Field label={label} problem={problem} {...(hint === undefined ? {} : { hint })}>
        {({ id, describedBy }) => (
          <input
            id={id}
            class="mono"
            value={text}
            spellcheck={false}
            autocomplete="off"
            aria-describedby={describedBy}
            aria-invalid={problem !== undefined}
            onInput={(event) => onText(event.currentTarget.value)}
          />
        )}
      </Field>
    </div>
  );
}

/** One for each number that the text names. */
export function Sliders({ label, text, onText }: Pick<NotationFieldProps, "label" | "text" | "onText">) {
  return (
    <>
      {numbersIn(text).map((number, place) => (
        <Slider key={place} of={label} number={number} onText={onText} />
      ))}
    </>
  );
}

interface SliderProps {
  readonly of: string;
  readonly number: NotationNumber;
  onText(text: string): void;
}

function Slider({ of, number, onText }: SliderProps) {
  const { label, value, from, to, log, replaced } = number;
  const placeOf = (size: number) => (log ? Math.log10(Math.max(size, from)) : size);
  const sizeOf = (place: number) => (log ? rounded(10 ** place) : Number(place.toFixed(2)));
  return (
    <label class="slider">
      <span>{label}</span>
      <input
        type="range"
        min={placeOf(from)}
        max={placeOf(to)}
        step="0.01"
        value={placeOf(value)}
        aria-label={`${label} of ${of}`}
        aria-valuetext={numberText(value)}
        onInput={(event) => onText(replaced(sizeOf(Number(event.currentTarget.value))))}
      />
      <span class="slid">{Number(value.toPrecision(4))}</span>
    </label>
  );
}
