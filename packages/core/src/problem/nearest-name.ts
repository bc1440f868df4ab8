/** Returns the closest name if at most a third of its letters differ. */
export function nearestName(word: string, names: readonly string[]): string | undefined {
  if (word.length > 40) return undefined;
  let best: string | undefined;
  let fewest = Infinity;
  for (const name of names) {
    const edits = editDistance(word.toLowerCase(), name.toLowerCase());
    if (edits < fewest && edits <= Math.max(1, Math.ceil(name.length / 3))) {
      best = name;
      fewest = edits;
    }
  }
  return best;
}

/** Returns the end of an error message, such as `; did you mean "km-ts"?`, or an empty string. */
export function nearestHint(word: string, names: readonly string[]): string {
  const nearest = nearestName(word, names);
  return nearest === undefined ? "" : `; did you mean "${nearest}"?`;
}

/** Insertions, deletions, substitutions and swaps of neighbours (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let edits = Math.min(next[j - 1] + 1, row[j] + 1, row[j - 1] + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        edits = Math.min(edits, before[j - 2] + 1);
      }
      next.push(edits);
    }
    before = row;
    row = next;
  }
  return row[b.length];
}
