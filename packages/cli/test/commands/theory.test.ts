import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mulligan } from "../call-command.ts";
import { newFolder } from "../new-folder.ts";

const said = async (...words: string[]) => (await mulligan(["theory", ...words])).stdout;
const document = async (...words: string[]) => JSON.parse(await said(...words, "--json"));

test("a memoryless law is not to be restarted, and ∞ is the string inf; a heavy tail has a best cutoff", async () => {
  expect((await document("--law", "exponential(mean=2)")).arms[0]).toMatchObject({
    bestCutoff: "inf",
    bestRate: 0.5,
    rateWithoutCutoff: 0.5,
    restart: "no",
  });
  expect(await said("--law", "exponential(mean=2)")).toContain("do not restart");
  // The table ends with what waiting earns, E[X] = 1.2/0.2 = 6, and shows the best cutoff.
  expect(await said("--law", "pareto(scale=1,shape=1.2)")).toMatch(/^3\.25 +0\.3692$[\s\S]*^∞ +0\.1667$/m);
});

test("theory draws the rate curve, and a law may be a file of times or standard input", async () => {
  const folder = newFolder();
  writeFileSync(join(folder, "times.csv"), "time,other\n1,a\n2,b\n100,c\n");
  const law = ["--law", `measured=empirical(${join(folder, "times.csv")})`];
  // Cut at 2: two of three done in (1 + 2 + 2)/3. Cut at 1: one of three in 1. Waiting: 3 in 103.
  const [arm] = (await document(...law, "--svg", join(folder, "rate.svg"))).arms;
  expect(arm).toMatchObject({ name: "measured", bestCutoff: 2, restart: "yes" });
  expect(arm.bestRate).toBeCloseTo(0.4, 9);
  expect(readFileSync(join(folder, "rate.svg"), "utf8")).toMatch(/^<svg[\s\S]*Reward rate against cutoff/);
  const { stdout } = await mulligan(["theory", "--law", "empirical(-)", "--json"], "1\n2\n100\n");
  expect(JSON.parse(stdout).arms[0]).toMatchObject({ bestCutoff: 2, restart: "yes" });
});

test("weibull(1, 0.5): the rate grows without end, so the best is ∞ at 0, with what is added to a cut try, too", async () => {
  const folder = newFolder();
  const words = ["--law", "weibull(scale=1,shape=0.5)", "--resetting", "proportional(0.2)"];
  const { arms, optimal, bounds } = await document(...words, "--svg", join(folder, "rate.svg"));
  expect(arms[0]).toMatchObject({ bestCutoff: 0, bestRate: "inf", restart: "yes", attained: false });
  expect(optimal).toMatchObject({ cutoff: 0, rate: "inf" });
  expect(bounds.staticReward.low).toBeLessThanOrEqual(bounds.optimalReward);
  const text = await said(...words);
  expect(text).toMatch(/shorter cutoffs always earn more, so there is no best one\..*--resetting/);
  expect(text).not.toMatch(/the oracle/);
  // A mixture of exponential laws has a limit: f(0) = 0.525.
  const mixture = "mixture(0.5*exponential(mean=1),0.5*exponential(mean=20))";
  expect(await said("--law", mixture)).toMatch(/always earn more, up to 0\.525 per unit time/);
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
  for (const zeros of [1, 2_000]) {
    writeFileSync(file, `${"0\n".repeat(zeros)}5\n`);
    const { arms, curve } = await document("--law", `empirical(${file})`);
    expect(arms[0]).toMatchObject({ bestCutoff: 0, bestRate: "inf" });
    expect(curve[0].cutoff).toBeGreaterThan(0);
  }
  writeFileSync(file, "0\n0\n");
  expect((await mulligan(["theory", "--law", `empirical(${file})`])).stderr).toBe(
    `mulligan: --law: empirical(${file}) must take time, got 0 throughout\n`,
  );
});

