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
import { expect, test } from "vitest";
import { PROC } from "../../../../soak/marked.mjs";
import { newPartName } from "../../src/journal/write-atomically.ts";
import { jsonLines, mulligan } from "../call-command.ts";
import { newFolder } from "../new-folder.ts";
import { plantedFiles, UNSATISFIABLE } from "../sat/planted-files.ts";
import { main } from "../start-command.ts";

const sat = async (...words: string[]) => {
  const { stdout, stderr, code } = await mulligan(["sat", ...words, "--json"]);
  const lines = jsonLines(stdout);
  return { lines, summary: lines.at(-1), stderr, code };
};
const trialsIn = (state: string) =>
  jsonLines(readFileSync(state, "utf8")).filter(({ type }) => type === "trial");
const solvedByArms = (summary: { arms: { solved: number }[] }) =>
  summary.arms.reduce((sum, { solved }) => sum + solved, 0);

test("a budget of flips is spent to the last one and not beyond; files whose turn did not come have a line too", async () => {
  const folder = plantedFiles(20);
  for (const name of ["a", "b"]) writeFileSync(join(folder, `${name}.cnf`), UNSATISFIABLE);
  for (const policy of ["never", "km-ts"]) {
    const { summary, code } = await sat(join(folder, "a.cnf"), "--policy", policy, "--budget", "250000");
    expect([summary.solved, summary.time, code]).toEqual([0, 250_000, 0]);
  }
  // One worker may use the time that the other leaves.
  for (const [jobs, budget] of [
    ["1", 40],
    ["2", 40],
    ["2", 350_001],
  ] as const) {
    const words = ["--policy", "never", "--budget", String(budget), "--jobs", jobs];
    const { lines, summary, code } = await sat(folder, ...words);
    expect([summary.time, lines.length, code]).toEqual([budget, 23, 124]);
    if (budget === 40) expect(lines.some(({ tries }) => tries === 0)).toBe(true);
  }
});

test("Luby in mode abandon is Luby, one place for each file, also where a run is resumed", async () => {
  const folder = newFolder();
  for (let i = 100; i < 163; i++) writeFileSync(join(folder, `${i}.cnf`), UNSATISFIABLE);
  const state = join(newFolder(), "state");
  const words = ["--policy", "luby:base=5", "--mode", "abandon", "--jobs", "1", "--state", state];
  const files = readdirSync(folder)
    .sort()
    .map((name) => join(folder, name));
  await sat(...files.slice(0, 20), ...words);
  await sat(...files, ...words);
  const luby = (i: number): number => {
    const k = Math.ceil(Math.log2(i + 1));
    return i === 2 ** k - 1 ? 2 ** (k - 1) : luby(i - 2 ** (k - 1) + 1);
  };
  expect(trialsIn(state).map(({ cutoff }) => cutoff)).toEqual(files.map((_, i) => 5 * luby(i + 1)));
});

test("the next run goes on from the journal: solved files are skipped, tries and flips counted once", async () => {
  const folder = plantedFiles(40);
  const state = join(newFolder(), "journal");
  const solutions = join(newFolder(), "models");
  const words = [folder, "--state", state, "--solutions", solutions];
  const first = await sat(...words, "--budget", "3000");
  const before = first.lines
    .filter(({ solved, type }) => type === "task" && solved)
    .map(({ input }) => input);
  expect(before.length).toBeGreaterThan(0);
  expect(before.length).toBeLessThan(40);
  expect(trialsIn(state).length).toBe(first.summary.tries);

  appendFileSync(state, '{"type":"trial","inst');
  const { lines, summary, stderr, code } = await sat(...words);
  expect(code).toBe(0);
  expect(stderr).toMatch(/journal:\d+: dropped an incomplete line/);
  expect(lines.filter(({ input }) => before.includes(input))).toEqual([]);
  expect(summary).toMatchObject({ tasks: 40, solved: 40, earlier: { tasks: before.length } });
  const trials = trialsIn(state);
  expect(summary.tries).toBe(trials.length);
  expect(summary.time).toBe(trials.reduce((sum, { time }) => sum + Math.floor(time), 0));
  expect(readdirSync(solutions).length).toBe(40);
});

test("a journal of other arms, or of mulligan run, is refused and left as it was", async () => {
  const folder = plantedFiles(2);
  const state = join(newFolder(), "journal");
  expect((await sat(folder, "--state", state)).code).toBe(0);
  const text = readFileSync(state, "utf8");
  const other = await sat(folder, "--state", state, "--arm", "probsat");
  expect(other.code).toBe(2);
  expect(other.stderr).toContain(
    ":1: the journal is of arms rnovelty:noise=0.6, novelty+:noise=0.6, probsat, this run has probsat",
  );
  const run = await mulligan(["run", "--state", state, "--", "true"]);
  expect(run.code).toBe(2);
  expect(run.stderr).toContain(":1: the journal is of unit flips, this run has ms");
  expect(readFileSync(state, "utf8")).toBe(text);
});

