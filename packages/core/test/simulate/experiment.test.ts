import { expect, test } from "vitest";
import { exponential } from "../../src/distributions/exponential.ts";
import { rewardOne } from "../../src/distributions/joint-law.ts";
import { lognormal } from "../../src/distributions/lognormal.ts";
import { weibull } from "../../src/distributions/weibull.ts";
import { makePolicy } from "../../src/policies/make-policy.ts";
import { randomResetting } from "../../src/problem/arm.ts";
import { retry } from "../../src/problem/schedule.ts";
import { type Experiment, playCell } from "../../src/simulate/cell.ts";
import { stationary } from "../../src/simulate/environment.ts";
import {
  cellsOf,
  confidenceInterval,
  estimate,
  runExperiment,
  summarise,
} from "../../src/simulate/experiment.ts";
import { knownArm } from "../../src/theory/known-arm.ts";
import { rewardRate } from "../../src/theory/reward-rate.ts";

const experiment: Experiment = {
  environment: stationary([
    knownArm(rewardOne(lognormal(0.9, 1.2)), { name: "a", resetting: randomResetting(exponential(0.1)) }),
    knownArm(rewardOne(exponential(2)), { name: "b" }),
  ]),
  policies: [
    { name: "km-ts" },
    { name: "ucb-rb", options: { init: 2 } },
    { name: "fixed", options: { cutoff: 1 } },
  ],
  horizons: [50, 100],
  runs: 3,
  seed: 9,
};

test("any split of the cells, in any order, gives the rows of a serial run", () => {
  const serial = runExperiment(experiment);
  const cells = cellsOf(experiment);
  const results = new Array(cells.length);
  // Two workers that take turns from both ends.
  for (let i = 0; i < cells.length; i++) {
    const place = i % 2 === 0 ? i / 2 : cells.length - (i + 1) / 2;
    results[place] = playCell(experiment, cells[place]);
  }
  expect(JSON.stringify(summarise(experiment, results))).toBe(JSON.stringify(serial));
});

test("rows come policy by policy, horizon by horizon, and a row does not depend on who else takes part", () => {
  const rows = runExperiment(experiment);
  expect(rows.map(({ policy, horizon }) => `${policy} ${horizon}`)).toEqual([
    "km-ts 50",
    "km-ts 100",
    "ucb-rb 50",
    "ucb-rb 100",
    "fixed 50",
    "fixed 100",
  ]);
  const alone = runExperiment({ ...experiment, policies: [experiment.policies[1]] });
  expect(alone).toEqual(rows.slice(2, 4));
});

test("E22: under retry a task is tried again: the same laws, solved tasks counted, and none beyond the horizon", () => {
  const rows = runExperiment({
    ...experiment,
    environment: stationary([knownArm(rewardOne(lognormal(0.9, 1.2)), { name: "a" })]),
    policies: [{ name: "hidden-types" }, { name: "luby", options: { base: 0.5 } }],
    horizons: [100],
    runs: 2,
    mode: retry(),
  });
  for (const { trials, completed, efficiency } of rows) {
    expect(trials.mean).toBeGreaterThan(completed.mean);
    expect(efficiency.mean).toBeGreaterThan(0.6);
    expect(efficiency.mean).toBeLessThan(1.2);
  }
});

test("under retry a policy that is a schedule keeps its own, whatever the others have", () => {
  const rowsWith = (schedule: "luby" | "constant") =>
    runExperiment({
      ...experiment,
      environment: stationary([knownArm(rewardOne(lognormal(0.9, 1.2)), { name: "a" })]),
      policies: [{ name: "luby" }, { name: "fixed", options: { cutoff: 0.3 } }],
      mode: retry({ schedule }),
    });
  const [luby, constant] = [rowsWith("luby"), rowsWith("constant")];
  expect(luby[0]).toEqual(constant[0]);
  expect(luby.at(-1)).not.toEqual(constant.at(-1));
});

test("a law whose rate grows without end is refused, unless the oracle is told what to choose from", () => {
  const arms = [knownArm(rewardOne(weibull(1, 0.5)), { name: "a" })];
  const change = { policies: [{ name: "luby" }], horizons: [20] };
  expect(() => runExperiment({ ...experiment, ...change, environment: stationary(arms) })).toThrow(
    "environment: the best rate must be finite, got Infinity of a",
  );
  expect(() => makePolicy("static", { arms: ["a"], known: arms })).toThrow(
    "static: a best cutoff must exist",
  );
  const [row] = runExperiment({ ...experiment, ...change, environment: stationary(arms, [0.5, 2]) });
  expect(row!.reward.mean / row!.efficiency.mean).toBeCloseTo(rewardRate(arms[0], 0.5) * 20, 9);
});

test("the estimate of 1, 2, 3, 4 is 2.5 ± √(5/3/4), and its interval 1.96 of them to each side", () => {
  const { mean, standardError } = estimate([1, 2, 3, 4]);
  expect(mean).toBe(2.5);
  expect(standardError).toBeCloseTo(Math.sqrt(5 / 12), 12);
  expect(confidenceInterval({ mean, standardError }).high).toBeCloseTo(2.5 + 1.96 * Math.sqrt(5 / 12), 12);
  expect(estimate([7])).toEqual({ mean: 7, standardError: 0 });
});

test.each<[Partial<Experiment>, string]>([
  [{ runs: 0 }, "experiment: runs must be an integer of at least 1, got 0"],
  [{ policies: [] }, "experiment: at least one policy must be given, got none"],
  [{ horizons: [] }, "experiment: at least one horizon must be given, got none"],
  [{ horizons: [Number.NaN] }, "horizon: time must be a finite number above 0, got NaN"],
  [{ policies: [{ name: "ucb" }] }, 'unknown policy "ucb"'],
  [{ seed: Number.NaN }, "seed must be a finite number, got NaN"],
])("a bad experiment is refused: %j", (change, message) => {
  expect(() => runExperiment({ ...experiment, ...change })).toThrow(message);
});
