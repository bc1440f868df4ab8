import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { printDimacs, xoshiro } from "@mulligan/sat";
import { knownSet, uniformFormula } from "@mulligan/sat/generate";
import { describe, expect, test } from "vitest";
import { mulligan } from "../call-command.ts";
import { newFolder } from "../new-folder.ts";

const folder = newFolder();

async function reproduce(name: string, ...args: string[]) {
  const out = join(folder, name);
  return { out, ...(await mulligan(["reproduce", "--tiny", "--out", out, ...args])) };
}

function contents(out: string): Record<string, string> {
  return Object.fromEntries(readdirSync(out).map((name) => [name, readFileSync(join(out, name), "utf8")]));
}

test("writes the same bytes for one job and two; another seed, other bytes", async () => {
  const figures = ["pareto-correlation", "uf100", "thm:opt-int"];
  const one = await reproduce("jobs1", "--jobs", "1", ...figures);
  const two = await reproduce("jobs2", "--jobs", "2", ...figures);
  const other = await reproduce("seed", "--seed", "2", "pareto-correlation");
  expect([one.code, two.code, other.code, one.stderr]).toEqual([0, 0, 0, ""]);
  const files = contents(one.out);
  expect(contents(two.out)).toEqual(files);
  expect(contents(other.out)["pareto-correlation.csv"]).not.toBe(files["pareto-correlation.csv"]);
  // The report has every figure and every claim, and needs nothing from elsewhere.
  expect(files["pareto-correlation.svg"]).toMatch(/^<svg/);
  expect(files["report.html"]).toContain("pareto-correlation.svg");
  expect(files["report.html"]).toContain("generated formulas, not SATLIB's");
  expect(files["report.html"]).not.toMatch(/<(link|script|img)/);
  const { claims } = JSON.parse(files["claims.json"]);
  expect(claims.length).toBeGreaterThan(5);
  for (const { statement, verdict } of claims) {
    expect(one.stdout).toContain(statement);
    expect(["holds", "does not hold", "holds if", "open", "vacuous"]).toContain(verdict);
  }
});

test("--json prints the claims and nothing else, and a folder that has them is written over", async () => {
  await reproduce("json", "pareto-correlation");
  const { stdout, out } = await reproduce("json", "--json", "pareto-correlation");
  const document = JSON.parse(stdout);
  expect(document.setting).toMatchObject({ form: "tiny", seed: 1, unit: 100, lubyReset: "on" });
  expect(document.claims).toEqual(JSON.parse(readFileSync(join(out, "claims.json"), "utf8")).claims);
  expect(document.files).toContain(join(out, "report.html"));
});

test("refused: a misspelt figure, with a suggestion, and a folder that cannot be made or that has other files", async () => {
  const { code, stderr } = await reproduce("bad", "fig:uf10");
  expect(code).toBe(2);
  expect(stderr).toMatch(/^mulligan: unknown figure "fig:uf10": expected one of .*, perhaps fig:uf100\n$/);
  expect((await reproduce("bad", "parto")).stderr).toMatch(/, perhaps fig:pareto-correlation\n$/);
  mkdirSync(join(folder, "mine"));
  const report = join(folder, "mine", "report.html");
  writeFileSync(report, "<!doctype html>\n<title>Quarterly report</title>\n");
  for (const [name, reason] of [
    ["mine/report.html/out", /cannot be created/],
    ["mine", /must be a new or empty folder, or one with a report of `mulligan reproduce`, got one/],
  ] as const) {
    const refused = await reproduce(name);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringMatching(reason)]);
  }
  expect(readFileSync(report, "utf8")).toContain("Quarterly");
});

describe("--data", () => {
  const formulas = knownSet("uf100", 15).map((formula) => printDimacs(formula));
  const satlib = join(folder, "satlib", "deep");
  mkdirSync(satlib, { recursive: true });
  formulas.forEach((text, i) => {
    writeFileSync(join(satlib, `uf100-0${i + 1}.cnf`), text);
  });

  test("takes SATLIB's files, wherever they are, or the archive, and says so on the figure", async () => {
    const archive = join(folder, "archive");
    mkdirSync(archive);
    execFileSync("tar", ["czf", join(archive, "uf100-430.tar.gz"), "-C", join(folder, "satlib"), "deep"]);
    const plain = await reproduce("data", "uf100", "--data", join(folder, "satlib"));
    const packed = await reproduce("packed", "uf100", "--data", archive);
    expect(plain.stderr + packed.stderr).toBe("");
    expect(contents(plain.out)["uf100.svg"]).toContain("SATLIB, 12 formulas");
    const [a, b] = [contents(plain.out), contents(packed.out)];
    expect(Object.keys(a).filter((name) => a[name] !== b[name])).toEqual([]);
  });

  const wrongSize = printDimacs(uniformFormula({ variables: 50, clauses: 218 }, xoshiro(1)));
  test.each([
    [
      "a set that is not there",
      "cbs-k3",
      "satlib",
      "",
      /must hold the files of SATLIB's CBS_k3_n100_m403_b30/,
    ],
    [
      "a file that is not what it says",
      "uf100",
      "uf100-01.cnf",
      wrongSize,
      /uf100-01\.cnf: must have 100 variables and 430 clauses of 3 literals, got 50 variables, 218 clauses/,
    ],
    ["a broken archive", "uf100", "uf100-430.tar.gz", "not gzip", /uf100-430\.tar\.gz: cannot be unpacked/],
  ])("%s is refused by name", async (_, figure, name, text, reason) => {
    const data = newFolder();
    writeFileSync(join(data, name), text);
    const { code, stderr } = await reproduce(`out-${name}`, figure, "--data", data);
    expect([code, stderr]).toEqual([2, expect.stringMatching(reason)]);
  });
});
