import { describe, expect, test } from "vitest";
import { exponential } from "../../src/distributions/exponential.ts";
import { rewardOne } from "../../src/distributions/joint-law.ts";
import { knownArm } from "../../src/theory/known-arm.ts";
import { goldenSection, polish } from "../../src/theory/maximise.ts";

describe("finding a maximum", () => {
  /** x·e^(−x): its maximum 1/e at 1, where values alone tell x to about 10⁻⁸. */
  const hump = (x: number) => x * Math.exp(-x);

  test("golden section finds it to √ε, the derivative's root to 10⁻¹⁰", () => {
    const rough = goldenSection(hump, 0.2, 4);
    expect(rough.at).toBeCloseTo(1, 6);
    expect(rough.value).toBeCloseTo(1 / Math.E, 14);
    const fine = polish(hump, { at: 1.003, value: hump(1.003) }, 0.01);
    // The five-point difference is off by step⁴·h⁽⁵⁾/(30·h″) = 10⁻⁸·4/30.
    expect(fine.at).toBeCloseTo(1, 8);
  });

  test("a maximum at an end, and a peak that polish cannot improve, are kept", () => {
    expect(goldenSection((x) => x, 0, 1).at).toBeCloseTo(1, 9);
    const kink = (x: number) => -Math.abs(x - 1);
    const far = { at: 3, value: kink(3) };
    expect(polish(kink, far, 0.01)).toBe(far);
  });
});

test("an arm is named for its law and has no resetting time unless told otherwise", () => {
  const arm = knownArm(rewardOne(exponential(2)));
  expect(arm.name).toBe(arm.law.name);
  expect(arm.resetting.mean(3)).toBe(0);
  expect(knownArm(arm.law, { name: "east" }).name).toBe("east");
});
