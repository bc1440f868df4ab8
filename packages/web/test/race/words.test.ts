import { policies } from "@mulligan/core/policies";
import type { Row } from "@mulligan/core/simulate";
import { expect, test } from "vitest";
import type { RacePlan } from "../../src/race/messages.ts";
import { optionWords } from "../../src/race/option-words.ts";
import { RACE_PRESETS } from "../../src/race/presets.tsx";
import { RACE_DEFAULTS } from "../../src/race/race-fields.ts";
import { openRaceMeans } from "../../src/race/race-means.ts";
import { armLabel, policyLabels, settingSentence } from "../../src/race/race-words.ts";
import { raceSentence } from "../../src/race/standings.tsx";

const PLAN: RacePlan = {
  horizon: 100,
  runs: 5,
  policies: ["km-ts", "never:arm=1"],
  arms: ["steady", "pareto(scale=1,shape=1.2)"],
  best: new Float64Array(300).fill(70),
  cutoffs: Float64Array.of(1, 2),
  phases: [
    { from: 0, rates: [], optimal: { arm: 0, cutoff: Infinity, rate: 0.25 } },
    { from: 50, rates: [], optimal: { arm: 1, cutoff: 3.301, rate: 0.5 } },
  ],
};
const row = (efficiency: number) =>
  ({ reward: { mean: 100 * efficiency }, efficiency: { mean: efficiency } }) as Row;

test("policies have plain names; two that differ in their options show them at the ends of their lines", () => {
  const labels = policyLabels(["km-ts", "km-ts:halfLife=300", "never:arm=1"], ["steady", "lucky"]);
  expect(labels).toEqual([
    { name: "Mulligan (km-ts)", short: "Mulligan" },
    { name: "Mulligan (km-ts, halfLife=300)", short: "halfLife=300" },
    { name: "Wait for ever (lucky)", short: "Wait" },
  ]);
});

test("every option of every policy has words of the page's own, and none is of the command line or the paper", () => {
  for (const { name, options } of policies) {
    for (const [option, field] of Object.entries(options)) {
      const { label, hint } = optionWords(name, option, field);
      expect(label, `${name}:${option}`).toMatch(/^[A-Z]/);
      expect(hint).toMatch(/^[A-Z].*\.$/);
      expect(`${label} ${hint}`).not.toMatch(/\b(arm|trial|law|log|lem|assn|docs)\b|--/);
    }
  }
});

test("an arm has the name that was given, or its number", () => {
  expect(["steady", "pareto(scale=1,shape=1.2)"].map(armLabel)).toEqual(["steady", "option 2"]);
});

test("the setting in one sentence says what races, how long, and on which run times", () => {
  expect(settingSentence(RACE_DEFAULTS)).toBe(
    "Mulligan (km-ts), Luby's sequence and Wait for ever race for 1,000 units of time, 20 times. Run times: pareto(scale=1, shape=1.2).",
  );
  expect(settingSentence({ ...RACE_PRESETS[4].fields, policies: ["luby"], runs: "1", horizon: "x" })).toBe(
    "Luby's sequence plays for x units of time, once. Run times: pareto(scale=1, shape=1.2), until they change at time 10,000.",
  );
});

test("before the race the best decision is named in words; after it more than 100.0% is called chance", () => {
  const means = openRaceMeans(PLAN, 1);
  expect(raceSentence(means, undefined)).toBe(
    "It is best to play steady and to wait for every run, which earns 0.250 per unit of time; after the change to play option 2 and to cut at 3.30, which earns 0.500 per unit of time.",
  );
  expect(raceSentence(means, [row(0.5), row(1.0011)])).toBe(
    "Wait for ever (option 2) earned most, 100.1% of the best (above 100% is chance); Mulligan (km-ts) earned least, 50.0% of the best.",
  );
  expect(raceSentence(means, [row(1.0004), row(0.5)])).toContain("earned most, 100.0% of the best; ");
});
