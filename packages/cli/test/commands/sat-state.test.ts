import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { printDimacs, xoshiro } from "@mulligan/sat";
import { plantedFormula } from "@mulligan/sat/generate";
import { expect, test } from "vitest";
import { PROC } from "../../../../soak/marked.mjs";
import { newPartName } from "../../src/journal/write-atomically.ts";
import { mulligan } from "../call-command.ts";
import { newFolder } from "../new-folder.ts";
import { main, startMulligan } from "../start-command.ts";

/** A folder of formulas of 100 variables, each with a model. */
function formulas(count: number): string {
  const folder = newFolder();
  for (let i = 1; i <= count; i++) {
    const { formula } = plantedFormula({ variables: 100, clauses: 400 }, xoshiro(i));
    writeFileSync(join(folder, `f${i}.cnf`), printDimacs(formula));
  }
  return folder;
}

// biome-ignore lint/suspicious/noExplicitAny: lines of JSON
const linesOf = (text: string): any[] =>
  text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
const trialsIn = (state: string) =>
  linesOf(readFileSync(state, "utf8")).filter(({ type }) => type === "trial");

test("a budget of flips is spent to the last one and not beyond, by one worker and by two", async () => {
  const unsatisfiable = join(newFolder(), "no.cnf");
  writeFileSync(unsatisfiable, "p cnf 1 2\n1 0\n-1 0\n");
  for (const policy of ["never", "km-ts"]) {
    const { stdout, code } = await mulligan([
      "sat",
      unsatisfiable,
      "--policy",
      policy,
      "--budget",
      "250000",
      "--json",
    ]);
    expect(linesOf(stdout).at(-1)).toMatchObject({ solved: 0, time: 250_000 });
    expect(code).toBe(0);
  }
  const folder = formulas(60);
  for (const jobs of ["1", "2"]) {
    const { stdout, code } = await mulligan(["sat", folder, "--budget", "40", "--jobs", jobs, "--json"]);
    const lines = linesOf(stdout);
    expect(lines.at(-1).time).toBe(40);
    // Files whose turn did not come have their line too.
    expect(lines.length).toBe(61);
    expect(lines.filter(({ tries }) => tries === 0).length).toBeGreaterThan(0);
    expect(code).toBe(124);
  }
});

test("two workers spend a budget to the last flip: what one does not need, the other may use", async () => {
  const folder = newFolder();
  for (const name of ["a", "b"]) writeFileSync(join(folder, `${name}.cnf`), "p cnf 1 2\n1 0\n-1 0\n");
  for (let i = 1; i <= 20; i++) {
    const { formula } = plantedFormula({ variables: 100, clauses: 400 }, xoshiro(i));
    writeFileSync(join(folder, `f${i}.cnf`), printDimacs(formula));
  }
  for (const budget of [100_000, 350_001]) {
    const words = ["--policy", "never", "--budget", String(budget), "--jobs", "2", "--json"];
    const { stdout, code } = await mulligan(["sat", folder, ...words]);
    expect(linesOf(stdout).at(-1).time).toBe(budget);
    expect(code).toBe(124);
  }
});

test("a budget of more flips than can be counted is none", async () => {
  const file = join(formulas(1), "f1.cnf");
  expect((await mulligan(["sat", file, "--budget", "1e19"])).code).toBe(10);
});

test("Luby in mode abandon is Luby, one place for each file, also where a run is resumed", async () => {
  const folder = newFolder();
  for (let i = 100; i < 163; i++) writeFileSync(join(folder, `${i}.cnf`), "p cnf 1 2\n1 0\n-1 0\n");
  const state = join(newFolder(), "state");
  const words = ["--policy", "luby:base=5", "--mode", "abandon", "--jobs", "1", "--state", state];
  const files = readdirSync(folder)
    .sort()
    .map((name) => join(folder, name));
  await mulligan(["sat", ...files.slice(0, 20), ...words]);
  await mulligan(["sat", ...files, ...words]);
  const luby = (i: number): number => {
    const k = Math.ceil(Math.log2(i + 1));
    return i === 2 ** k - 1 ? 2 ** (k - 1) : luby(i - 2 ** (k - 1) + 1);
  };
  expect(trialsIn(state).map(({ cutoff }) => cutoff)).toEqual(files.map((_, i) => 5 * luby(i + 1)));
});

