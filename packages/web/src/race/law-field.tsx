import { useId } from "preact/hooks";
import { DensityPicture } from "./density-picture.tsx";
import { LAW_KINDS } from "./law-kinds.ts";
import { NotationField } from "./notation-field.tsx";
import { skeleton } from "./notation-numbers.ts";

interface LawFieldProps {
  readonly label: string;
  readonly text: string;
  readonly problem: string | undefined;
  onText(text: string): void;
}

/** A law: chosen by its picture, dragged by its numbers, or written. */
export function LawField({ label, text, problem, onText }: LawFieldProps) {
  const group = useId();
  const name = /^\s*[A-Za-z][\w-]*\s*=(?=\s*[a-z]+\()/.exec(text)?.[0] ?? "";
  const kind = skeleton(text);
  return (
    <NotationField label={label} text={text} problem={problem} onText={onText}>
      <div class="kinds" role="radiogroup" aria-label={`Kind of ${label}`}>
        {LAW_KINDS.map(({ title, text: example }) => {
          const checked = skeleton(example) === kind;
          return (
            <label key={title} class="kind">
              <input
                type="radio"
                class="unseen"
                name={group}
                checked={checked}
                onChange={() => onText(name + example)}
              />
              {/* The chosen one follows its sliders. */}
              <DensityPicture law={checked ? text.slice(name.length) : example} />
              <span>{title}</span>
            </label>
          );
        })}
      </div>
    </NotationField>
  );
}
