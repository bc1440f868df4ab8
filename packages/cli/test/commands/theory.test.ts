import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newFolder } from "../new-folder.ts";
import { mulligan } from "../start-command.ts";

test.each([
  ["-1", 2.149, 0.25981],
  ["0.5", 6.024, 0.48894],
  ["0.75", 15.206, 0.60768],
])("theory finds t* and r(t*) of fig:pareto-correlation at γ = %s", (gamma, cutoff, rate) => {
  const reward = `power(omega=1,gamma=${gamma})`;
  const { stdout, code } = mulligan([
    "theory",
    "--law",
    "pareto(scale=1,shape=1.2)",
    "--reward",
    reward,
    "--json",
  ]);
  expect(code).toBe(0);
  const { arms, optimal, curve, bounds } = JSON.parse(stdout);
  expect(arms[0].bestCutoff).toBeCloseTo(cutoff, 2);
  expect(arms[0].bestRate).toBeCloseTo(rate, 4);
  expect(arms[0].restart).toBe("yes");
  expect(optimal.rate).toBe(arms[0].bestRate);
  expect(curve.at(-1).cutoff).toBe("inf");
  expect(bounds.horizon).toBe(10_000);
});

test("a memoryless law is not to be restarted, and ∞ is the string inf", () => {
  const { stdout } = mulligan(["theory", "--law", "exponential(mean=2)", "--json"]);
  expect(JSON.parse(stdout).arms[0]).toMatchObject({
    bestCutoff: "inf",
    bestRate: 0.5,
    rateWithoutCutoff: 0.5,
    restart: "no",
  });
  expect(mulligan(["theory", "--law", "exponential(mean=2)"]).stdout).toContain("do not restart");
});

test("theory draws the rate curve, and a law may be a file of times", () => {
  const folder = newFolder();
  writeFileSync(join(folder, "times.csv"), "time,other\n1,a\n2,b\n100,c\n");
  const args = ["--law", `measured=empirical(${join(folder, "times.csv")})`];
  const { stdout, code } = mulligan(["theory", ...args, "--svg", join(folder, "rate.svg"), "--json"]);
  expect(code).toBe(0);
  // Cut at 2: two of three done in (1 + 2 + 2)/3. Cut at 1: one of three in 1. Waiting: 3 in 103.
  expect(JSON.parse(stdout).arms[0]).toMatchObject({ name: "measured", bestCutoff: 2, restart: "yes" });
  expect(JSON.parse(stdout).arms[0].bestRate).toBeCloseTo(0.4, 9);
  expect(readFileSync(join(folder, "rate.svg"), "utf8")).toMatch(/^<svg[\s\S]*Reward rate against cutoff/);
});
