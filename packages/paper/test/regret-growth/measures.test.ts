import { expect, test } from "vitest";
import { exactly } from "../../src/claims/statistics.ts";
import {
  fitGrowth,
  growsLikeLogarithm,
  lastDecadeRatio,
  lastTwoDecades,
} from "../../src/regret-growth/measures.ts";

const times = Array.from({ length: 17 }, (_, i) => 10 ** (2 + i / 4));
const along = (f: (time: number) => number) => times.map(f);

test("each law of growth is found again, with nothing left over", () => {
  const logarithm = fitGrowth(
    times,
    along((time) => 5 + 3 * Math.log(time)),
  ).logarithm;
  expect(logarithm.start).toBeCloseTo(5, 9);
  expect(logarithm.slope).toBeCloseTo(3, 9);
  expect(logarithm.error).toBeCloseTo(0, 9);
  const root = fitGrowth(
    times,
    along((time) => 2 * Math.sqrt(time * Math.log(time))),
  ).root;
  expect(root.scale).toBeCloseTo(2, 9);
  expect(root.error).toBeCloseTo(0, 9);
  const power = fitGrowth(
    times,
    along((time) => 0.5 * time ** 0.7),
  ).power;
  expect(power.exponent).toBeCloseTo(0.7, 9);
  expect(power.error).toBeCloseTo(0, 9);
});

test("a decade adds as much as the last for a logarithm, √10 times for a root, ten times for a line", () => {
  expect(lastDecadeRatio(times, along(Math.log))).toBeCloseTo(1, 9);
  expect(lastDecadeRatio(times, along(Math.sqrt))).toBeCloseTo(Math.sqrt(10), 9);
  expect(
    lastDecadeRatio(
      times,
      along((time) => 0.3 * time),
    ),
  ).toBeCloseTo(10, 9);
  expect(
    lastDecadeRatio(
      times,
      along(() => 4),
    ),
  ).toBe(0);
});

test("only the logarithm passes for one", () => {
  const passes = (f: (time: number) => number) =>
    growsLikeLogarithm(
      exactly(lastDecadeRatio(times, along(f))),
      fitGrowth(lastTwoDecades(times, times), lastTwoDecades(times, along(f))),
    );
  expect(passes((time) => 20 * Math.log(time))).toBe(true);
  expect(passes((time) => Math.sqrt(time * Math.log(time)))).toBe(false);
  expect(passes((time) => time)).toBe(false);
  expect(passes((time) => time ** 0.3)).toBe(false);
});
