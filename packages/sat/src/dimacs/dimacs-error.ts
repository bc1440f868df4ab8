/** A text that is not DIMACS: where, and what was found there. */
export class DimacsError extends Error {
  override readonly name = "DimacsError";
  readonly file: string;
  readonly line: number;

  constructor(file: string, line: number, what: string) {
    super(`${file}:${line}: ${what}`);
    this.file = file;
    this.line = line;
  }
}
