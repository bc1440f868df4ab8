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
  expect(said).toMatch(/shorter cutoffs always earn more, so there is no best one\..*--resetting/);
  expect(said).not.toMatch(/the oracle/);
});

test("a mixture of exponential laws has no best cutoff either, but a limit: f(0) = 0.525", async () => {
  const law = "mixture(0.5*exponential(mean=1),0.5*exponential(mean=20))";
  expect((await mulligan(["theory", "--law", law])).stdout).toMatch(
    /always earn more, up to 0\.525 per unit time/,
  );
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

test("theory shows the lower bound and, for the index that is played and for the best β, a proved bound and the paper's with its errata", async () => {
  const law = "mixture(0.6*uniform(low=0.5,high=1),0.4*uniform(low=60,high=100))";
  const args = ["theory", "--law", law, "--cutoffs", "0.75,1,2,4", "--horizon", "1000000"];
  const { bounds } = JSON.parse((await mulligan([...args, "--json"])).stdout);
  const [played, least] = bounds.regret;
  expect(played).toMatchObject({ byDefault: true, alpha: 2.01, factor: expect.closeTo(1.01, 12) });
  expect(played.beta).toBeCloseTo(0.0033186, 7);
  expect(played.ucbRb.coefficient).toBeCloseTo(4_759_538, -1);
  expect(played.ucbRbLinear).toMatchObject({ status: "proved under conditions", errata: ["E24"] });
  expect(played.ucbRbLinear.coefficient).toBeCloseTo(230.74, 1);
  expect(played.ucbRbLinear.settled).toBeCloseTo(3137, 0);
  expect(least).toMatchObject({ byDefault: false, beta: expect.closeTo(0.1577, 4) });
  expect(least.factor).toBeCloseTo(1.591, 3);
  expect(least.ucbRb).toMatchObject({ status: "open", errata: ["E18", "E23", "E24"] });
  expect(least.ucbRm).toMatchObject({ status: "open", errata: ["E12", "E13", "E18", "E23", "E24"] });
  expect(least.ucbRb.coefficient).toBeCloseTo(5294.08, 1);
  expect(least.ucbRbLinear).toMatchObject({ status: "proved", errata: [], settled: 0 });
  expect(least.ucbRbLinear.coefficient).toBeCloseTo(314.71, 1);
  expect(bounds.lowerBound.coefficient).toBeCloseTo(1.3217, 3);
  expect(bounds.lowerBound.arms[0].cutoff).toBe(2);
  expect(bounds.mostLost).toBeCloseTo((1e6 * 0.6) / 0.85, 3);
  const said = (await mulligan(args)).stdout;
  const [, byDefault, atLeast] = said.split("Regret at f = ");
  expect(byDefault).toMatch(/^1\.01, β = 0\.003319, which ucb-rb, ucb-rm and ucb-rc play by default:\n/);
  expect(byDefault).toMatch(
    /ucb-rb, proved if the best cutoff gets 3137·log n of the first n trials \(E24\): at most 230\.7·log τ \+ \d+\n/,
  );
  expect(atLeast).toMatch(/^1\.591, β = 0\.1577, .*; for ucb-rb:beta=0\.1577, not for ucb-rb as it is:\n/);
  expect(atLeast).toMatch(/ucb-rb, proved: at most 314\.7·log τ \+ \d+\n/);
  expect(atLeast).toContain("ucb-rb by the paper, not proved (E18, E23, E24): at most 5294·log τ + O(1)\n");
  expect(said).toContain("regret of any policy that learns: at least 1.322·log τ in the long run\n");
});

test("a bound above what anybody can lose is said to say nothing, and its number stays in the JSON", async () => {
  const args = ["theory", "--law", "gamma(shape=2,scale=1)", "--horizon", "1000"];
  const said = (await mulligan(args)).stdout;
  expect(said).toMatch(
    /ucb-rb by the paper, .*: the bound says nothing, as no policy can lose more than 500\n/,
  );
  expect(said).toMatch(/ucb-rb, proved.*: the bound says nothing, as no policy can lose more than 500\n/);
  expect(said).not.toMatch(/\d{12}/);
  const { stdout } = await mulligan([...args, "--json"]);
  expect(JSON.parse(stdout).bounds.regret[1].ucbRm.coefficient).toBeGreaterThan(1e6);
});

test("cutoffs without an end have no linear bound, other rewards no lower one; both are null", async () => {
  const unending = ["theory", "--law", "pareto(scale=1,shape=1.2)", "--cutoffs", "2,inf", "--json"];
  const { stdout } = await mulligan(unending);
  for (const bounds of JSON.parse(stdout).bounds.regret) {
    expect(bounds).toMatchObject({ ucbRb: null, ucbRbLinear: null });
  }
  const reward = ["--reward", "power(omega=1,gamma=-1)"];
  const { bounds } = JSON.parse((await mulligan([...unending, ...reward])).stdout);
  expect(bounds.lowerBound).toBeNull();
});

test("the nine cutoffs of the bounds have the best one among them, so that no policy is bounded below the oracle", async () => {
  const law = "mixture(0.6*uniform(low=2,high=3),0.4*uniform(low=200,high=250))";
  const { bounds, optimal } = JSON.parse((await mulligan(["theory", "--law", law, "--json"])).stdout);
  expect(bounds.cutoffs).toHaveLength(9);
  expect(bounds.cutoffs).toContain(optimal.cutoff);
  // By hand: cut at 3, six in ten done, after 2.5 on average, the others cut at 3.
  expect(bounds.best).toMatchObject({ ofAll: true, rate: expect.closeTo(0.6 / (0.6 * 2.5 + 0.4 * 3), 6) });
  const said = (await mulligan(["theory", "--law", law])).stdout;
  const [, least, most] = /the oracle earns (\d+) to \d+, no policy on these cutoffs more than (\d+)/.exec(
    said,
  )!;
  expect(Number(most)).toBeGreaterThanOrEqual(Number(least));
  const around = ["theory", "--law", "pareto(scale=0.3,shape=1.2)", "--cutoffs", "0.4..4"];
  expect((await mulligan(around)).stdout).toMatch(/the oracle earns 12,308 to 12,308, .* more than 12,309/);
});

test("cutoffs without the best of all: the bounds say which of them is the best, and hold for it", async () => {
  const args = ["theory", "--law", "pareto(scale=0.3,shape=1.2)", "--cutoffs", "0.4,4"];
  const { bounds } = JSON.parse((await mulligan([...args, "--json"])).stdout);
  expect(bounds.best).toMatchObject({ cutoff: 4, ofAll: false });
  expect(bounds.mostLost).toBeCloseTo(bounds.staticReward.low, 9);
  const said = (await mulligan(args)).stdout;
  expect(said).toMatch(/ {2}the best of these cutoffs, 4, earns [\d,]+ to [\d,]+, no policy on these/);
});

test("the table ends with what waiting earns, and shows the best cutoff", async () => {
  const { stdout } = await mulligan(["theory", "--law", "pareto(scale=1,shape=1.2)"]);
  // E[X] = 1.2/0.2 = 6.
  expect(stdout).toMatch(/^∞ +0\.1667$/m);
  expect(stdout).toMatch(/^3\.25 +0\.3692$/m);
});

test("a bound of a logarithm says nothing before τ = e, nor one of √(n·log n) above what can be lost", async () => {
  const early = await mulligan(["theory", "--law", "gamma(shape=2,scale=1)", "--horizon", "0.5"]);
  expect(early.stdout).not.toMatch(/at most/);
  const interval = ["theory", "--law", "pareto(scale=0.3,shape=1.2)", "--cutoffs", "0.4..4"];
  expect((await mulligan(interval)).stdout).toMatch(
    /ucb-rc by the paper, not proved .*: the bound says nothing, as no policy /,
  );
});

test.each([
  ["log:1e-300:1e10:5", 0],
  ["log:1e-308:1e308:7", 0],
])("cutoffs as far apart as %s are numbers", async (cutoffs, code) => {
  const args = ["theory", "--law", "exponential(mean=1)", "--cutoffs", cutoffs];
  const { stdout, stderr, ...ended } = await mulligan(args);
  expect([ended.code, stderr]).toEqual([code, ""]);
  expect(stdout).not.toContain("NaN");
});

test.each([
  "gamma(shape=0.9,scale=1e308)",
  "lognormal(median=1e-195,sigma=1e40)",
  "pareto(scale=5,shape=1e-9)",
])("%s: times too long for a number are refused at the door", async (law) => {
  for (const command of ["theory", "simulate"]) {
    const { code, stderr } = await mulligan([command, "--law", law]);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^mulligan: --law: the times of .* must be below 1\.8e\+308, got longer ones with a chance/,
    );
  }
});

test("theory of standard input", async () => {
  const { stdout } = await mulligan(["theory", "--law", "empirical(-)", "--json"], "1\n2\n100\n");
  expect(JSON.parse(stdout).arms[0]).toMatchObject({ bestCutoff: 2, restart: "yes" });
});
