import { expect, test } from "vitest";
import { openGliding } from "../src/race/frames.ts";

test("a value told every 50 ms is half-way after 25, and never past what was told", () => {
  const gliding = openGliding();
  gliding.at(10, 1_000);
  gliding.at(20, 1_050);
  gliding.at(30, 1_100);
  expect(gliding.at(30, 1_125)).toBe(25);
  expect(gliding.at(30, 1_150)).toBe(30);
  expect(gliding.at(30, 9_000)).toBe(30);
});

test("a new race begins where it begins: nothing glides back", () => {
  const gliding = openGliding();
  gliding.at(300, 1_000);
  expect(gliding.at(0, 1_050)).toBe(0);
});
