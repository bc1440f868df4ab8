import { expect, test } from "vitest";
import { mulligan } from "../start-command.ts";

const law = ["--law", "pareto(scale=1,shape=1.2)"];
const small = [...law, "--horizon", "100,300", "--runs", "6", "--seed", "7", "--json"];

test("simulate gives the same rows whatever --jobs", () => {
  const [one, two] = ["1", "2"].map((jobs) => mulligan(["simulate", ...small, "--jobs", jobs]));
  expect(one.code).toBe(0);
  expect(two.stdout).toBe(one.stdout);
});

test("simulate --json has the documented shape, and r* of the paper's figure", () => {
  const { stdout, stderr } = mulligan([
    "simulate",
    ...small,
    "--policy",
    "static",
    "--policy",
    "luby:base=2",
  ]);
  const { problem, optimal, rows } = JSON.parse(stdout);
  expect(stderr).toBe("");
  expect(problem.arms).toEqual([{ name: "pareto(scale=1,shape=1.2)", law: "pareto(scale=1,shape=1.2)" }]);
  expect(optimal.cutoff).toBeCloseTo(3.25, 2);
  expect(optimal.rate).toBeCloseTo(0.36923, 4);
  expect(rows.map((row: { policy: string; horizon: number }) => [row.policy, row.horizon])).toEqual([
    ["static", 100],
    ["static", 300],
    ["luby", 100],
    ["luby", 300],
  ]);
  for (const row of rows) {
    expect(row.runs).toBe(6);
    for (const field of ["trials", "reward", "efficiency", "regret"]) {
      expect(row[field]).toEqual({ mean: expect.any(Number), standardError: expect.any(Number) });
    }
    expect(row.efficiency.mean).toBeCloseTo(row.reward.mean / (optimal.rate * row.horizon), 9);
  }
});

test("two policies of one name are told apart by their options", () => {
  const args = ["--policy", "luby", "--policy", "luby:base=4", "--mode", "retry"];
  const { rows } = JSON.parse(mulligan(["simulate", ...small, ...args]).stdout);
  expect(new Set(rows.map((row: { policy: string }) => row.policy))).toEqual(
    new Set(["luby", "luby:base=4"]),
  );
});
