import { expect, test } from "vitest";
import { judgedFor } from "../../../src/reproduce/claims/claim.ts";
import { exceeds, leadsForGood, staysBelow } from "../../../src/reproduce/claims/judge.ts";

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
