import type { Formula } from "@mulligan/sat";

/** Literals kept in memory: some 64 MB for each worker. */
const MAX_LITERALS = 16_000_000;

/**
 * Keeps the formulas that were left unsolved last: a hard file comes back many times, and reading it takes longer than a
 * trial. The newest one stays, however large.
 */
export function recentFormulas(mostLiterals = MAX_LITERALS) {
  const kept = new Map<string, Formula>();
  let literals = 0;
  return {
    /** Removes and returns the formula of a file. */
    take(file: string): Formula | undefined {
      const formula = kept.get(file);
      if (formula === undefined) return undefined;
      kept.delete(file);
      literals -= formula.literals.length;
      return formula;
    },
    keep(file: string, formula: Formula): void {
      kept.set(file, formula);
      literals += formula.literals.length;
      for (const [oldest, { literals: its }] of kept) {
        if (literals <= mostLiterals || oldest === file) break;
        kept.delete(oldest);
        literals -= its.length;
      }
    },
  };
}
