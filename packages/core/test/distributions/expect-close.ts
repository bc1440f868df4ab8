import { expect } from "vitest";

/** |actual − expected| ≤ tolerance·|expected|; infinities must agree, and 0 must be 0. */
export function expectClose(actual: number, expected: number, tolerance = 1e-10, what = ""): void {
  if (expected === 0 || !Number.isFinite(expected)) {
    expect(actual, what).toBe(expected);
    return;
  }
  const error = Math.abs(actual / expected - 1);
  expect(error <= tolerance, `${what} got ${actual}, expected ${expected}, relative error ${error}`).toBe(
    true,
  );
}