test("theory shows the lower bound and, for the index that is played and for the best β, a proved bound and the paper's with its errata", async () => {
  const law = "mixture(0.6*uniform(low=0.5,high=1),0.4*uniform(low=60,high=100))";
  const words = ["--law", law, "--cutoffs", "0.75,1,2,4", "--horizon", "1000000"];
  const { bounds } = await document(...words);
  const [played, least] = bounds.regret;
  expect(played).toMatchObject({ byDefault: true, alpha: 2.01, factor: expect.closeTo(1.01, 12) });
  expect(played.ucbRbLinear).toMatchObject({ status: "proved under conditions", errata: ["E24"] });
  expect(least).toMatchObject({ byDefault: false, beta: expect.closeTo(0.1577, 4) });
  expect(least.ucbRb).toMatchObject({ status: "open", errata: ["E18", "E23", "E24"] });
  expect(least.ucbRm).toMatchObject({ status: "open", errata: ["E12", "E13", "E18", "E23", "E24"] });
  expect(least.ucbRbLinear).toMatchObject({ status: "proved", errata: [], settled: 0 });
  expect(bounds.lowerBound.arms[0].cutoff).toBe(2);
  expect(bounds.mostLost).toBeCloseTo((1e6 * 0.6) / 0.85, 3);
  const text = await said(...words);
  const [, byDefault, atLeast] = text.split("Regret at f = ");
  expect(byDefault).toMatch(/^1\.01, β = 0\.003319, which ucb-rb, ucb-rm and ucb-rc play by default:\n/);
  expect(byDefault).toMatch(
    /ucb-rb, proved if the best cutoff gets 3137·log n of the first n trials \(E24\): at most 230\.7·log τ \+ \d+\n/,
  );
  expect(atLeast).toMatch(/^1\.591, β = 0\.1577, .*; for ucb-rb:beta=0\.1577, not for ucb-rb as it is:\n/);
  expect(atLeast).toMatch(/ucb-rb, proved: at most 314\.7·log τ \+ \d+\n/);
  expect(atLeast).toContain("ucb-rb by the paper, not proved (E18, E23, E24): at most 5294·log τ + O(1)\n");
  expect(text).toContain("regret of any policy that learns: at least 1.322·log τ in the long run\n");
});

test("a bound above what anybody can lose is said to say nothing, and its number stays in the JSON", async () => {
  const words = ["--law", "gamma(shape=2,scale=1)", "--horizon", "1000"];
  const text = await said(...words);
  const nothing = "the bound says nothing, as no policy can lose more than 500\n";
  for (const bound of ["ucb-rb by the paper, .*", "ucb-rb, proved.*"]) {
    expect(text).toMatch(new RegExp(`${bound}: ${nothing}`));
  }
  expect(text).not.toMatch(/\d{12}/);
  expect((await document(...words)).bounds.regret[1].ucbRm.coefficient).toBeGreaterThan(1e6);
  // Nor does a logarithm before τ = e, nor √(n·log n).
  expect(await said("--law", "gamma(shape=2,scale=1)", "--horizon", "0.5")).not.toMatch(/at most/);
  const interval = ["--law", "pareto(scale=0.3,shape=1.2)", "--cutoffs", "0.4..4"];
  expect(await said(...interval)).toMatch(
    /ucb-rc by the paper, not proved .*: the bound says nothing, as no policy /,
  );
});

test("cutoffs without an end have no linear bound, other rewards no lower one; both are null", async () => {
  const unending = ["--law", "pareto(scale=1,shape=1.2)", "--cutoffs", "2,inf"];
  for (const bounds of (await document(...unending)).bounds.regret) {
    expect(bounds).toMatchObject({ ucbRb: null, ucbRbLinear: null });
  }
  const { bounds } = await document(...unending, "--reward", "power(omega=1,gamma=-1)");
  expect(bounds.lowerBound).toBeNull();
});

test("the nine cutoffs of the bounds have the best one among them, so that no policy is bounded below the oracle", async () => {
  const law = ["--law", "mixture(0.6*uniform(low=2,high=3),0.4*uniform(low=200,high=250))"];
  const { bounds, optimal } = await document(...law);
  expect(bounds.cutoffs).toHaveLength(9);
  expect(bounds.cutoffs).toContain(optimal.cutoff);
  // By hand: cut at 3, six in ten done, after 2.5 on average, the others cut at 3.
  expect(bounds.best).toMatchObject({ ofAll: true, rate: expect.closeTo(0.6 / (0.6 * 2.5 + 0.4 * 3), 6) });
  const earns = /the oracle earns (\d+) to \d+, no policy on these cutoffs more than (\d+)/;
  const [, least, most] = earns.exec(await said(...law))!;
  expect(Number(most)).toBeGreaterThanOrEqual(Number(least));
  // Where the best of all is not among them, they say which is the best, and hold for it.
  const without = ["--law", "pareto(scale=0.3,shape=1.2)", "--cutoffs", "0.4,4"];
  const others = (await document(...without)).bounds;
  expect(others.best).toMatchObject({ cutoff: 4, ofAll: false });
  expect(others.mostLost).toBeCloseTo(others.staticReward.low, 9);
  expect(await said(...without)).toMatch(/ {2}the best of these cutoffs, 4, earns /);
});

test("cutoffs as far apart as numbers can be are numbers", async () => {
  const words = ["theory", "--law", "exponential(mean=1)", "--cutoffs", "log:1e-308:1e308:7"];
  const { stdout, stderr, code } = await mulligan(words);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).not.toContain("NaN");
});

test.each(["theory", "simulate"])("%s refuses times too long for a number at the door", async (command) => {
  const { code, stderr } = await mulligan([command, "--law", "pareto(scale=5,shape=1e-9)"]);
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /^mulligan: --law: the times of .* must be below 1\.8e\+308, got longer ones with a chance/,
  );
});
