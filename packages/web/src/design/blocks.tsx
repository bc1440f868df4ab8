import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

interface NoticeProps {
  /** Screen readers say an `error` at once, the others when it suits. */
  readonly kind: "empty" | "loading" | "error" | "hint";
  readonly children: ComponentChildren;
}

/** Stands in the place of something that is empty, still loading, or wrong. */
export function Notice({ kind, children }: NoticeProps) {
  return (
    <div class={`notice notice-${kind}`} role={kind === "error" ? "alert" : "status"}>
      {children}
    </div>
  );
}

interface ChartFigureProps {
  readonly title: string;
  /** One sentence that says what the drawing shows. */
  readonly caption: string;
  /** A control that changes what is drawn; it stands beside the title. */
  readonly control?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function ChartFigure({ title, caption, control, children }: ChartFigureProps) {
  return (
    <figure class="figure">
      <div class="figure-head">
        <h3>{title}</h3>
        {control}
      </div>
      {children}
      <figcaption>{caption}</figcaption>
    </figure>
  );
}

interface ScrollTableProps {
  readonly label: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** A table that scrolls where there is too little room, also by the keyboard. */
export function ScrollTable({ label, class: own = "table", children }: ScrollTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard
    <section class={own} aria-label={label} tabIndex={0}>
      <table>{children}</table>
    </section>
  );
}

/** The heading of a table. */
export function TableHead({ columns }: { readonly columns: readonly string[] }) {
  return (
    <thead>
      <tr>
        {columns.map((column, place) => (
          <th key={place} scope="col">
            {column}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface FoldedProps {
  readonly class?: string;
  readonly summary: ComponentChildren;
  readonly startsOpen?: boolean;
  /** Whether something in it must be corrected; then it opens. */
  readonly isWrong: boolean;
  readonly children: ComponentChildren;
}

/** Content that the reader can fold away. It stays open while one thing after the other is corrected. */
export function Folded({ class: own = "", summary, startsOpen = false, isWrong, children }: FoldedProps) {
  const [open, setOpen] = useState(startsOpen);
  useEffect(() => {
    if (isWrong) setOpen(true);
  }, [isWrong]);
  return (
    <details class={own} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}

interface FactProps {
  readonly name: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A number with its name, in a list of class `numbers`. */
export function Fact({ name, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface FileButtonProps {
  readonly class?: string;
  readonly multiple?: boolean;
  readonly children: ComponentChildren;
  take(files: readonly File[]): void;
}

/** A button that lets the reader choose files. */
export function FileButton({ class: own = "", multiple = false, children, take }: FileButtonProps) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" class={own} onClick={() => chooser.current?.click()}>
        {children}
      </button>
      <input
        ref={chooser}
        class="unseen"
        type="file"
        multiple={multiple}
        tabIndex={-1}
        aria-hidden="true"
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // The same file, changed meanwhile, can be chosen again.
          currentTarget.value = "";
          if (files.length > 0) take(files);
        }}
      />
    </>
  );
}
