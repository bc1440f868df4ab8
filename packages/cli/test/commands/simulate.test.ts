import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mulligan } from "../call-command.ts";
import { newFolder } from "../new-folder.ts";

const law = ["--law", "pareto(scale=1,shape=1.2)"];
const small = [...law, "--horizon", "100,300", "--runs", "6", "--seed", "7", "--json"];

test("simulate gives the same rows whatever --jobs", async () => {
  const withJobs = (jobs: string) => mulligan(["simulate", ...small, "--jobs", jobs]);
  const [one, two] = [await withJobs("1"), await withJobs("2")];
  expect(one.code).toBe(0);
  expect(two.stdout).toBe(one.stdout);
});

test("simulate --json has the documented shape, and r* of the paper's figure", async () => {
  const { stdout, stderr } = await mulligan([
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
    ["luby:base=2", 100],
    ["luby:base=2", 300],
  ]);
  for (const row of rows) {
    expect(row.runs).toBe(6);
    for (const field of ["trials", "reward", "efficiency", "regret"]) {
      expect(row[field]).toEqual({ mean: expect.any(Number), standardError: expect.any(Number) });
    }
    expect(row.efficiency.mean).toBeCloseTo(row.reward.mean / (optimal.rate * row.horizon), 9);
  }
});

const rowsOf = async (args: readonly string[]) =>
  JSON.parse((await mulligan(["simulate", ...small, ...args])).stdout).rows;

test("a policy stands in its rows as it was given, alone or beside another of its name", async () => {
  const [{ policy }] = await rowsOf(["--policy", " fixed:cutoff=2 "]);
  expect(policy).toBe("fixed:cutoff=2");
  const text = (await mulligan(["simulate", ...law, "--runs", "2", "--policy", "fixed:cutoff=2"])).stdout;
  expect(text).toContain("fixed:cutoff=2");
});

test("two policies of one name are told apart by their options", async () => {
  const args = ["--policy", "luby", "--policy", "luby:base=4", "--mode", "retry"];
  const { rows } = JSON.parse((await mulligan(["simulate", ...small, ...args])).stdout);
  expect(new Set(rows.map((row: { policy: string }) => row.policy))).toEqual(
    new Set(["luby", "luby:base=4"]),
  );
});

test("under retry each policy has its schedule: its own, or --schedule, or luby", async () => {
  const retry = (...args: string[]) => rowsOf(["--mode", "retry", "--horizon", "100", ...args]);
  const fixed = ["--policy", "fixed:cutoff=1.5", "--policy", "luby"];
  const [luby, constant] = [await retry(...fixed), await retry(...fixed, "--schedule", "constant")];
  expect(luby).toEqual(await retry(...fixed, "--schedule", "luby"));
  expect(constant[0].trials).not.toEqual(luby[0].trials);
  expect(constant[2]).toEqual(luby[2]);
  const { problem } = JSON.parse((await mulligan(["simulate", ...small, "--mode", "retry"])).stdout);
  expect(problem).toMatchObject({ mode: "retry", schedule: "luby", maxRestarts: "inf" });
});

test("--max-restarts 0 gives a task up at its first cut: what pareto(1, 1.2) earns is then r(1.5) = 0.30", async () => {
  const args = ["--policy", "fixed:cutoff=1.5", "--horizon", "2000", "--mode", "retry"];
  const [{ trials, completed, reward }] = await rowsOf([...args, "--max-restarts", "0"]);
  // P(X ≤ 1.5) = 1 − 1.5^−1.2 = 0.385; six runs of some 1,500 tries: ±0.005, four of these to each side.
  expect(completed.mean / trials.mean).toBeGreaterThan(0.365);
  expect(completed.mean / trials.mean).toBeLessThan(0.405);
  expect(reward.mean).toBe(completed.mean);
});

const endless = ["--law", "weibull(scale=1,shape=0.5)", "--horizon", "50", "--runs", "2"];

test("a law whose rate grows without end is compared with the best of the cutoffs given, and it says so", async () => {
  const args = ["simulate", ...endless, "--policy", "static", "--cutoffs", "0.1,1,10"];
  const { optimal, rows } = JSON.parse((await mulligan([...args, "--json"])).stdout);
  expect(optimal).toMatchObject({ cutoff: 0.1, among: [0.1, 1, 10] });
  expect(rows[0].efficiency.mean).toBeCloseTo(rows[0].reward.mean / (optimal.rate * 50), 9);
  expect((await mulligan(args)).stdout).toMatch(/^Best of the cutoffs given: .*\nThere is no best of all/);
});

