import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { parseDimacs, printDimacs, satisfies } from "@mulligan/sat";
import { satisfiableFormulas, takeFormulas, uf100 } from "@mulligan/sat/generate";
import { beforeAll, expect, test } from "vitest";
import { mulligan } from "../call-command.ts";
import { newFolder } from "../new-folder.ts";
import { startMulligan } from "../start-command.ts";

const folder = newFolder();
const files = Array.from({ length: 20 }, (_, i) => `uf-${i + 1}.cnf`);

beforeAll(async () => {
  const formulas = await takeFormulas(satisfiableFormulas(uf100, 1), files.length);
  formulas.forEach((formula, i) => {
    writeFileSync(join(folder, files[i]), printDimacs(formula));
  });
});

/** The model in `v` lines, as an assignment. */
function modelOf(text: string, variables: number): Uint8Array {
  const model = new Uint8Array(variables + 1);
  const literals = [...text.matchAll(/^v (.*)$/gm)].flatMap(([, line]) => line.split(" ").map(Number));
  expect(literals.at(-1)).toBe(0);
  for (const literal of literals) if (literal > 0) model[literal] = 1;
  return model;
}

test("one file speaks the SAT competition's output, and the model satisfies it", async () => {
  const file = join(folder, files[0]);
  const { stdout, code } = await mulligan(["sat", file]);
  expect(code).toBe(10);
  expect(stdout).toMatch(/^s SATISFIABLE\n(v .*\n)+$/);
  const formula = parseDimacs(readFileSync(file));
  expect(satisfies(formula, modelOf(stdout, formula.variables))).toBe(true);
});

test("the same seed gives the same run with one job, also where files have to be unpacked", async () => {
  const packed = newFolder();
  for (const file of files) {
    writeFileSync(join(packed, `${file}.gz`), gzipSync(readFileSync(join(folder, file))));
  }
  const run = async () => (await mulligan(["sat", packed, "--jobs", "1", "--seed", "3", "--json"])).stdout;
  const runs = [await run(), await run(), await run()];
  expect(runs[0].split("\n").length).toBe(files.length + 2);
  expect(new Set(runs).size).toBe(1);
});

test("an unsatisfiable file is unknown when the budget is spent, with what was tried", () => {
  const text = "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n";
  const timed = startMulligan(["sat", "-", "--budget", "100ms"], text);
  // Threads may take most of the budget to start.
  expect(timed.stdout).toMatch(/^c no model in (1 try|[\d,]+ tries), [\d,]+ flips; seed \d+\ns UNKNOWN\n$/);
  expect(timed.code).toBe(0);
  // Luby's first seven tries on base 10 take 120 flips.
  const words = ["--policy", "fixed:cutoff=10", "--budget", "120", "--jobs", "1", "--seed", "1"];
  const { stdout, code } = startMulligan(["sat", "-", ...words], text);
  expect([stdout, code]).toEqual(["c no model in 7 tries, 120 flips; seed 1\ns UNKNOWN\n", 0]);
});

test("one file with --json has its model on its line", () => {
  const { stdout, code } = startMulligan(["sat", "-", "--json"], "p cnf 2 2\n1 0\n-1 -2 0\n");
  expect(code).toBe(10);
  const [task, summary] = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(task).toMatchObject({ type: "task", input: "-", solved: true, model: [1, -2] });
  expect(summary).toMatchObject({ type: "summary", tasks: 1, solved: 1, stopped: "done" });
});

test("a folder within a folder may be called like a formula", async () => {
  const outer = newFolder();
  mkdirSync(join(outer, "sub.cnf"));
  writeFileSync(join(outer, "sub.cnf", "a.cnf"), "p cnf 1 1\n1 0\n");
  const { stdout, stderr, code } = await mulligan(["sat", outer, "--json"]);
  expect([code, stderr]).toEqual([0, ""]);
  expect(JSON.parse(stdout.split("\n")[0]).input).toBe(join(outer, "sub.cnf", "a.cnf"));
});

test("an empty clause is said in the competition's output too", () => {
  const { stdout, code } = startMulligan(["sat", "-"], "p cnf 1 2\n1 0\n0\n");
  expect([stdout, code]).toEqual(["c unsatisfiable: it has an empty clause\ns UNKNOWN\n", 0]);
});

