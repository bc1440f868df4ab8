import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { printDimacs, xoshiro } from "@mulligan/sat";
import { knownSet, uniformFormula } from "@mulligan/sat/generate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mulligan } from "../call-command.ts";

const folder = mkdtempSync(join(tmpdir(), "mulligan-reproduce-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function reproduce(name: string, ...args: string[]) {
  const out = join(folder, name);
  return { out, ...(await mulligan(["reproduce", "--tiny", "--out", out, ...args])) };
}

function contents(out: string): Record<string, string> {
  return Object.fromEntries(readdirSync(out).map((name) => [name, readFileSync(join(out, name), "utf8")]));
}

describe("mulligan reproduce", () => {
  let one: Awaited<ReturnType<typeof reproduce>>;
  beforeAll(async () => {
    one = await reproduce("jobs1", "--jobs", "1");
  });

  test("writes the same bytes for one job and two, and for two runs; another seed, other bytes", async () => {
    const two = await reproduce("jobs2", "--jobs", "2");
    const other = await reproduce("seed", "--seed", "2", "fig:pareto-correlation");
    expect(one.stderr).toBe("");
    expect([one.code, two.code, other.code]).toEqual([0, 0, 0]);
    const [first, second] = [contents(one.out), contents(two.out)];
    expect(Object.keys(second)).toEqual(Object.keys(first));
    expect(Object.keys(first).filter((name) => second[name] !== first[name])).toEqual([]);
    expect(contents(other.out)["pareto-correlation.csv"]).not.toBe(
      contents(one.out)["pareto-correlation.csv"],
    );
  });

  test("the report holds every figure and every claim, and needs nothing from elsewhere", () => {
    const { stdout } = one;
    const files = contents(one.out);
    for (const figure of ["pareto-correlation", "uf100", "cbs-k3", "regret-growth"]) {
      expect(files[`${figure}.svg`]).toMatch(/^<svg/);
      expect(files["report.html"]).toContain(`${figure}.svg`);
    }
    expect(files["report.html"]).not.toMatch(/<(link|script|img)/);
    expect(files["report.html"]).toContain("generated formulas, not SATLIB's");
    const { claims } = JSON.parse(files["claims.json"]);
    expect(claims.length).toBeGreaterThan(45);
    for (const claim of claims) {
      expect(["holds", "does not hold", "holds if", "open", "vacuous"]).toContain(claim.verdict);
      expect(claim.condition === undefined).toBe(claim.verdict !== "holds if");
      for (const text of ["label", "statement", "quantity", "judged", "reason"])
        expect(claim[text]).toMatch(/\w/);
      for (const number of ["estimate", "low", "high"]) expect(claim[number]).not.toBeNull();
      expect(stdout).toContain(claim.statement);
    }
    const withNaN = Object.keys(files).filter((name) => files[name].includes("NaN"));
    expect(withNaN).toEqual([]);
  });

  test("--json prints the claims and nothing else, and a folder that has them is written over", async () => {
    await reproduce("json", "--json", "pareto-correlation");
    const { stdout, out } = await reproduce("json", "--json", "pareto-correlation");
    const document = JSON.parse(stdout);
    expect(document.setting).toMatchObject({ form: "tiny", seed: 1, unit: 100, lubyReset: "on" });
    expect(document.claims).toEqual(JSON.parse(readFileSync(join(out, "claims.json"), "utf8")).claims);
    expect(document.files).toContain(join(out, "report.html"));
  });

  test("a misspelt figure is refused with a suggestion", async () => {
    const { code, stderr } = await reproduce("bad", "fig:uf10");
    expect(code).toBe(2);
    expect(stderr).toMatch(/^mulligan: unknown figure "fig:uf10": expected one of .*, perhaps fig:uf100\n$/);
    expect((await reproduce("bad", "parto")).stderr).toMatch(/, perhaps fig:pareto-correlation\n$/);
  });

  test("a folder that cannot be made is refused before anything is played", async () => {
    writeFileSync(join(folder, "file"), "");
    const { code, stderr } = await mulligan(["reproduce", "--tiny", "--out", join(folder, "file", "out")]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/cannot be created/);
  });
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

  test("a set that is not there, and a file that is not what it says, are refused by name", async () => {
    const missing = await reproduce("missing", "cbs-k3", "--data", join(folder, "satlib"));
    expect(missing.code).toBe(2);
    expect(missing.stderr).toContain("must hold the files of SATLIB's CBS_k3_n100_m403_b30");
    const wrong = join(folder, "wrong");
    mkdirSync(wrong);
    writeFileSync(
      join(wrong, "uf100-01.cnf"),
      printDimacs(uniformFormula({ variables: 50, clauses: 218 }, xoshiro(1))),
    );
    const refused = await reproduce("refused", "uf100", "--data", wrong);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(
      /uf100-01\.cnf: must have 100 variables and 430 clauses of 3 literals, got 50 variables, 218 clauses/,
    );
  });

  test("a broken archive is refused", async () => {
    const broken = join(folder, "broken");
    mkdirSync(broken);
    writeFileSync(join(broken, "uf100-430.tar.gz"), "not gzip");
    const { code, stderr } = await reproduce("broken-out", "uf100", "--data", broken);
    expect(code).toBe(2);
    expect(stderr).toMatch(/uf100-430\.tar\.gz: cannot be unpacked/);
  });
});
