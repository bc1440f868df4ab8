import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { parseDimacs, satisfies } from "@mulligan/sat";
import { expect, test } from "vitest";
import { jsonLines, mulligan } from "../call-command.ts";
import { newFolder } from "../new-folder.ts";
import { plantedFiles, UNSATISFIABLE } from "../sat/planted-files.ts";
import { startMulligan } from "../start-command.ts";

const folder = plantedFiles(20);
const files = readdirSync(folder);
const first = join(folder, "f1.cnf");

/** A file of its own with this text. */
function file(text: string): string {
  const path = join(newFolder(), "a.cnf");
  writeFileSync(path, text);
  return path;
}

/** True if the `v` lines have a model of this file. */
function isModel(text: string, path: string): boolean {
  const formula = parseDimacs(readFileSync(path));
  const model = new Uint8Array(formula.variables + 1);
  const literals = [...text.matchAll(/^v (.*)$/gm)].flatMap(([, line]) => line.split(" ").map(Number));
  expect(literals.at(-1)).toBe(0);
  for (const literal of literals) if (literal > 0) model[literal] = 1;
  return satisfies(formula, model);
}

test("one file speaks the SAT competition's output, and the model satisfies it", async () => {
  const { stdout, code } = await mulligan(["sat", first]);
  expect(code).toBe(10);
  expect(stdout).toMatch(/^s SATISFIABLE\n(v .*\n)+$/);
  expect(isModel(stdout, first)).toBe(true);
});

test("the same seed gives the same run with one job, also where files have to be unpacked", async () => {
  const packed = newFolder();
  for (const name of files) {
    writeFileSync(join(packed, `${name}.gz`), gzipSync(readFileSync(join(folder, name))));
  }
  const run = async (from: string) =>
    (await mulligan(["sat", from, "--jobs", "1", "--seed", "3", "--json"])).stdout
      .replaceAll(from, "")
      .replaceAll(".gz", "");
  const plain = await run(folder);
  expect(jsonLines(plain)).toHaveLength(files.length + 1);
  expect(await run(folder)).toBe(plain);
  expect(await run(packed)).toBe(plain);
});

test("what is not solved is unknown when the budget is spent, with what was tried; so is an empty clause", async () => {
  // Luby's first seven tries on base 10 take 120 flips.
  const words = ["--policy", "fixed:cutoff=10", "--budget", "120", "--jobs", "1", "--seed", "1"];
  const spent = await mulligan(["sat", file(UNSATISFIABLE), ...words]);
  expect([spent.stdout, spent.code]).toEqual(["c no model in 7 tries, 120 flips; seed 1\ns UNKNOWN\n", 0]);
  // Threads may take most of the budget to start.
  const timed = await mulligan(["sat", file(UNSATISFIABLE), "--budget", "100ms"]);
  expect(timed.stdout).toMatch(/^c no model in (1 try|[\d,]+ tries), [\d,]+ flips; seed \d+\ns UNKNOWN\n$/);
  expect(timed.code).toBe(0);
  const empty = await mulligan(["sat", file("p cnf 1 2\n1 0\n0\n")]);
  expect([empty.stdout, empty.code]).toEqual(["c unsatisfiable: it has an empty clause\ns UNKNOWN\n", 0]);
});

test("a formula of standard input with --json has its model on its line", () => {
  const { stdout, code } = startMulligan(["sat", "-", "--json"], "p cnf 2 2\n1 0\n-1 -2 0\n");
  expect(code).toBe(10);
  const [task, summary] = jsonLines(stdout);
  expect(task).toMatchObject({ type: "task", input: "-", solved: true, model: [1, -2] });
  expect(summary).toMatchObject({ type: "summary", tasks: 1, solved: 1, stopped: "done" });
});

test("a folder within a folder may be called like a formula", async () => {
  const outer = newFolder();
  mkdirSync(join(outer, "sub.cnf"));
  writeFileSync(join(outer, "sub.cnf", "a.cnf"), "p cnf 1 1\n1 0\n");
  const { stdout, stderr, code } = await mulligan(["sat", outer, "--json"]);
  expect([code, stderr]).toEqual([0, ""]);
  expect(jsonLines(stdout)[0].input).toBe(join(outer, "sub.cnf", "a.cnf"));
});

