import { analyse, groupRuns } from "@mulligan/core/analysis";
import { noResetting } from "@mulligan/core/problem";
import { analysisWords } from "mulligan/figures";
import { expect, test } from "vitest";
import { answerTo } from "../../src/analyze/answer.ts";

/** Two runs of each instance, and one more of the last six. */
const rowsOf = (instances: number) =>
  Array.from({ length: 2 * instances + 6 }, (_, run) => {
    const number = run < 2 * instances ? run % instances : run - instances - 6;
    return { arm: "all", instance: `i${number}`, time: run + 1, completed: true, reward: 1 };
  });

type Rows = ReturnType<typeof rowsOf>;

function answerOf(rows: Omit<Rows[number], "instance">[], by: "arm" | "instance", unit = "") {
  const steps: number[] = [];
  const warnings = ["Not sure (--cut says more)."];
  const given = { file: "x", rows, unit, warnings, resetting: "none" };
  const answer = answerTo(given, { by, seed: 1 }, noResetting, ({ done }) => steps.push(done));
  return { steps, answer };
}

test("the words are the command's, of options and inputs; six are drawn, without bands", () => {
  const rows = rowsOf(10);
  const { steps, answer } = answerOf(rows, "instance");
  const arms = [...groupRuns(rows, "instance")].map(([name, runs]) => analyse(name, runs, { seed: 1 }));
  // Advice about options is left out.
  expect(answer.words).toEqual(analysisWords("input", arms, "", ["Not sure."]));
  expect(steps).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(answer).toMatchObject({ runs: 26, groups: 10, drawn: 6, banded: false, notices: [] });
});

test("of very many inputs, the 200 with the most runs get a verdict, and the page says so", () => {
  const { answer } = answerOf(rowsOf(250), "instance");
  expect(answer.words.sentences).toHaveLength(200);
  expect(answer.notices[0]).toMatch(/^There are 250 inputs\. These are the 200 with the most runs/);
});

/** Every third run of `name` takes `factor` times as long. */
const runsOf = (name: string, factor: number, count = 90) =>
  Array.from({ length: count }, (_, i) => ({
    arm: name,
    time: (1_000 + i) * (i % 3 === 0 ? factor : 1),
    completed: true,
    reward: 1,
  }));

test("many options stand in the order of what they gain, with an overall verdict, in words, advice, figures and files", () => {
  const rows = [
    ...runsOf("even", 1),
    ...runsOf("few", 50, 9),
    ...runsOf("slow", 9),
    ...runsOf("slowest", 90),
  ];
  const { answer } = answerOf(rows, "arm", "ms");
  const order = ["slowest", "slow", "few", "even"];
  expect(answer.words.overall).toBe(
    "Restarting pays for 2 of the 4 options, most for slowest; for 1 it is unclear.",
  );
  expect(answer.words.sentences.map(({ name }) => name)).toEqual(order);
  expect(answer.curves.map(({ name }) => name)).toEqual(order);
  expect(answer.columns.table[0].cells).toEqual(order);
  expect(answer.advice.map(({ headline }) => headline)).toEqual([
    "Set your timeout to 1.09 s",
    "Set your timeout to 1.09 s",
    "Collect more runs first",
    "Let every run end",
  ]);
  expect(answer.advice.map(({ lines }) => lines.map(({ name }) => name))).toEqual([
    ["timeout", "mulligan run", "TypeScript", "fetch", "Python"],
    ["timeout", "mulligan run", "TypeScript", "fetch", "Python"],
    [],
    [],
  ]);
});

test("files to save have the unit of the page, by hand", () => {
  const { answer } = answerOf(runsOf("a", 50, 60), "arm", "ms");
  const column = (of: "rate" | "survival" | "table", name: string) => {
    const { cells } = answer.columns[of].find((column) => column.name === name)!;
    return Array.from(cells) as number[];
  };
  // The best cutoff is the longest of the short runs, 1,059 ms.
  expect(column("table", "best cutoff (s)")).toEqual([1.059]);
  const shares = column("survival", "share still running");
  // A third is still running after the last of the short ones.
  expect(shares[column("survival", "time (s)").indexOf(1.059)]).toBeCloseTo(1 / 3, 9);
  const best = column("rate", "cutoff (s)").indexOf(1.059);
  expect(column("rate", "done per second")[best]).toBeCloseTo(column("table", "rate per second")[0], 9);
});

test("two long names that are alike after shortening keep a number", () => {
  const name = (end: string) => `solve --with a very ${end} long list of options`;
  const { answer } = answerOf([...runsOf(name("very"), 9), ...runsOf(name("extremely"), 9)], "arm");
  const names = JSON.stringify(answer.figures.rate).match(/"arm":"[^"]*"/g);
  expect([...new Set(names)]).toEqual(['"arm":"solve --w… options (1)"', '"arm":"solve --w… options (2)"']);
});

test("times without a unit need one before there are lines to copy", () => {
  const { answer } = answerOf(runsOf("a", 50), "arm");
  expect(answer.advice[0]).toMatchObject({
    headline: "Set your timeout to 1,090",
    lines: [],
    needsUnit: true,
  });
});

test("where more runs would not help, the advice says what would", () => {
  const headline = (time: (i: number) => number) => {
    const rows = Array.from({ length: 90 }, (_, i) => ({
      arm: "a",
      time: time(i),
      completed: true,
      reward: 1,
    }));
    return answerOf(rows, "arm", "ms").answer.advice[0].headline;
  };
  // Slow for a third of the log, and a fifth of the runs in no time by the clock.
  expect(headline((i) => (i % 30 < 10 ? 50 : 5) + (i % 7))).toBe("Measure under equal load first");
  expect(headline((i) => ((i * i * 31) % 97) % 5)).toBe("Measure finer times first");
});