test("and where none are given, with the best of those by which at least one trial in ten completes", async () => {
  const { optimal, rows } = JSON.parse(
    (await mulligan(["simulate", ...endless, "--policy", "static", "--json"])).stdout,
  );
  // The quantile of Weibull's law: (−ln 0.9)², and there F = 0.1, E[min(X, t)] = 2·(1 − 0.9·(1 + √t)) (by parts).
  const low = Math.log(0.9) ** 2;
  expect(optimal.among).toEqual({ low: expect.closeTo(low, 12), high: "inf" });
  expect(optimal.cutoff).toBeCloseTo(low, 9);
  expect(optimal.rate).toBeCloseTo(0.1 / (2 * (1 - 0.9 * (1 + Math.sqrt(low)))), 6);
  expect(rows[0].efficiency.mean).toBeGreaterThan(0.7);
  const args = ["simulate", ...endless, "--resetting", "proportional(0.2)"];
  expect((await mulligan(args)).stdout).toMatch(
    /^Best of the cutoffs from 0\.0111 on, by which one trial in ten completes/,
  );
});

test("a constant resetting time gives such a law a best cutoff, and it is compared with that of all", async () => {
  const args = [...endless, "--resetting", "constant(0.1)", "--json"];
  const { optimal } = JSON.parse((await mulligan(["simulate", ...args])).stdout);
  expect(optimal.cutoff).toBeCloseTo(0.111429, 5);
  expect(optimal.among).toBe("all");
});

test("a finite best rate that no cutoff attains is compared with all the same", async () => {
  const two = "mixture(0.5*exponential(mean=1),0.5*exponential(mean=20))";
  const { stdout } = await mulligan(["simulate", "--law", two, "--horizon", "50", "--runs", "2", "--json"]);
  // f(0) = 0.5 + 0.5/20.
  expect(JSON.parse(stdout).optimal.rate).toBeCloseTo(0.525, 5);
});

const power = ["--reward", "power(omega=1,gamma=0.5)"];

test.each([
  [
    [...law, ...power],
    /--reward: power\(omega=1,gamma=0\.5\) must lie in \[0, 1\] for every time of pareto\(scale=1,shape=1\.2\)/,
  ],
  [["--law", "uniform(low=0,high=4)", ...power], /got up to 2; choose a smaller omega/],
  [[...law, "--schedule", "luby"], /--schedule: must be used with --mode retry, got --mode abandon/],
  [
    ["--law", "constant(value=2)", "--horizon", "2.1e9"],
    /--horizon: must be at most 2000000000, the time of 1000000000 trials of the slowest arm, got 2100000000/,
  ],
  [[...law, "--max-restarts", "3"], /--max-restarts: must be used with --mode retry/],
  [
    [...law, "--mode", "retry", "--policy", "luby:base=2", "--schedule", "constant"],
    /--schedule: must be luby for luby:base=2, got constant/,
  ],
  [[...law, "--mode", "retry", "--schedule", "lubi"], /--schedule: must be one of .* did you mean "luby"\?/],
  [[...law, "--policy", "luby", "--policy", " luby"], /--policy: each must differ .* got luby twice/],
  [[...law, "--policy", "kmts"], /unknown policy "kmts": .*; did you mean "km-ts"\?/],
  [
    [...law, "--policy", "km-ts:halflive=2"],
    /km-ts: unknown option "halflive": .*; did you mean "halfLife"\?/,
  ],
])("simulate %j is refused before it starts, in one line", async (args, message) => {
  const { stderr, stdout, code } = await mulligan(["simulate", ...args]);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(message);
  expect(stderr.trimEnd().split("\n").length).toBe(1);
});

test("data of which a fifth took no time: compared from the first time there is", async () => {
  const file = join(newFolder(), "zeros.csv");
  writeFileSync(
    file,
    `time,completed\n${"0,1\n".repeat(4)}${[2, 3, 5, 8].map((time) => `${time},1\n`.repeat(4)).join("")}`,
  );
  const { stdout, code } = await mulligan([
    "simulate",
    "--law",
    `empirical(${file})`,
    "--horizon",
    "50",
    "--runs",
    "1",
    "--json",
  ]);
  expect(code).toBe(0);
  // Cut at 2: eight of twenty in 16 × 2, a rate of 0.25. To wait is better: twenty in 4 × (2 + 3 + 5 + 8).
  expect(JSON.parse(stdout).optimal).toMatchObject({
    cutoff: "inf",
    rate: 20 / 72,
    among: { low: 2, high: "inf" },
  });
});

test.each(["100000000", "1000000000000"])(
  "--runs %s is refused at the door, whatever memory there is",
  async (runs) => {
    const { code, stderr } = await mulligan(["simulate", ...law, "--runs", runs]);
    expect([code, stderr]).toEqual([
      2,
      `mulligan: --runs: must be at most 333333 for 3 policies × horizons, 1000000 runs in all, got ${runs}\n`,
    ]);
  },
);
