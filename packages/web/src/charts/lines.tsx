/** The names of the lines' colours in the style sheet, which has them for light and dark. */
export const LINE_COLOURS = ["--line-1", "--line-2", "--line-3", "--line-4", "--line-5", "--line-6"] as const;

/** The name of a colour in the style sheet, for the n-th line from 0. After the sixth they begin again. */
export function lineColour(place: number): string {
  return LINE_COLOURS[place % LINE_COLOURS.length];
}

/** The current value of a colour in the style sheet, for a canvas, which does not know names. */
export function currentColour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

interface LineMarkProps {
  /** A name of the style sheet, such as --line-1. */
  readonly colour: string;
  readonly dash?: readonly number[] | undefined;
  /** Draws a dot instead of a line. */
  readonly points?: boolean | undefined;
}

/** A piece of a line as the charts draw it, to stand before its name. */
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