test("what is solved again because its model was not kept counts once; tries of other files are not this run's", async () => {
  const folder = plantedFiles(2);
  const [one, other] = ["f1.cnf", "f2.cnf"].map((name) => join(folder, name));
  const state = join(newFolder(), "journal");
  const models = ["--solutions", join(newFolder(), "models")];
  for (const more of [[], models, models, []]) {
    const { summary } = await sat(one, "--state", state, ...more);
    expect([summary.solved, solvedByArms(summary)]).toEqual([1, 1]);
  }
  expect(trialsIn(state).filter(({ completed }) => completed === 1)).toHaveLength(2);
  expect((await sat(other, "--state", state)).summary.earlier).toBeUndefined();
});

test("a model that is empty, cut or gone is found again", async () => {
  const folder = plantedFiles(4);
  const models = join(newFolder(), "models");
  const words = [folder, "--state", join(folder, "journal"), "--solutions", models];
  await sat(...words);
  const [empty, cut, gone, kept] = [1, 2, 3, 4].map((i) => join(models, `f${i}.cnf.sol`));
  const text = readFileSync(kept, "utf8");
  writeFileSync(empty, "");
  writeFileSync(cut, readFileSync(cut, "utf8").slice(0, 90));
  rmSync(gone);
  const { lines } = await sat(...words);
  const again = lines.filter(({ type }) => type === "task").map(({ input }) => basename(input));
  expect(again.sort()).toEqual(["f1.cnf", "f2.cnf", "f3.cnf"]);
  for (const path of [empty, cut, gone])
    expect(readFileSync(path, "utf8")).toMatch(/^s SATISFIABLE\nv [\s\S]* 0\n$/);
  expect(readFileSync(kept, "utf8")).toBe(text);
});

test.each([["with", true] as const, ["without", false] as const])(
  "a link among the models is replaced, %s a journal, and what it leads to stays",
  async (_, lasting) => {
    const [folder, models] = [plantedFiles(1), newFolder()];
    const precious = join(newFolder(), "precious");
    writeFileSync(precious, "mine");
    const model = join(models, "f1.cnf.sol");
    symlinkSync(precious, model);
    await sat(folder, "--solutions", models, ...(lasting ? ["--state", join(folder, "journal")] : []));
    expect(readFileSync(precious, "utf8")).toBe("mine");
    expect(lstatSync(model).isFile()).toBe(true);
    expect(readFileSync(model, "utf8")).toMatch(/^s SATISFIABLE\n/);
  },
);

test("what a killed run left half written is removed by the next, and nothing else", async () => {
  const [folder, models] = [plantedFiles(1), newFolder()];
  const module = new URL("../../dist/journal/write-atomically.js", import.meta.url).href;
  const script = `import(${JSON.stringify(module)}).then(({ newPartName }) => console.log(newPartName()))`;
  const dead = spawnSync(process.execPath, ["-e", script]).stdout.toString();
  const mine = newPartName();
  for (const name of [dead.trim(), mine, ".other.part", "notes"]) writeFileSync(join(models, name), "half");
  await sat(folder, "--solutions", models);
  expect(readdirSync(models).sort()).toEqual([mine, ".other.part", "f1.cnf.sol", "notes"].sort());
});

test("sixty million variables of which three are mentioned take the memory of three", async ({ skip }) => {
  if (!existsSync(PROC)) return skip("no /proc to see the memory in");
  const folder = newFolder();
  writeFileSync(join(folder, "wide.cnf"), "p cnf 60000000 1\n1 -2 59999999 0\n");
  const child = spawn(process.execPath, [main, "sat", folder], { stdio: "ignore" });
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

test("a large model is printed in parts, whole, in lines that the competition allows", async () => {
  const file = join(newFolder(), "wide.cnf");
  writeFileSync(file, "p cnf 300000 1\n1 -2 299999 0\n");
  const { stdout } = await mulligan(["sat", file, "--seed", "1"]);
  const lines = stdout.split("\n");
  expect(lines[0]).toBe("s SATISFIABLE");
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(78);
  const literals = lines.slice(1, -1).flatMap((line) => line.slice(2).split(" ").map(Number));
  expect(literals.at(-1)).toBe(0);
  expect(literals.slice(0, -1).map(Math.abs)).toEqual(Array.from({ length: 300_000 }, (_, i) => i + 1));
  expect((await sat(file, "--seed", "1")).lines[0].model).toEqual(literals.slice(0, -1));
});
