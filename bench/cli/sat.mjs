// sat against Luby with ten bases, over a folder of DIMACS files: node bench/cli/sat.mjs [--one-heuristic] DIR…
// With --one-heuristic only what the policy itself is worth: rnovelty at noise 0.5 alone, on ten seeds that no setting
// was chosen by.
// Flips are the mean of twenty seeds with one job: with five, the best base alone moves by 5%. The share of
// the engine and the speed of two jobs follow, on the folder and on formulas that take longer than their file.
import { spawn } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { openArchive } from "../../packages/cli/dist/journal/archive.js";
import { findFiles } from "../../packages/cli/dist/sat/formula-files.js";
import { DEFAULT_POLICY, readSatPlan } from "../../packages/cli/dist/sat/plan.js";
import { openSatState, solveFiles } from "../../packages/cli/dist/sat/solve-files.js";
import { uniformFormula } from "../../packages/sat/dist/generate/index.js";
import { printDimacs, walkSat, xoshiro } from "../../packages/sat/dist/index.js";

const BASES = [10, 20, 32, 50, 100, 150, 200, 300, 500, 1000];
const SEEDS = Array.from({ length: 20 }, (_, i) => i + 1);
const REPORTING_SEEDS = Array.from({ length: 10 }, (_, i) => i + 2_001);

/** For the speed of two jobs, the files many times over: all 500 are solved before a thread has started well. */
const TIMES_OVER = 80;

/** What the paper walks with, and Luby is measured with. */
const PAPER_ARM = "rnovelty:noise=0.5";

/** Without an arm the default ones compete. */
async function solve(folder, { policy, arm }, seed, jobs, timesOver = 1) {
  const began = performance.now();
  const words = { policy, cutoffs: "auto", mode: "retry", seed };
  const plan = readSatPlan(arm === undefined ? words : { ...words, arm: [arm] });
  const archive = await openArchive(undefined, plan.header, undefined);
  const { files } = findFiles(Array(timesOver).fill(folder));
  const state = await openSatState(files, plan, archive, { reportsModels: false });
  const flag = new SharedArrayBuffer(4);
  const stopControl = { flag, stopped: false, overdue: new Promise(() => {}) };
  const reporter = { report() {} };
  const given = new Map();
  const run = { plan, state, jobs, seed, models: false, given, archive, stopControl, reporter };
  const times = await solveFiles(run);
  return { flips: state.time, solved: state.solved, ...times, ms: performance.now() - began };
}

const luby = (base) => ({ policy: `fixed:cutoff=${base}`, arm: PAPER_ARM });

async function mean(folder, way, seeds) {
  const runs = [];
  for (const seed of seeds) runs.push(await solve(folder, way, seed, 1));
  const average = (of) => runs.reduce((sum, run) => sum + of(run), 0) / runs.length;
  const flips = average((run) => run.flips);
  const squares = average((run) => (run.flips - flips) ** 2);
  return {
    flips,
    error: Math.sqrt(squares / (runs.length - 1)),
    solved: average((run) => run.solved),
    engine: average((run) => run.walkMs / run.solveMs),
  };
}

/** Flips a second of two jobs over those of one, nine times: one pair moves by 8% with whatever else the machine does. */
async function speedOfTwo(folder, base, timesOver) {
  const speed = [];
  for (let i = 0; i < 9; i++) {
    const one = await solve(folder, luby(base), i, 1, timesOver);
    const two = await solve(folder, luby(base), i, 2, timesOver);
    speed.push(two.flips / two.ms / (one.flips / one.ms));
  }
  return medianAndRange(speed);
}

function medianAndRange(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b).map((x) => x.toFixed(2));
  return `${sorted[(sorted.length - 1) / 2]} (${sorted[0]} to ${sorted.at(-1)})`;
}

/**
 * For comparison: two commands with one job each, at the same time, against one alone. They share no thread; but each
 * has some beside its worker, for decisions and compilers, so that together they need more than two cores.
 */
async function speedOfTwoCommands(folder, base, timesOver) {
  const command = fileURLToPath(new URL("../../packages/cli/dist/bundle/main.js", import.meta.url));
  const policy = `fixed:cutoff=${base}`;
  const run = () =>
    new Promise((resolve, reject) => {
      const files = Array(timesOver).fill(folder);
      const words = ["sat", ...files, "--policy", policy, "--arm", PAPER_ARM, "--jobs", "1", "--seed", "1"];
      spawn(process.execPath, [command, ...words], { stdio: "ignore" })
        .on("error", reject)
        .on("exit", resolve);
    });
  const speed = [];
  for (let i = 0; i < 5; i++) {
    const began = performance.now();
    await run();
    const one = performance.now();
    await Promise.all([run(), run()]);
    speed.push((2 * (one - began)) / (performance.now() - one));
  }
  return medianAndRange(speed);
}

