import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { xoshiro } from "../../src/engine/seed.ts";
import { walkSat } from "../../src/engine/walk-sat.ts";
import { parseDimacs, printDimacs } from "../../src/formula/dimacs.ts";
import { clauseCount } from "../../src/formula/formula.ts";
import { plantedFormula, uniformFormula } from "../../src/generate/uniform.ts";
import { haveSatlib, readSatlib, satlibNote } from "../satlib.ts";

const built = new URL("../../dist/index.js", import.meta.url).href;

/** The least time of some tries, in ms; one below the bound is enough, since other programs may run beside. */
function fastest(tries: number, bound: number, run: () => number): number {
  let least = Infinity;
  for (let i = 0; i < tries && least >= bound; i++) least = Math.min(least, run());
  return least;
}

/** How long this takes, in ms. */
function timed(run: () => void): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

test("a fresh process loads the built package and solves a formula of uf100's size in under 50 ms", () => {
  const { formula } = plantedFormula({ variables: 100, clauses: 430 }, xoshiro(1));
  const script = `const start = performance.now();
    const { parseDimacs, walkSat } = await import(${JSON.stringify(built)});
    const walk = walkSat(parseDimacs(${JSON.stringify(printDimacs(formula))}), { heuristic: "novelty+" });
    if (!walk.run(1e6)) throw new Error("unsolved");
    process.stdout.write(String(performance.now() - start));`;
  const cwd = fileURLToPath(new URL(".", built));
  const start = () => Number(execFileSync(process.execPath, ["--input-type=module", "-e", script], { cwd }));
  expect(fastest(30, 50, start)).toBeLessThan(50);
});

test("100,000 variables and 420,000 clauses are read in well under a second", () => {
  const text = printDimacs(uniformFormula({ variables: 100_000, clauses: 420_000 }, xoshiro(1)));
  const bytes = new TextEncoder().encode(text);
  const read = () => timed(() => expect(clauseCount(parseDimacs(bytes))).toBe(420_000));
  expect(fastest(3, 700, read)).toBeLessThan(700);
});

describe.runIf(haveSatlib)(`on SATLIB${satlibNote}`, () => {
  test("a thousand uf100 instances, loaded and solved one after the other, take under 3 s", () => {
    const formulas = readSatlib("uf100");
    const walk = walkSat(formulas[0], { heuristic: "novelty+", seed: 1 });
    const solveAll = () => {
      for (let i = 0; i < 1000; i++) {
        walk.load(formulas[i % 500]);
        expect(walk.run(1e8)).toBe(true);
      }
    };
    expect(fastest(2, 3_000, () => timed(solveAll))).toBeLessThan(3_000);
  });
});
