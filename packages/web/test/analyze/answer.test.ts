import { analyse, groupRuns } from "@mulligan/core/analysis";
import { noResetting } from "@mulligan/core/problem";
import { analysisWords } from "mulligan/figures";
import { expect, test } from "vitest";
import { answerTo } from "../../src/analyze/answer.ts";

const options = { columns: {}, by: "instance", unit: "", resetting: "none", seed: 1 } as const;

/** Two runs of each instance, and one more of the last six. */
const rowsOf = (instances: number) =>
  Array.from({ length: 2 * instances + 6 }, (_, run) => {
    const number = run < 2 * instances ? run % instances : run - instances - 6;
    return { arm: "all", instance: `i${number}`, time: run + 1, completed: true, reward: 1 };
  });

function answerOf(instances: number) {
  const steps: number[] = [];
  const rows = rowsOf(instances);
  const given = { file: "x", kind: "table", rows, unit: "", notices: ["one"] } as const;
  const answer = answerTo(given, options, noResetting, ({ done }) => steps.push(done));
  return { rows, steps, answer };
}

test("the words are the command's; the six with the most runs are drawn, without bands", () => {
  const { rows, steps, answer } = answerOf(10);
  const arms = [...groupRuns(rows, "instance")].map(([name, runs]) => analyse(name, runs, { seed: 1 }));
  expect(answer.words).toEqual(analysisWords("instance", arms, ""));
  expect(steps).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(answer).toMatchObject({ runs: 26, groups: 10, drawn: 6, banded: false, notices: ["one"] });
  const drawn = JSON.stringify(answer.figures.survival);
  expect([3, 4, 9].map((number) => drawn.includes(`"i${number}"`))).toEqual([false, true, true]);
});

test("of more instances than anybody reads, the 200 with the most runs get a verdict, and it is said", () => {
  const { answer } = answerOf(250);
  expect(answer.words.sentences).toHaveLength(200);
  expect(answer.words.sentences.at(-1)?.text).toMatch(/^i249: /);
  expect(answer.notices[1]).toMatch(/^There are 250 instances\. These are the 200 with the most runs/);
});
