import { expect, test } from "vitest";
import { threeDigits, withInterval } from "../../../src/reproduce/claims/three-digits.ts";

test.each([
  [0, "0"],
  [0.0047301, "0.00473"],
  [-1.2e-16, "-1.2·10⁻¹⁶"],
  [98.0101, "98"],
  [123.4, "123"],
  [31_622.8, "31,600"],
  [1e6, "1,000,000"],
  [45_312_345, "4.5·10⁷"],
  [1e8, "10⁸"],
  [Infinity, "∞"],
])("%d is written %s", (value, text) => expect(threeDigits(value)).toBe(text));

test("an interval is written only where there is one", () => {
  expect(withInterval({ estimate: 1, low: 1, high: 1 })).toBe("1");
  expect(withInterval({ estimate: 1, low: 0.5, high: 2 })).toBe("1 (0.5 to 2)");
});
