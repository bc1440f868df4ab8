import { expect, test } from "vitest";
import type { LoggedRun } from "../../src/analysis/sample.ts";
import { judgeTimeout } from "../../src/analysis/timeout.ts";
import { noResetting } from "../../src/problem/index.ts";
import { runsOf } from "./runs-of.ts";

/** Cut at `limit`, by a clock that is up to 1% late. */
function cutAt(limit: number, rows: readonly LoggedRun[]): LoggedRun[] {
  return rows.map((row, i) =>
    row.time <= limit ? row : { ...row, time: limit * (1 + (i % 10) / 1_000), completed: false, reward: 0 },
  );
}

/** If one in a hundred is called better by chance, two or more of 12 are in 0.6% of seeds. */
test("a shorter timeout is hardly ever said to be better where none is: exponential, uniform and narrow laws", () => {
  for (const [law, limit] of [
    ["exponential(mean=1)", 1],
    ["uniform(low=0,high=1)", 0.7],
    ["lognormal(median=1,sigma=0.5)", 1.5],
  ] as const) {
    const verdicts = Array.from(
      { length: 12 },
      (_, seed) => judgeTimeout(cutAt(limit, runsOf(law, 100, seed)), noResetting, 1)!,
    );
    expect(verdicts.filter(({ shorter }) => shorter === "yes").length).toBeLessThan(2);
    // And mostly it is said so.
    expect(verdicts.filter(({ shorter }) => shorter === "no").length).toBeGreaterThan(8);
  }
});

test("a gap that nobody should wait through is found", () => {
  const law = "mixture(0.6*uniform(low=0.1,high=0.2),0.4*exponential(mean=9))";
  for (let seed = 0; seed < 7; seed++) {
    const verdict = judgeTimeout(cutAt(3, runsOf(law, 100, seed)), noResetting, 1)!;
    expect(verdict.shorter).toBe("yes");
    expect(verdict.bestCutoff).toBeLessThan(0.3);
  }
});

test("what a restart costs is charged to the timeout too", () => {
  // By hand: half at 1, half cut at 10, where a cut costs 2: ½/(½·1 + ½·12).
  const rows = [...runsOf("constant(value=1)", 50, 1), ...cutAt(10, runsOf("constant(value=11)", 50, 1))];
  const costly = { ...noResetting, mean: () => 2 };
  const { at, rate, common } = judgeTimeout(rows, costly, 1)!;
  expect({ at, common }).toEqual({ at: 10, common: true });
  expect(rate).toBeCloseTo(0.5 / 6.5, 12);
});
