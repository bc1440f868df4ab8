import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { formulaOf, parseDimacs, printDimacs, satisfies, xoshiro } from "@mulligan/sat";
import { plantedFormula, uniformFormula } from "@mulligan/sat/generate";
import { expect, test } from "vitest";
import { isThorough } from "../../../../test/thorough.ts";
import { jsonLines, mulligan } from "../call-command.ts";
import { newFolder } from "../new-folder.ts";
import { plantedFiles, UNSATISFIABLE } from "./planted-files.ts";

const sat = async (...words: string[]) => jsonLines((await mulligan(["sat", ...words, "--json"])).stdout);
const sum = (items: readonly Record<string, number>[], field: string) =>
  items.reduce((total, item) => total + item[field], 0);

/** All eight clauses of three variables, and enough others for the formula to be large. */
const unsatisfiable = (() => {
  const { formula } = plantedFormula({ variables: 1_000, clauses: 3_000 }, xoshiro(9));
  const { variables, starts, literals } = formula;
  const clauses = Array.from(starts.slice(1), (end, i) => [...literals.slice(starts[i], end)]);
  const eight = Array.from({ length: 8 }, (_, i) => [i & 1 ? 1 : -1, i & 2 ? 2 : -2, i & 4 ? 3 : -3]);
  return printDimacs(formulaOf(variables, [...clauses, ...eight]));
})();

function largeFile(): string {
  const file = join(newFolder(), "large.cnf");
  writeFileSync(file, printDimacs(uniformFormula({ variables: 2_000, clauses: 8_300 }, xoshiro(3))));
  return file;
}

test("a large formula is solved by heuristics that race, the same way every time with one job", async () => {
  const file = largeFile();
  const run = () => sat(file, "--jobs", "1", "--seed", "4");
  const [task, summary] = await run();
  expect(task).toMatchObject({ solved: true });
  expect(summary.arms.map(({ tries }: { tries: number }) => tries)).toEqual([1, 1, 1]);
  expect(await run()).toEqual([task, summary]);
});

test("two jobs at one large formula both walk, and every count is right", async () => {
  const file = largeFile();
  const state = join(newFolder(), "journal");
  for (const seed of isThorough ? ["1", "2", "3"] : ["1"]) {
    const journal = `${state}${seed}`;
    const [task, summary] = await sat(file, "--jobs", "2", "--seed", seed, "--state", journal);
    const trials = jsonLines(readFileSync(journal, "utf8")).slice(1);
    expect([task.solved, summary.solved, sum(summary.arms, "solved")]).toEqual([true, 1, 1]);
    expect(trials.filter(({ completed }) => completed === 1)).toHaveLength(1);
    expect([task.tries, task.time]).toEqual([trials.length, sum(trials, "time")]);
    expect([summary.tries, summary.time]).toEqual([task.tries, task.time]);
    const formula = parseDimacs(readFileSync(file));
    const values = new Uint8Array(formula.variables + 1);
    for (const literal of task.model) if (literal > 0) values[literal] = 1;
    expect(satisfies(formula, values)).toBe(true);
    // Resumed, there is nothing left to do.
    const [again] = await sat(file, "--jobs", "2", "--seed", seed, "--state", journal);
    expect([again.solved, sum(again.arms, "solved"), again.earlier.tries]).toEqual([1, 1, trials.length]);
  }
});

test("walks of a race that the budget ends are told as stopped, to the last flip", async () => {
  const file = join(newFolder(), "no.cnf");
  writeFileSync(file, unsatisfiable);
  for (const jobs of ["1", "2"]) {
    const state = join(newFolder(), "journal");
    const [task, summary] = await sat(file, "--jobs", jobs, "--budget", "3000000", "--state", state);
    const trials = jsonLines(readFileSync(state, "utf8")).slice(1);
    expect(summary).toMatchObject({ solved: 0, time: 3_000_000, stopped: "budget", tries: trials.length });
    expect([task.time, sum(trials, "time")]).toEqual([3_000_000, 3_000_000]);
    expect(trials.some(({ stopped }) => stopped)).toBe(true);
  }
});

test("files that cannot be solved, twice as many as jobs, do not keep the others from being solved", async () => {
  for (const [no, budget] of [
    [UNSATISFIABLE, "1000000"],
    [unsatisfiable, "10000000"],
  ]) {
    const folder = plantedFiles(20);
    for (let i = 1; i <= 4; i++) writeFileSync(join(folder, `a${i}.cnf`), no);
    const { formula } = plantedFormula({ variables: 1_000, clauses: 4_200 }, xoshiro(1));
    writeFileSync(join(folder, "c.cnf"), printDimacs(formula));
    for (const jobs of isThorough ? ["1", "2"] : ["2"]) {
      const lines = await sat(folder, "--jobs", jobs, "--budget", budget);
      const summary = lines.pop();
      expect(summary).toMatchObject({ tasks: 25, solved: 21, stopped: "budget" });
      expect(lines.every(({ tries }) => tries > 0)).toBe(true);
      expect([sum(lines, "tries"), sum(lines, "time")]).toEqual([summary.tries, summary.time]);
    }
  }
});

test("who says how to try gets no race: an arm, a policy, cutoffs, a schedule, or mode abandon", async () => {
  const file = join(newFolder(), "no.cnf");
  writeFileSync(file, unsatisfiable);
  for (const words of [
    ["--arm", "probsat"],
    ["--policy", "fixed:cutoff=1000"],
    ["--cutoffs", "1000"],
    ["--schedule", "constant"],
  ]) {
    const [, summary] = await sat(file, "--budget", "300000", ...words);
    // A race of so few flips has one walk for each arm.
    expect(summary.tries).toBeGreaterThan(9);
  }
  const [, { tries }] = await sat(file, "--mode", "abandon", "--budget", "300000");
  expect(tries).toBe(1);
});
