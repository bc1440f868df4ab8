/** The lines of a figure, in order: what they are called in the style sheet, which knows light from dark. */
export const LINES = ["--line-1", "--line-2", "--line-3", "--line-4", "--line-5", "--line-6"] as const;

/** The name of a colour in the style sheet, for the n-th line from 0. After the sixth they begin again. */
export function lineColour(place: number): string {
  return LINES[place % LINES.length];
}

/** A colour of the style sheet as it is now, for a canvas, which does not know names. */
export function colourNow(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
