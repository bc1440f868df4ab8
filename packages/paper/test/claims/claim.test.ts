import { expect, test } from "vitest";
import {
  exceeds,
  judgedFor,
  leadsForGood,
  staysBelow,
  threeDigits,
  withInterval,
} from "../../src/claims/claim.ts";

const between = (low: number, high: number) => ({ estimate: (low + high) / 2, low, high });

test("−3.8 (−9.7 to 2.1) against 0 is open, whichever way it is asked", () => {
  const lead = { estimate: -3.8, low: -9.7, high: 2.1 };
  expect(exceeds(lead, 0)).toEqual({ verdict: "open" });
  expect(staysBelow(lead, 0)).toEqual({ verdict: "open" });
  expect(exceeds(between(1, 2), 0).verdict).toBe("holds");
  expect(staysBelow(between(1, 2), 0).verdict).toBe("does not hold");
});

test("a lead is for good only if it grows, and lost only if it shrinks further", () => {
  const [ahead, behind] = [between(10, 20), between(-20, -10)];
  expect(leadsForGood(ahead, ahead).verdict).toBe("holds");
  expect(leadsForGood(behind, behind).verdict).toBe("does not hold");
  expect(leadsForGood(ahead, behind).verdict).toBe("open");
  expect(leadsForGood(behind, ahead).verdict).toBe("open");
  expect(leadsForGood(between(-1, 1), ahead).verdict).toBe("open");
});

test("claims of one setting all say which", () => {
  const claim = {
    label: "a",
    statement: "b",
    quantity: "c",
    ...between(0, 1),
    verdict: "open",
    reason: "d",
  } as const;
  expect(judgedFor("τ = 7", claim, claim).map(({ judged }) => judged)).toEqual(["τ = 7", "τ = 7"]);
});

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