test("a model that is looked for again is solved once, and tries of other files are not this run's", async () => {
  const folder = formulas(2);
  const state = join(newFolder(), "state");
  const [one, other] = ["f1.cnf", "f2.cnf"].map((name) => join(folder, name));
  const solve = async (file: string) =>
    linesOf((await mulligan(["sat", file, "--json", "--state", state])).stdout).at(-1);
  const models = join(newFolder(), "models");
  await solve(one);
  const words = ["--json", "--state", state, "--solutions", models];
  const again = linesOf((await mulligan(["sat", one, ...words])).stdout).at(-1);
  expect(again.solved).toBe(1);
  expect(again.arms.reduce((sum: number, arm: { solved: number }) => sum + arm.solved, 0)).toBe(1);
  expect(readFileSync(join(models, "f1.cnf.sol"), "utf8")).toMatch(/^s SATISFIABLE\nv .* 0\n$/s);
  expect((await solve(other)).earlier).toBeUndefined();
});

test("the next run goes on from the journal: solved files are skipped, tries and flips counted once", async () => {
  const folder = formulas(40);
  const state = join(newFolder(), "journal");
  const solutions = join(newFolder(), "models");
  const args = ["sat", folder, "--state", state, "--solutions", solutions, "--json"];
  const first = linesOf((await mulligan([...args, "--budget", "3000"])).stdout);
  const before = first.filter(({ solved, type }) => type === "task" && solved).map(({ input }) => input);
  expect(before.length).toBeGreaterThan(0);
  expect(before.length).toBeLessThan(40);
  expect(trialsIn(state).length).toBe(first.at(-1).tries);

  appendFileSync(state, '{"type":"trial","inst');
  const second = await mulligan(args);
  expect(second.code).toBe(0);
  expect(second.stderr).toMatch(/journal:\d+: dropped an incomplete line/);
  const lines = linesOf(second.stdout);
  const summary = lines.pop();
  expect(lines.map(({ input }) => input).filter((input) => before.includes(input))).toEqual([]);
  expect(summary).toMatchObject({ tasks: 40, solved: 40, earlier: { tasks: before.length } });
  const trials = trialsIn(state);
  expect(summary.tries).toBe(trials.length);
  expect(summary.time).toBe(trials.reduce((sum, { time }) => sum + Math.floor(time), 0));
  expect(readdirSync(solutions).length).toBe(40);

  rmSync(join(solutions, "f7.cnf.sol"));
  expect(linesOf((await mulligan(args)).stdout).map(({ input }) => input)).toEqual([
    join(folder, "f7.cnf"),
    undefined,
  ]);
  expect(existsSync(join(solutions, "f7.cnf.sol"))).toBe(true);
});

test("a journal of other arms, or of mulligan run, is refused and left as it was", async () => {
  const folder = formulas(2);
  const state = join(newFolder(), "journal");
  expect((await mulligan(["sat", folder, "--state", state])).code).toBe(0);
  const text = readFileSync(state, "utf8");
  const other = await mulligan(["sat", folder, "--state", state, "--arm", "probsat"]);
  expect(other.code).toBe(2);
  expect(other.stderr).toContain(
    ":1: the journal is of arms rnovelty:noise=0.6, novelty+:noise=0.6, probsat, this run has probsat",
  );
  const run = await mulligan(["run", "--state", state, "--", "true"]);
  expect(run.code).toBe(2);
  expect(run.stderr).toContain(":1: the journal is of unit flips, this run has ms");
  expect(readFileSync(state, "utf8")).toBe(text);
});

test("what is solved again because its model was not kept is solved once, by its last solver", async () => {
  const folder = formulas(2);
  const state = join(folder, "journal");
  const models = ["--solutions", join(newFolder(), "models")];
  const words = ["sat", folder, "--state", state, "--json"];
  for (const more of [[], models, models, []]) {
    const summary = linesOf((await mulligan([...words, ...more])).stdout).at(-1);
    const byArms = summary.arms.reduce((sum: number, { solved }: { solved: number }) => sum + solved, 0);
    expect([summary.solved, byArms]).toEqual([2, 2]);
  }
  expect(trialsIn(state).filter(({ completed }) => completed === 1)).toHaveLength(4);
});

