import { expect, test } from "vitest";
import { CellArms } from "../../../src/policies/product-limit/cell-arms.ts";
import {
  ChargedDraw,
  largestRate,
  longestNearRate,
} from "../../../src/policies/product-limit/charged-draw.ts";
import { noResetting } from "../../../src/problem/arm.ts";
import { listCutoffs } from "../../../src/problem/cutoffs.ts";
import { stream } from "../../../src/random/stream.ts";

/** Of so many decisions, how many had a draw of their own; after each one `after` is called. */
function freshDraws(draws: ChargedDraw, trials: number, decisions: number, after = () => {}): number {
  const arms = [{ name: "a", resetting: noResetting }];
  const setup = { arms, cutoffs: listCutoffs([1, 50]), random: stream(3, "unused") };
  const learned = new CellArms("test", setup);
  // Completes at 1 once in two trials, else never: rates 0.5 and 0.0196, E[U] = 1 and 25.5.
  for (let n = 0; n < trials; n++) {
    learned.observe(
      0,
      n % 2 === 0 ? { kind: "completed", time: 1, reward: 1 } : { kind: "censored", time: 50 },
    );
  }
  let asked = 0;
  const draw = {
    arms: 1,
    evidence: (arm: number) => learned.evidence(arm),
    floor() {
      asked += 1;
      return 0;
    },
    allowed: () => 2,
    unit: 1,
    tolerance: 0.005,
  };
  for (let n = 0; n < decisions; n++) {
    draws.spend(draws.decide(draw), 1);
    after();
  }
  return asked;
}

const drawsOf = (saved?: unknown) => new ChargedDraw("test", stream(4, "draws"), 2, saved);

test("a draw is held for the time of the longest of late, here 50, but for at most 30 trials", () => {
  expect(freshDraws(drawsOf({ recent: [50], elapsed: 1e6 }), 2_000, 300)).toBe(10);
  expect(freshDraws(drawsOf({ recent: [20], elapsed: 1e6 }), 2_000, 300)).toBe(15);
});

test("every trial has a draw of its own at first, and where few trials have reached the cutoff", () => {
  expect(freshDraws(drawsOf(), 2_000, 20)).toBe(20);
  expect(freshDraws(drawsOf({ recent: [50], elapsed: 1e6 }), 40, 20)).toBe(20);
});

test("a draw that is dropped is not used again", () => {
  const draws = drawsOf({ recent: [50], elapsed: 1e6 });
  expect(freshDraws(draws, 2_000, 20, () => draws.drop())).toBe(20);
});

const curve = (reward: number[], usage: number[]) => ({
  reward: Float64Array.from(reward),
  usage: Float64Array.from(usage),
});

/** Rates 0.2, 0.5, 0.499, 0.25. */
const peaked = curve([0.1, 0.5, 0.998, 1], [0.5, 1, 2, 4]);

test("the largest rate, of all cutoffs or of those from a place on", () => {
  expect(largestRate(peaked)).toBe(0.5);
  expect(largestRate(peaked, 2)).toBe(0.499);
});

test("the longest cutoff with a rate near the best is taken, and never one before the place to begin at", () => {
  expect(longestNearRate(peaked, 0.5)).toBe(1);
  expect(longestNearRate(peaked, 0.5 * 0.995)).toBe(2);
  expect(longestNearRate(peaked, 0.6)).toBe(0);
  expect(longestNearRate(peaked, 0.6, 2)).toBe(2);
  const nothing = curve([0, 0, 0], [1, 2, 3]);
  expect(longestNearRate(nothing, largestRate(nothing))).toBe(2);
});