/** 200 formulas of 600 variables at 4.05 clauses each, which take some 50,000 flips. */
function largerFormulas() {
  const folder = mkdtempSync(join(tmpdir(), "mulligan-bench-"));
  for (let i = 1; i <= 200; i++) {
    const formula = uniformFormula({ variables: 600, clauses: 2430 }, xoshiro(i));
    writeFileSync(join(folder, `${i}.cnf`), printDimacs(formula));
  }
  return folder;
}

/** Formulas of a hundred variables, of each folder the first 200, and larger ones, which take some twenty times the flips. */
function mixedFormulas(folders) {
  const mixed = mkdtempSync(join(tmpdir(), "mulligan-bench-"));
  for (const [place, folder] of folders.entries()) {
    for (const file of findFiles([folder]).files.slice(0, 200)) {
      copyFileSync(file, join(mixed, `${place}-${basename(file)}`));
    }
  }
  for (const [variables, clauses, count] of [
    [250, 1_040, 60],
    [600, 2_430, 30],
  ]) {
    for (let [seed, made] = [1_000 * variables, 0]; made < count; seed++) {
      const formula = uniformFormula({ variables, clauses }, xoshiro(seed));
      const walk = walkSat(formula, { seed });
      for (let tried = 0; tried < 20 && !walk.run(500_000); tried++) walk.restart();
      if (walk.solved) {
        writeFileSync(join(mixed, `${variables}-${seed}.cnf`), printDimacs(formula));
        made += 1;
      }
    }
  }
  return mixed;
}

const WAYS = [
  { policy: DEFAULT_POLICY },
  { policy: DEFAULT_POLICY, arm: PAPER_ARM },
  { policy: DEFAULT_POLICY, arm: "rnovelty:noise=0.6" },
  ...["km-ucb", "km-ts"].map((policy) => ({
    policy,
    arm: PAPER_ARM,
  })),
];

async function compareWithLuby(folder, bases, ways = WAYS, seeds = SEEDS) {
  const results = [];
  for (const base of bases) results.push({ base, ...(await mean(folder, luby(base), seeds)) });
  const best = results.reduce((a, b) => (b.flips < a.flips ? b : a));
  console.log(
    `  luby, best of ${bases.length} bases: ${Math.round(best.flips)} ± ${Math.round(best.error)} flips at base ${best.base}`,
  );
  for (const way of ways) {
    const { flips, error, solved, engine } = await mean(folder, way, seeds);
    const ratio = `${(flips / best.flips).toFixed(3)} ± ${(error / best.flips).toFixed(3)}`;
    const share = (100 * engine).toFixed(0);
    console.log(
      `  ${way.policy} with ${way.arm ?? "heuristics that compete"}: ${Math.round(flips)} flips, ${ratio} × luby, ${solved} solved, ${share}% in the engine`,
    );
  }
}

const oneHeuristic = process.argv.includes("--one-heuristic");
const folders = process.argv.slice(2).filter((word) => word !== "--one-heuristic");
if (oneHeuristic) {
  for (const folder of folders) {
    console.log(folder);
    await compareWithLuby(folder, BASES, [{ policy: DEFAULT_POLICY, arm: PAPER_ARM }], REPORTING_SEEDS);
  }
  process.exit();
}
for (const folder of folders) {
  console.log(folder);
  await compareWithLuby(folder, BASES);
  console.log(`  two jobs: ${await speedOfTwo(folder, 300, TIMES_OVER)} × the flips a second of one`);
  console.log(`  two commands at once: ${await speedOfTwoCommands(folder, 300, TIMES_OVER)} × one alone`);
}
const mixed = mixedFormulas(folders);
console.log("small and large formulas");
await compareWithLuby(
  mixed,
  BASES.map((base) => 10 * base),
);
rmSync(mixed, { recursive: true });
const larger = largerFormulas();
console.log("200 formulas of 600 variables");
console.log(`  two jobs: ${await speedOfTwo(larger, 10_000, 10)} × the flips a second of one`);
rmSync(larger, { recursive: true });
