import type { ComponentChildren } from "preact";

interface WideTableProps {
  readonly says: string;
  readonly children: ComponentChildren;
}

/** A table that may be wider than there is room: then it moves from side to side, also by the keyboard. */
export function WideTable({ says, children }: WideTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be moved must be reached without a mouse
    <section class="table" tabIndex={0} aria-label={says}>
      <table>{children}</table>
    </section>
  );
}