test("a folder: a line an instance, a summary, a model for each, all checked", async () => {
  const solutions = join(newFolder(), "models");
  const args = ["--arm", "rnovelty:noise=0.5", "--arm", "probsat", "--solutions", solutions, "--json"];
  const { stdout, code } = await mulligan(["sat", folder, ...args]);
  expect(code).toBe(0);
  const lines = jsonLines(stdout);
  const summary = lines.pop();
  expect(lines.map(({ type, solved }) => [type, solved])).toEqual(files.map(() => ["task", true]));
  expect(summary).toMatchObject({ type: "summary", tasks: files.length, solved: files.length });
  for (const total of ["tries", "time"] as const) {
    expect(lines.reduce((sum, line) => sum + line[total], 0)).toBe(summary[total]);
  }
  expect(summary.arms.map(({ name }: { name: string }) => name)).toEqual(["rnovelty:noise=0.5", "probsat"]);
  expect(readdirSync(solutions)).toEqual(files.map((name) => `${name}.sol`));
  for (const name of files) {
    const model = readFileSync(join(solutions, `${name}.sol`), "utf8");
    expect(isModel(model, join(folder, name)), name).toBe(true);
  }
});

test("each fresh run has a fresh seed, which it tells; a resumed one has that of its journal", async () => {
  const state = join(newFolder(), "state");
  const seedOf = async (...words: string[]) => {
    const { stdout } = await mulligan(["sat", folder, "--jobs", "1", "--budget", "100", ...words]);
    return /; seed (\d+)\n/.exec(stdout)![1];
  };
  const fresh = await seedOf("--state", state);
  expect(await seedOf("--state", state)).toBe(fresh);
  expect(await seedOf()).not.toBe(fresh);
  expect(await seedOf("--state", state, "--seed", "5")).toBe("5");
});

test("abandon tries each file once; what stays unsolved is exit code 1, a spent budget 124", async () => {
  const words = ["--mode", "abandon", "--policy", "fixed:cutoff=1", "--json"];
  const abandon = await mulligan(["sat", folder, ...words]);
  expect(jsonLines(abandon.stdout).at(-1).tries).toBe(files.length);
  expect(abandon.code).toBe(1);
  expect((await mulligan(["sat", folder, "--budget", "10", "--jobs", "1"])).code).toBe(124);
});

test("a file that is no DIMACS, or that no engine could hold, is told; the others are solved, for people in a line", async () => {
  const mixed = newFolder();
  writeFileSync(join(mixed, "bad.cnf"), "p cnf 3 1\n1 9 0\n");
  writeFileSync(join(mixed, "big.cnf"), "p cnf 100000000 1\n1 0\n");
  writeFileSync(join(mixed, "good.cnf"), readFileSync(first));
  writeFileSync(join(mixed, "no.cnf"), "p cnf 1 1\n0\n");
  const { stdout, stderr, code } = await mulligan(["sat", mixed, "--jobs", "1"]);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^mulligan: .*bad\.cnf:2: .*$/m);
  expect(stderr).toMatch(/^mulligan: .*big\.cnf: cannot be solved here: .*4 GiB.*$/m);
  expect(stderr.split("\n")).toHaveLength(3);
  expect(stdout).toMatch(
    /good\.cnf: solved by (r?novelty\+?:noise=0.6|probsat) within [\d.,]+, \d+ tr(y|ies), [\d.,]+ flips/,
  );
  expect(stdout).toMatch(/1 of 4 solved/);
  const json = jsonLines((await mulligan(["sat", mixed, "--json"])).stdout);
  const no = json.find(({ input }) => input?.endsWith("no.cnf"));
  expect(no).toMatchObject({ solved: false, tries: 0, unsatisfiable: true });
});

test("refused: files of one name, of which one model would overwrite the other, and standard input among others, which a second try would find read", async () => {
  const other = newFolder();
  writeFileSync(join(other, "f1.cnf"), readFileSync(first));
  const models = join(newFolder(), "models");
  const same = await mulligan(["sat", first, join(other, "f1.cnf"), "--solutions", models]);
  expect([same.code, same.stderr]).toEqual([
    2,
    expect.stringContaining("--solutions: file names must differ"),
  ]);
  const { code, stderr } = await mulligan(["sat", "-", first]);
  expect([code, stderr]).toEqual([2, expect.stringContaining("standard input must be the only path")]);
});

test("a cutoff, or a budget, beyond what can be counted is as good as none", async () => {
  expect((await mulligan(["sat", first, "--cutoffs", "1e18", "--budget", "1e19"])).code).toBe(10);
});
