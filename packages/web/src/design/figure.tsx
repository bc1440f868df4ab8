import type { ComponentChildren } from "preact";

interface FigureProps {
  readonly title: string;
  /** One sentence: what is to be seen. */
  readonly says: string;
  readonly children: ComponentChildren;
}

/** A drawing with its title, and the sentence that says what it shows. */
export function Figure({ title, says, children }: FigureProps) {
  return (
    <figure class="figure">
      <h3>{title}</h3>
      {children}
      <figcaption>{says}</figcaption>
    </figure>
  );
}