test("an empty or cut model is none, and is found again", async () => {
  const folder = formulas(3);
  const models = join(newFolder(), "models");
  const words = ["sat", folder, "--state", join(folder, "journal"), "--solutions", models, "--json"];
  await mulligan(words);
  const [whole, cut, kept] = [1, 2, 3].map((i) => join(models, `f${i}.cnf.sol`));
  const texts = [whole, cut, kept].map((path) => readFileSync(path, "utf8"));
  writeFileSync(whole, "");
  writeFileSync(cut, texts[1].slice(0, 90));
  const tasks = linesOf((await mulligan(words)).stdout).filter(({ type }) => type === "task");
  expect(tasks.map(({ input }) => basename(input)).sort()).toEqual(["f1.cnf", "f2.cnf"]);
  for (const path of [whole, cut])
    expect(readFileSync(path, "utf8")).toMatch(/^s SATISFIABLE\nv [\s\S]* 0\n$/);
  expect(readFileSync(kept, "utf8")).toBe(texts[2]);
});

test.each([["with", true] as const, ["without", false] as const])(
  "a link among the models is replaced, %s a journal, and what it leads to stays",
  async (_, lasting) => {
    const [folder, models] = [formulas(1), newFolder()];
    const precious = join(newFolder(), "precious");
    writeFileSync(precious, "mine");
    const model = join(models, "f1.cnf.sol");
    symlinkSync(precious, model);
    const state = lasting ? ["--state", join(folder, "journal")] : [];
    await mulligan(["sat", folder, "--solutions", models, ...state]);
    expect(readFileSync(precious, "utf8")).toBe("mine");
    expect(lstatSync(model).isFile()).toBe(true);
    expect(readFileSync(model, "utf8")).toMatch(/^s SATISFIABLE\n/);
  },
);

test("what a killed run left half written is removed by the next, and nothing else", async () => {
  const [folder, models] = [formulas(1), newFolder()];
  const dead = spawnSync(process.execPath, [
    "-e",
    `import(${JSON.stringify(new URL("../../dist/journal/write-atomically.js", import.meta.url).href)})
      .then(({ newPartName }) => console.log(newPartName()))`,
  ]).stdout.toString();
  const mine = newPartName();
  for (const name of [dead.trim(), mine, ".other.part", "notes"]) writeFileSync(join(models, name), "half");
  await mulligan(["sat", folder, "--solutions", models]);
  expect(readdirSync(models).sort()).toEqual([mine, ".other.part", "f1.cnf.sol", "notes"].sort());
});

test("sixty million variables of which three are mentioned take the memory of three", async ({ skip }) => {
  if (!existsSync(PROC)) return skip("no /proc to see the memory in");
  const folder = newFolder();
  writeFileSync(join(folder, "wide.cnf"), "p cnf 60000000 1\n1 -2 59999999 0\n");
  const child = spawn(process.execPath, [main, "sat", folder, "--budget", "3s"], { stdio: "ignore" });
  let peak = 0;
  const looking = setInterval(() => {
    const text = existsSync(`${PROC}/${child.pid}/status`)
      ? readFileSync(`${PROC}/${child.pid}/status`, "utf8")
      : "";
    peak = Math.max(peak, Number(/VmHWM:\s*(\d+)/.exec(text)?.[1] ?? 0));
  }, 10);
  const [code] = await once(child, "exit");
  clearInterval(looking);
  expect(code).toBe(0);
  expect(peak).toBeGreaterThan(10_000);
  expect(peak).toBeLessThan(500_000);
});

test("a large model is printed in parts, whole, in lines that the competition allows", () => {
  const folder = newFolder();
  writeFileSync(join(folder, "wide.cnf"), "p cnf 300000 1\n1 -2 299999 0\n");
  const { stdout } = startMulligan(["sat", join(folder, "wide.cnf"), "--seed", "1"]);
  const lines = stdout.split("\n");
  expect(lines[0]).toBe("s SATISFIABLE");
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(78);
  const literals = lines.slice(1, -1).flatMap((line) => line.slice(2).split(" ").map(Number));
  expect(literals.at(-1)).toBe(0);
  expect(literals.slice(0, -1).map(Math.abs)).toEqual(Array.from({ length: 300_000 }, (_, i) => i + 1));
  const { stdout: json } = startMulligan(["sat", join(folder, "wide.cnf"), "--seed", "1", "--json"]);
  expect(linesOf(json)[0].model).toEqual(literals.slice(0, -1));
});
