import { clauseCount, type Formula } from "../formula/formula.ts";

/** The formula as DIMACS CNF, a clause a line, after comments if there are any. */
export function printDimacs(formula: Formula, comments: readonly string[] = []): string {
  const { variables, starts, literals } = formula;
  const lines = comments.flatMap((comment) => comment.split(/\r\n|\r|\n/)).map((line) => `c ${line}`);
  lines.push(`p cnf ${variables} ${clauseCount(formula)}`);
  for (let c = 1; c < starts.length; c++) {
    let line = "";
    for (let i = starts[c - 1]; i < starts[c]; i++) line += `${literals[i]} `;
    lines.push(`${line}0`);
  }
  lines.push("");
  return lines.join("\n");
}
