const LONGEST_SHOWN = 60;

/** What stands in a file, in quotes, for a message: a cell of 100 MB is no message. */
export function shown(text: string): string {
  return text.length > LONGEST_SHOWN
    ? `"${text.slice(0, LONGEST_SHOWN)}…" (${text.length} characters)`
    : `"${text}"`;
}
