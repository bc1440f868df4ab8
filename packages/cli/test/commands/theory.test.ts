import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mulligan } from "../call-command.ts";
import { newFolder } from "../new-folder.ts";

test.each([
  ["-1", 2.149, 0.25981],
  ["0.5", 6.024, 0.48894],
  ["0.75", 15.206, 0.60768],
])("theory finds t* and r(t*) of fig:pareto-correlation at γ = %s", async (gamma, cutoff, rate) => {
  const reward = `power(omega=1,gamma=${gamma})`;
  const { stdout, code } = await mulligan([
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

test("a memoryless law is not to be restarted, and ∞ is the string inf", async () => {
  const { stdout } = await mulligan(["theory", "--law", "exponential(mean=2)", "--json"]);
  expect(JSON.parse(stdout).arms[0]).toMatchObject({
    bestCutoff: "inf",
    bestRate: 0.5,
    rateWithoutCutoff: 0.5,
    restart: "no",
  });
  expect((await mulligan(["theory", "--law", "exponential(mean=2)"])).stdout).toContain("do not restart");
});

test("theory draws the rate curve, and a law may be a file of times", async () => {
  const folder = newFolder();
  writeFileSync(join(folder, "times.csv"), "time,other\n1,a\n2,b\n100,c\n");
  const args = ["--law", `measured=empirical(${join(folder, "times.csv")})`];
  const { stdout, code } = await mulligan(["theory", ...args, "--svg", join(folder, "rate.svg"), "--json"]);
  expect(code).toBe(0);
  // Cut at 2: two of three done in (1 + 2 + 2)/3. Cut at 1: one of three in 1. Waiting: 3 in 103.
  expect(JSON.parse(stdout).arms[0]).toMatchObject({ name: "measured", bestCutoff: 2, restart: "yes" });
  expect(JSON.parse(stdout).arms[0].bestRate).toBeCloseTo(0.4, 9);
  expect(readFileSync(join(folder, "rate.svg"), "utf8")).toMatch(/^<svg[\s\S]*Reward rate against cutoff/);
});

test.each([
  ["weibull(scale=1,shape=0.5)", "none"],
  ["gamma(shape=0.9,scale=3)", "none"],
  ["weibull(scale=1,shape=0.5)", "proportional(0.2)"],
])("%s, resetting %s: the rate grows without end, so the best is ∞ at 0", async (law, resetting) => {
  const folder = newFolder();
  const args = ["theory", "--law", law, "--resetting", resetting];
  const { stdout, code } = await mulligan([...args, "--json", "--svg", join(folder, "rate.svg")]);
  expect(code).toBe(0);
  const { arms, optimal, bounds } = JSON.parse(stdout);
  expect(arms[0]).toMatchObject({ bestCutoff: 0, bestRate: "inf", restart: "yes", attained: false });
  expect(optimal).toMatchObject({ cutoff: 0, rate: "inf" });
  expect(bounds.staticReward.low).toBeLessThanOrEqual(bounds.optimalReward);
  const said = (await mulligan(args)).stdout;
  expect(said).toMatch(
    /ever shorter cutoffs earn ever more, without end\. There is no best one;.*--resetting/,
  );
  expect(said).not.toMatch(/the oracle/);
});

test("a mixture of exponential laws has no best cutoff either, but a limit: f(0) = 0.525", async () => {
  const law = "mixture(0.5*exponential(mean=1),0.5*exponential(mean=20))";
  expect((await mulligan(["theory", "--law", law])).stdout).toMatch(/ever more, up to 0\.525 per unit time/);
});

test("a law of times that were cut is refused with the line, and analyze is named", async () => {
  const file = join(newFolder(), "runs.csv");
  writeFileSync(file, "time,completed\n1,1\n\n3,0\n");
  const { stderr, code } = await mulligan(["theory", "--law", `empirical(${file})`]);
  expect(code).toBe(2);
  expect(stderr).toBe(
    `mulligan: ${file}:4: completed must be 1, got "0": a law needs runs that were not cut; \`mulligan analyze\` reads those that were\n`,
  );
  writeFileSync(file, "time,completed\n1,1\n2,true\n");
  expect((await mulligan(["theory", "--law", `empirical(${file})`])).code).toBe(0);
});

test("measured times of 0: the rate grows without end, and a law of nothing else is refused", async () => {
  const file = join(newFolder(), "times.csv");
  const theory = async (times: readonly number[]) => {
    writeFileSync(file, times.join("\n"));
    return await mulligan(["theory", "--law", `empirical(${file})`, "--json"]);
  };
  for (const times of [
    [0, 1, 2],
    [...Array.from({ length: 2_000 }, () => 0), 5],
  ]) {
    const { arms, curve } = JSON.parse((await theory(times)).stdout);
    expect(arms[0]).toMatchObject({ bestCutoff: 0, bestRate: "inf" });
    expect(curve[0].cutoff).toBeGreaterThan(0);
  }
  expect((await theory([0, 0])).stderr).toBe(
    `mulligan: --law: empirical(${file}) must take time, got 0 throughout\n`,
  );
});

test("theory shows the paper's bound, the one linear in the longest cutoff and the lower bound", () => {
  const law = "mixture(0.6*uniform(low=0.5,high=1),0.4*uniform(low=60,high=100))";
  const args = ["theory", "--law", law, "--cutoffs", "0.75,1,2,4", "--horizon", "1000000"];
  const { bounds } = JSON.parse(mulligan([...args, "--json"]).stdout);
  expect(bounds.ucbRb.coefficient).toBeCloseTo(5294.08, 1);
  expect(bounds.ucbRbLinear).toMatchObject({ settled: 0 });
  expect(bounds.ucbRbLinear.coefficient).toBeCloseTo(314.71, 1);
  expect(bounds.lowerBound.coefficient).toBeCloseTo(1.3217, 3);
  expect(bounds.lowerBound.arms[0].cutoff).toBe(2);
  expect(bounds.mostLost).toBeCloseTo((1e6 * 0.6) / 0.85, 3);
  const said = mulligan(args).stdout;
  expect(said).toContain("regret of ucb-rb: at most 5294·log τ + O(1)\n");
  expect(said).toMatch(/by a proof that is linear in the longest cutoff: at most 314\.7·log τ \+ \d+\n/);
  expect(said).toContain("regret of any policy that learns: at least 1.322·log τ in the long run\n");
});

test("a bound above what anybody can lose is said to say nothing, and its number stays in the JSON", () => {
  const args = ["theory", "--law", "gamma(shape=2,scale=1)", "--horizon", "1000"];
  const said = mulligan(args).stdout;
  expect(said).toMatch(
    /regret of ucb-rb: the bound says nothing: more than the 500 that anybody can lose by τ = 1000\n/,
  );
  expect(said).toContain("linear in the longest cutoff: nothing either\n");
  expect(said).not.toMatch(/\d{12}/);
  expect(JSON.parse(mulligan([...args, "--json"]).stdout).bounds.ucbRm.coefficient).toBeGreaterThan(1e6);
});

test("cutoffs without an end have no linear bound, other rewards no lower one; both are null", () => {
  const unending = ["theory", "--law", "pareto(scale=1,shape=1.2)", "--cutoffs", "2,inf", "--json"];
  expect(JSON.parse(mulligan(unending).stdout).bounds).toMatchObject({ ucbRb: null, ucbRbLinear: null });
  const reward = ["--reward", "power(omega=1,gamma=-1)"];
  const { bounds } = JSON.parse(mulligan([...unending, ...reward]).stdout);
  expect(bounds.lowerBound).toBeNull();
});

test("what the oracle earns is not bounded by what policies on other cutoffs can", () => {
  const law = "pareto(scale=0.3,shape=1.2)";
  const { stdout } = mulligan(["theory", "--law", law, "--cutoffs", "0.4..4", "--horizon", "10000"]);
  expect(stdout).toMatch(/the oracle earns 12,308 to 12,308, no policy on these cutoffs more than 12,307/);
});
