interface LineMarkProps {
  /** A name of the style sheet, such as --line-1. */
  readonly colour: string;
  readonly dash?: readonly number[] | undefined;
  /** A dot, for what is drawn as points. */
  readonly points?: boolean | undefined;
}

/** A piece of a line as a chart draws it, to stand before its name. */
export function LineMark({ colour, dash, points }: LineMarkProps) {
  return (
    <svg class="line-mark" viewBox="0 0 24 8" aria-hidden="true">
      {points ? (
        <circle cx="12" cy="4" r="3.5" fill={`var(${colour})`} />
      ) : (
        <line
          x1="0"
          y1="4"
          x2="24"
          y2="4"
          stroke={`var(${colour})`}
          stroke-width="3"
          stroke-dasharray={dash?.join(" ")}
        />
      )}
    </svg>
  );
}