test("a folder: a line an instance, a summary, a model for each, all checked", async () => {
  const solutions = join(newFolder(), "models");
  const args = ["--arm", "rnovelty:noise=0.5", "--arm", "probsat", "--solutions", solutions, "--json"];
  const { stdout, code } = await mulligan(["sat", folder, ...args]);
  expect(code).toBe(0);
  const lines = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const summary = lines.pop();
  expect(lines.map(({ type, solved }) => [type, solved])).toEqual(files.map(() => ["task", true]));
  expect(summary).toMatchObject({ type: "summary", tasks: files.length, solved: files.length });
  for (const total of ["tries", "time"] as const) {
    expect(lines.reduce((sum, line) => sum + line[total], 0)).toBe(summary[total]);
  }
  expect(summary.arms.map(({ name }: { name: string }) => name)).toEqual(["rnovelty:noise=0.5", "probsat"]);
  for (const name of readdirSync(solutions)) {
    const formula = parseDimacs(readFileSync(join(folder, name.replace(/\.sol$/, ""))));
    expect(satisfies(formula, modelOf(readFileSync(join(solutions, name), "utf8"), formula.variables))).toBe(
      true,
    );
  }
  expect(readdirSync(solutions).length).toBe(files.length);
});

test("the same seed repeats a run with --jobs 1, and people get a line a file", async () => {
  const once = async () => (await mulligan(["sat", folder, "--jobs", "1", "--seed", "5", "--json"])).stdout;
  expect(await once()).toBe(await once());
  const { stdout } = await mulligan(["sat", folder, "--jobs", "1"]);
  expect(stdout).toMatch(
    /uf-1\.cnf: solved by (r?novelty\+?:noise=0.6|probsat) within [\d.,]+, \d+ tr(y|ies), [\d.,]+ flips/,
  );
  expect(stdout).toMatch(/20 of 20 solved/);
});

test("each fresh run has a fresh seed, which it tells; a resumed one has that of its journal", async () => {
  const state = join(newFolder(), "state");
  const seedOf = async (...words: string[]) => {
    const { stdout } = await mulligan(["sat", folder, "--jobs", "1", "--budget", "100", ...words]);
    return /; seed (\d+)\n/.exec(stdout)![1];
  };
  const first = await seedOf("--state", state);
  expect(await seedOf("--state", state)).toBe(first);
  expect(await seedOf()).not.toBe(first);
  expect(await seedOf("--state", state, "--seed", "5")).toBe("5");
});

test("abandon tries each file once; what stays unsolved is exit code 1, a spent budget 124", async () => {
  const abandon = await mulligan([
    "sat",
    folder,
    "--mode",
    "abandon",
    "--policy",
    "fixed:cutoff=1",
    "--json",
  ]);
  const lines = abandon.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.at(-1).tries).toBe(files.length);
  expect(abandon.code).toBe(1);
  expect((await mulligan(["sat", folder, "--budget", "10", "--jobs", "1"])).code).toBe(124);
});

test("a file that is no DIMACS is told with its line, and the others are solved all the same", async () => {
  const mixed = newFolder();
  writeFileSync(join(mixed, "bad.cnf"), "p cnf 3 1\n1 9 0\n");
  writeFileSync(join(mixed, "good.cnf"), readFileSync(join(folder, files[0])));
  const { stdout, stderr, code } = await mulligan(["sat", mixed]);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^mulligan: .*bad\.cnf:2: .*\n$/);
  expect(stdout).toMatch(/good\.cnf: solved/);
});

test("two files of one name are refused with --solutions, since one model would overwrite the other", async () => {
  const other = newFolder();
  writeFileSync(join(other, files[0]), readFileSync(join(folder, files[0])));
  const paths = [join(folder, files[0]), join(other, files[0])];
  const { stderr, code } = await mulligan(["sat", ...paths, "--solutions", join(newFolder(), "models")]);
  expect(code).toBe(2);
  expect(stderr).toContain("--solutions: file names must differ");
});

test("standard input goes alone, since a second try of it, in another thread, would find nothing left", async () => {
  const { stderr, code } = await mulligan(["sat", "-", join(folder, files[0])]);
  expect(code).toBe(2);
  expect(stderr).toContain("standard input must be the only path");
});

test("a formula that no engine could hold is a problem of its file, and the others are solved", async () => {
  const mixed = newFolder();
  writeFileSync(join(mixed, "big.cnf"), "p cnf 100000000 1\n1 0\n");
  writeFileSync(join(mixed, "good.cnf"), readFileSync(join(folder, files[0])));
  writeFileSync(join(mixed, "no.cnf"), "p cnf 1 1\n0\n");
  const { stdout, stderr, code } = await mulligan(["sat", mixed, "--jobs", "1", "--json"]);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^mulligan: .*big\.cnf: cannot be solved here: .*4 GiB.*\n$/);
  const lines = stdout.split("\n").slice(0, -1);
  const lineOf = (name: string) => JSON.parse(lines.find((line) => line.includes(name))!);
  expect(lineOf("good.cnf")).toMatchObject({ solved: true });
  expect(lineOf("no.cnf")).toMatchObject({ solved: false, tries: 0, unsatisfiable: true });
});

test("a cutoff beyond what can be counted is as good as none", async () => {
  expect((await mulligan(["sat", join(folder, files[0]), "--cutoffs", "1e18"])).code).toBe(10);
});
