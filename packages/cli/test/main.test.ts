import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { policyTable } from "../src/report/policy-table.ts";

const main = fileURLToPath(new URL("../dist/main.js", import.meta.url));

test("the main job prints a line for each of nine policies, and km-ts beats the paper's on it", () => {
  const text = execFileSync(process.execPath, [main, "demo"], { encoding: "utf8" });
  const lines = text.trim().split("\n").slice(3);
  expect(lines.map((line) => line.split(/\s+/)[0])).toEqual([
    "static",
    "km-ts",
    "km-ucb",
    "ucb-rb",
    "ucb-rm",
    "ucb-rc",
    "luby",
    "quantile",
    "never",
  ]);
  const share = (policy: string) =>
    Number(/([\d.]+)% ± [\d.]+$/.exec(lines.find((line) => line.startsWith(policy))!)![1]);
  for (const other of ["ucb-rb", "ucb-rm", "ucb-rc"]) expect(share("km-ts")).toBeGreaterThan(share(other));
});

test("a table has one column a horizon, aligned", () => {
  const cell = (mean: number) => ({ mean, standardError: 0.01 });
  const row = (policy: string, horizon: number, mean: number) => ({
    policy,
    horizon,
    runs: 1,
    trials: cell(1),
    completed: cell(1),
    reward: cell(1),
    efficiency: cell(mean),
    regret: cell(1),
    pseudoRegret: cell(1),
  });
  const text = policyTable("law", [row("a", 10, 0.5), row("a", 1000, 1), row("longer", 10, 0.25)]);
  expect(text.split("\n").slice(2, 5)).toEqual([
    "policy     budget 10   budget 1,000",
    "a        50.0% ± 1.0   100.0% ± 1.0",
    "longer   25.0% ± 1.0               ",
  ]);
});
