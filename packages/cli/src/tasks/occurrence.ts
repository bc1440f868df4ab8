/** The same input may be given twice: which one of its kind each is, from 1. */
export function occurrenceCounter(): (input: string | null) => number {
  const seen = new Map<string | null, number>();
  return (input) => {
    const occurrence = (seen.get(input) ?? 0) + 1;
    seen.set(input, occurrence);
    return occurrence;
  };
}

/** The name by which a task is found that a trial was of. */
export function taskKey(input: string | null, occurrence: number): string {
  return `${occurrence}:${input ?? ""}`;
}
