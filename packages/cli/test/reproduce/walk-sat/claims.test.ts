import { exponential } from "@mulligan/core/distributions";
import { stream } from "@mulligan/core/random";
import { describe, expect, test } from "vitest";
import { LINES } from "../../../src/reproduce/walk-sat/contestants.ts";
import { satRaceClaims } from "../../../src/reproduce/walk-sat/race-claims.ts";
import { solvingCurve } from "../../../src/reproduce/walk-sat/solving-curve.ts";
import type { SatMeasurements } from "../../../src/reproduce/walk-sat/study.ts";
import { satTimesClaims } from "../../../src/reproduce/walk-sat/times-claims.ts";

const horizons = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((i) => i * 1e5);
const best = 1e-3;

/** Ten runs that solve at a rate from the first flip on, a little more or less each. */
function steady(share: number): number[][] {
  return Array.from({ length: 10 }, (_, run) =>
    horizons.map((horizon) => Math.round(best * share * horizon) + (run % 3)),
  );
}

/** Shares of the best rate for the lines that matter; the measured curve has its best rate at 1/1,000. */
function measured(shares: Record<string, number>): SatMeasurements {
  const lines = {
    [LINES.rb]: 0.98,
    [LINES.rbThousands]: 0.7,
    [LINES.rm]: 0.9,
    [LINES.km]: 0.99,
    "Luby, base 10": 0.3,
    "Luby, base 200": 0.9,
    ...shares,
  };
  const solved = Object.fromEntries(Object.entries(lines).map(([line, share]) => [line, steady(share)]));
  const times = Float64Array.of(1000, 1000, 1000, 1000);
  return {
    label: "fig:uf100",
    set: "uf100-430",
    times,
    attempts: 2,
    maxFlips: 1e4,
    curve: solvingCurve(times, 2, [10, 1000, 1e4]),
    bestCutoff: { estimate: 1000, low: 900, high: 1100 },
    horizons,
    solved: { iid: solved, abandon: solved, retry: solved },
    tunedBase: 200,
    unit: 100,
  };
}

function verdict(shares: Record<string, number>, words: string): string {
  const claim = satRaceClaims(measured(shares)).find(({ statement }) => statement.includes(words))!;
  return claim.condition === undefined ? claim.verdict : `${claim.verdict} ${claim.condition}`;
}

describe("the claims about policies follow from the numbers (fig:uf100, fig:cbs-k3)", () => {
  test("UCB-RB learns: in hundreds only, in both, in none", () => {
    expect(verdict({}, "learns the optimal")).toBe(
      "holds if the cutoffs hold the best one: in units of 100 flips, not of 1,000",
    );
    expect(verdict({ [LINES.rbThousands]: 0.97 }, "learns the optimal")).toBe("holds");
    expect(verdict({ [LINES.rb]: 0.8 }, "learns the optimal")).toBe("does not hold");
  });

  test("UCB-RB against Luby: all bases beaten, some, none", () => {
    expect(verdict({}, "at large τ, even with a well-chosen base (iid)")).toBe("holds");
    expect(verdict({ [LINES.rb]: 0.5 }, "well-chosen base (iid)")).toBe("holds if Luby's base is one of 10");
    expect(verdict({ [LINES.rb]: 0.1 }, "well-chosen base (iid)")).toBe("does not hold");
  });

  test("the gap grows linearly, or only to a bad base, or not at all", () => {
    expect(verdict({}, "grows linearly")).toBe("holds");
    expect(verdict({ [LINES.rb]: 0.85 }, "grows linearly")).toBe("holds if the base is one of 10");
    expect(verdict({ [LINES.rb]: 0.2 }, "grows linearly")).toBe("does not hold");
  });

  test("Luby is hit-or-miss unless its bases are equally good", () => {
    expect(verdict({}, "hit-or-miss")).toBe("holds");
    expect(verdict({ "Luby, base 10": 0.9 }, "hit-or-miss")).toBe("does not hold");
  });

  test("UCB-RM and km-ts can win and lose", () => {
    expect(verdict({}, "more efficient than UCB-RM")).toBe("holds");
    expect(verdict({ [LINES.rm]: 0.99 }, "more efficient than UCB-RM")).toBe("does not hold");
    expect(verdict({}, "as UCB-RB with the paper's cutoffs")).toBe("holds");
    expect(verdict({ [LINES.km]: 0.9 }, "as UCB-RB with the paper's cutoffs")).toBe("does not hold");
    expect(verdict({ [LINES.km]: 0.8 }, "as Luby with its best base")).toBe("does not hold");
  });
});

describe("the claims about solving times follow from the times", () => {
  const claimsOn = (times: Float64Array, attempts: number) => {
    const curve = solvingCurve(times, attempts, [10, 100, 1000, 1e4]);
    return satTimesClaims({ ...measured({}), times, attempts, curve }).map(({ verdict }) => verdict);
  };
  const formulas = 200;

  test("formulas that differ are not iid, and a tail that never ends is heavy", () => {
    const times = Float64Array.from({ length: formulas * 10 }, (_, i) =>
      i % 20 < 10 ? 100 : i % 2 === 0 ? 90 : Infinity,
    );
    expect(claimsOn(times, 10)).toEqual(["holds", "holds", "holds if"]);
  });

  test("equal formulas with times all alike: no restarts, no tail, no difference", () => {
    const times = Float64Array.from({ length: formulas * 10 }, (_, i) => 5000 + 400 * ((i * 7) % 10));
    const [restarts, tail, iid] = claimsOn(times, 10);
    expect(restarts).not.toBe("holds");
    expect(tail).toBe("does not hold");
    expect(iid).toBe("holds");
  });

  test("exponential times: some cutoff looks best, and gains nothing on other formulas", () => {
    const random = stream(3, "exponential times");
    const times = Float64Array.from({ length: formulas * 10 }, () => exponential(500).sample(random));
    expect(claimsOn(times, 10)[0]).not.toBe("holds");
  });
});
