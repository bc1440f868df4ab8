import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface FieldProps {
  readonly label: string;
  /** What is wrong with it, where something is. */
  readonly problem?: string | undefined;
  readonly hint?: string;
  /** Draws the control; `id` and `describedBy` belong on it. */
  children(names: { readonly id: string; readonly describedBy: string | undefined }): ComponentChildren;
}

/** A control with its label above, and below it a hint or what is wrong. */
export function Field({ label, problem, hint, children }: FieldProps) {
  const id = useId();
  const words = problem ?? hint;
  const describedBy = words === undefined ? undefined : `${id}-words`;
  return (
    <div class={problem === undefined ? "field" : "field field-wrong"}>
      <label for={id}>{label}</label>
      {children({ id, describedBy })}
      {words !== undefined && (
        <p id={describedBy} class="field-words" role={problem === undefined ? undefined : "alert"}>
          {words}
        </p>
      )}
    </div>
  );
}
