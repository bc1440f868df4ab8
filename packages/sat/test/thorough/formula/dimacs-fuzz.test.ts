import { expect, test } from "vitest";
import { below, xoshiro } from "../../../src/engine/seed.ts";
import { DimacsError, parseDimacs, printDimacs } from "../../../src/formula/dimacs.ts";
import { uniformFormula } from "../../../src/generate/uniform.ts";

const INPUTS = 120_000;

const encode = (text: string) => new TextEncoder().encode(text);

const originals = [
  printDimacs(uniformFormula({ variables: 8, clauses: 12 }, xoshiro(1)), ["a comment"]),
  "c x\r\np cnf 4 3\r\n1 -2 0\r\n3 4 0\r\n-1 0\r\n%\r\n0\r\n",
  "p cnf 2 2\n1\n2\n0\n-1 -2 0",
  "p cnf 0 0\n",
  "p cnf 5 3\n0\n1 1 -1 0\nc p cnf 1 1\n5 4 3 2 1 0\n",
].map(encode);

/** Pieces that mean something to the parser, and some that should not. */
const pieces = [
  "",
  "p cnf ",
  "0",
  " 0\n",
  "-",
  "%",
  "c",
  "\n",
  "\r",
  "\t",
  "p",
  "99999999999",
  "-0",
  "\0",
  "é",
  "1e9",
  "+",
  "  ",
]
  .map(encode)
  .concat(Array.from({ length: 256 }, (_, byte) => Uint8Array.of(byte)));

/** Some bytes, or none, become a piece; one time in six the rest of the file is lost. */
function mutate(input: Uint8Array, random: ReturnType<typeof xoshiro>): Uint8Array {
  const at = below(random, input.length + 1);
  if (below(random, 6) === 0) return input.slice(0, at);
  const from = Math.min(input.length, at + below(random, 6));
  const piece = pieces[below(random, below(random, 2) === 0 ? 18 : pieces.length)];
  return new Uint8Array([...input.subarray(0, at), ...piece, ...input.subarray(from)]);
}

test(`${INPUTS} mutated files each end in a formula that prints and reads back, or in a DimacsError with its line`, () => {
  const random = xoshiro(6);
  let [formulas, errors] = [0, 0];
  for (let i = 0; i < INPUTS; i++) {
    let input: Uint8Array = originals[below(random, originals.length)];
    for (let rounds = 1 + below(random, 4); rounds > 0; rounds--) input = mutate(input, random);
    try {
      const formula = parseDimacs(input, "fuzz.cnf");
      formulas++;
      const again = parseDimacs(printDimacs(formula));
      if (again.variables !== formula.variables || again.literals.join() !== formula.literals.join()) {
        expect(again).toEqual(formula);
      }
    } catch (error) {
      errors++;
      if (!(error instanceof DimacsError)) throw error;
      const lines = 1 + new TextDecoder().decode(input).split(/\r\n|\r|\n/).length;
      if (!(error.line >= 1 && error.line <= lines && error.message.startsWith(`fuzz.cnf:${error.line}: `))) {
        expect.fail(`bad place in ${error.message}`);
      }
    }
  }
  expect(formulas + errors).toBe(INPUTS);
  expect(formulas).toBeGreaterThan(INPUTS / 50);
  expect(errors).toBeGreaterThan(INPUTS / 4);
});
