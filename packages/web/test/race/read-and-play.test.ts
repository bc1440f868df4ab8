import { runExperiment } from "@mulligan/core/simulate";
import { describe, expect, test } from "vitest";
import { simulateCommand } from "../../src/race/command.tsx";
import { LAW_KINDS, RESETTING_KINDS, REWARD_KINDS } from "../../src/race/law-field.tsx";
import { CHECKPOINTS, type RacePlan } from "../../src/race/messages.ts";
import { numbersIn, skeleton } from "../../src/race/notation-field.tsx";
import { RACE_PRESETS } from "../../src/race/presets.tsx";
import { type RaceFields, raceFromAddress, raceToAddress } from "../../src/race/race-fields.ts";
import { openRaceMeans } from "../../src/race/race-means.ts";
import { curveCutoffs, openRaceShare } from "../../src/race/race-share.ts";
import { RaceRefusal, readRace } from "../../src/race/read-race.ts";

const [heavy] = RACE_PRESETS;
const small: RaceFields = { ...heavy.fields, horizon: "200", runs: "5", policies: ["km-ts", "never"] };

describe("a race in fields", () => {
  test.each(RACE_PRESETS)(
    "$title: what stands in the address is what was written, and can be played",
    ({ fields }) => {
      expect(raceFromAddress(new URLSearchParams(raceToAddress(fields).toString()))).toEqual(fields);
      expect(readRace(fields).policies.length).toBe(4);
    },
  );

  test("hostile words survive the address, and a shell takes each as one word", () => {
    const fields = { ...small, laws: ["x=exponential(mean=1) '; rm -rf / #&law=%00"] };
    expect(raceFromAddress(new URLSearchParams(raceToAddress(fields).toString()))).toEqual(fields);
    expect(simulateCommand(fields)).toBe(
      "mulligan simulate --law 'x=exponential(mean=1) '\\''; rm -rf / #&law=%00' --policy km-ts --policy never --horizon 200 --runs 5 --seed 1",
    );
    expect(simulateCommand(RACE_PRESETS[4].fields)).toBeUndefined();
  });

  test.each<[string, Partial<RaceFields>, string]>([
    ["law-0", { laws: ["empirical(a.csv)"] }, "data cannot be read here"],
    ["law-1", { laws: ["exponential(mean=1)", "constant(value=-1)"] }, "constant"],
    ["later-0", { later: ["parreto(scale=1,shape=2)"], change: "9" }, 'did you mean "pareto"?'],
    ["change", { later: ["exponential(mean=1)"], change: "soon" }, 'must be a number above 0, got "soon"'],
    ["reward", { reward: "power(omega=1,gamma=0.5)" }, "must lie in [0, 1]"],
    ["resetting", { resetting: "constant(-1)" }, "time must be a finite number of at least 0, got -1"],
    ["resetting", { resetting: "no" }, 'unknown cost of a restart "no" at character 1: did you mean "none"?'],
    [
      "law-0",
      { laws: ["normal()"] },
      'unknown distribution "normal" at character 1: did you mean "lognormal"?',
    ],
    ["policy-0", { policies: ["fixed:cutoff=1,arm=3"] }, "Option to play must be a whole number from 0 to 0"],
    ["policy-0", { policies: ["km-ts:strength=-1"] }, "Weight of the first guess must exceed 0, got -1"],
    ["policy-0", { policies: ["ucb-rc"], cutoffs: "1,2" }, "must be an interval such as 0.1..10, got a list"],
    ["horizon", { horizon: "1e300" }, "must be at most 6.00 · 10⁹, got 1e+300"],
    ["policy-1", { policies: ["km-ts", "ucb-rd"] }, "unknown policy"],
    ["policy-1", { policies: ["km-ts", "ucb-rb"], cutoffs: "1,inf" }, "cutoffs must be finite"],
    ["policy-0", { policies: ["km-ts", "km-ts"] }, "each must differ"],
    ["horizon", { horizon: "1e8", runs: "500" }, "runs, and the page plays at most 100,000,000"],
    ["horizon", { horizon: "10,20" }, 'must be a number above 0, got "10,20"'],
    ["runs", { runs: "1e9" }, "must be a whole number from 1 to 500"],
    ["race", { laws: Array(6).fill("exponential(mean=1)") }, "1 to 5 options, got more"],
  ])("refused at %s: %j", (field, change, said) => {
    let refusal: unknown;
    try {
      readRace({ ...small, ...change });
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(RaceRefusal);
    expect(refusal).toMatchObject({ field, message: expect.stringContaining(said) });
    expect((refusal as RaceRefusal).message, "in words of the page").not.toMatch(
      /--|`|\b(arm|law|trials|horizon|resetting)\b| of "/,
    );
  });
});

describe("numbers of a notation", () => {
  test("each has its name and its place; of two shares the second follows the first", () => {
    const text = "mixture(0.95*lognormal(median=1,sigma=0.5),0.05*constant(value=500))";
    const numbers = numbersIn(text);
    expect(numbers.map(({ label, value }) => [label, value])).toEqual([
      ["share of lognormal", 0.95],
      ["lognormal median", 1],
      ["lognormal sigma", 0.5],
      ["constant value", 500],
    ]);
    expect(numbers[0].replaced(0.7)).toBe(
      "mixture(0.7*lognormal(median=1,sigma=0.5),0.3*constant(value=500))",
    );
    expect(numbers[3].replaced(20)).toBe(
      "mixture(0.95*lognormal(median=1,sigma=0.5),0.05*constant(value=20))",
    );
    expect(numbersIn("constant(0.1)").map(({ label }) => label)).toEqual(["time"]);
  });

  test("kinds differ in more than their numbers, and none is refused", () => {
    for (const kinds of [LAW_KINDS, REWARD_KINDS, RESETTING_KINDS]) {
      expect(new Set(kinds.map(({ text }) => skeleton(text))).size).toBe(kinds.length);
    }
    expect(skeleton("slow = pareto(scale=3, shape=0.5)")).toBe(skeleton("pareto(scale=1,shape=1.2)"));
    for (const { text } of LAW_KINDS) readRace({ ...small, laws: [text], resetting: "constant(0.1)" });
    for (const { text } of REWARD_KINDS) readRace({ ...small, reward: text });
    for (const { text } of RESETTING_KINDS) readRace({ ...small, resetting: text });
  });
});

test("runs shared among three workers, in slices, come to the rows of the experiment; means at the end too", () => {
  const experiment = readRace(small);
  const rows = runExperiment(experiment);
  const cutoffs = curveCutoffs(experiment.environment, []);
  const plan: RacePlan = {
    horizon: 200,
    runs: 5,
    policies: small.policies,
    arms: ["a"],
    best: Float64Array.from({ length: CHECKPOINTS }, (_, at) => at + 1),
    cutoffs,
    phases: [],
  };
  const means = openRaceMeans(plan, 3);
  [0, 1, 2].forEach((first) => {
    const share = openRaceShare(experiment, cutoffs, { first, of: 3 });
    let turn = 0;
    while (!share.play(CHECKPOINTS, () => ++turn % 40 === 0)) {
      const progress = share.progress();
      if (progress !== undefined) means.add(first, progress);
    }
    means.add(first, share.progress()!);
    expect(means.reached).toBe(first === 2 ? CHECKPOINTS : 0);
    expect(share.results().length).toBe(first === 2 ? 2 : 4);
    const learned = share.learned(0);
    expect(learned === undefined).toBe(first > 0);
    if (learned !== undefined) expect(learned.arms[0].rates.length).toBeGreaterThan(10);
  });
  rows.forEach(({ reward }, policy) => {
    const { mean, high, low } = means.policies[policy].reward;
    expect(mean[CHECKPOINTS]).toBeCloseTo(reward.mean, 9);
    expect((high[CHECKPOINTS] - low[CHECKPOINTS]) / 2 / 1.96).toBeCloseTo(reward.standardError, 6);
    expect(means.policies[policy].regret.mean[CHECKPOINTS]).toBeCloseTo(CHECKPOINTS - reward.mean, 9);
  });
  expect(means.policies[1].cutoffs.every((cutoff) => cutoff === Infinity)).toBe(true);
});
