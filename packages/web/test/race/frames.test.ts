import { expect, test } from "vitest";
import { openSmoothing } from "../../src/race/frames.ts";

test("a value told every 50 ms is half-way after 25, and never past what was told", () => {
  const smooth = openSmoothing();
  smooth(10, 1_000);
  smooth(20, 1_050);
  smooth(30, 1_100);
  expect(smooth(30, 1_125)).toBe(25);
  expect(smooth(30, 1_150)).toBe(30);
  expect(smooth(30, 9_000)).toBe(30);
});

test("a new race begins where it begins: nothing glides back", () => {
  const smooth = openSmoothing();
  smooth(300, 1_000);
  expect(smooth(0, 1_050)).toBe(0);
});
