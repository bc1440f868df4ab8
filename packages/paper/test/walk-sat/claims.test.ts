import { describe, expect, test } from "vitest";
import { satTimesClaims } from "../../src/walk-sat/chapter.ts";
import { longRaceClaims, noisierClaim, satRaceClaims } from "../../src/walk-sat/claims.ts";
import { CONTESTANT_LABELS } from "../../src/walk-sat/race.ts";
import type { SatMeasurements } from "../../src/walk-sat/study.ts";
import { solvingCurve } from "../../src/walk-sat/times.ts";

const horizons = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((i) => i * 1e5);
const best = 1e-3;

/** Ten runs that solve at a rate from the first flip on, a little more or less each. */
function steady(share: number): number[][] {
  return Array.from({ length: 10 }, (_, run) =>
    horizons.map((horizon) => Math.round(best * share * horizon) + (run % 3)),
  );
}

const longHorizons = [1e6, 3e6, 1e7, 3e7, 1e8];

/** Shares of the best rate, the same at every horizon or one for each. */
type Shares = Readonly<Record<string, number | readonly number[]>>;

/** Four runs; a share of each horizon's halves, of each its own. */
function longLines(lines: Shares): Record<string, (readonly (readonly [number, number])[])[]> {
  const runs = (share: number, horizon: number) =>
    [0, 1, 2, 0].map((more) => {
      const whole = Math.round(best * share * horizon) + more;
      return [whole - Math.round((best * share * horizon) / 2), whole] as const;
    });
  return Object.fromEntries(
    Object.entries(lines).map(([line, share]) => [
      line,
      longHorizons.map((horizon, i) => runs(typeof share === "number" ? share : share[i], horizon)),
    ]),
  );
}

/** Shares of the best rate for the lines that matter; the measured curve has its best rate at 1/1,000. */
function measured(shares: Shares): SatMeasurements {
  const lines = {
    [CONTESTANT_LABELS.rb]: 0.98,
    [CONTESTANT_LABELS.rbThousands]: 0.7,
    [CONTESTANT_LABELS.rm]: 0.9,
    [CONTESTANT_LABELS.km]: 0.99,
    "Luby, base 10": 0.3,
    "Luby, base 200": 0.9,
    ...shares,
  };
  const solved = Object.fromEntries(
    Object.entries(lines).map(([line, share]) => [
      line,
      steady(typeof share === "number" ? share : share[0]),
    ]),
  );
  const times = Float64Array.of(1000, 1000, 1000, 1000);
  const long = {
    horizons: longHorizons,
    solved: { iid: longLines(lines), abandon: longLines(lines), retry: longLines(lines) },
  };
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
    long,
    noisier: {
      noise: 0.7,
      bestCutoff: 600,
      bestRate: best,
      tunedBase: 200,
      lubyShare: 0.9,
      listShare: 0.98,
      tail: 0.01,
      unfinished: 0,
      race: { horizons: longHorizons, solved: { iid: longLines(lines) } },
    },
    unit: 100,
  };
}

function verdict(shares: Shares, words: string): string {
  const given = measured(shares);
  const claim = [...longRaceClaims(given), noisierClaim(given), ...satRaceClaims(given)].find(
    ({ statement }) => statement.includes(words),
  )!;
  return claim.condition === undefined ? claim.verdict : `${claim.verdict} ${claim.condition}`;
}

const { rb, rbThousands, rm, km } = CONTESTANT_LABELS;
const learns = "learns the optimal";
const wellChosen = "UCB-RB solves more of uf100-430 than Luby at large τ, even with a well-chosen base";
const fromTenMillion = "holds if τ is at least 10⁷ flips";
/** Learned late, from 10⁷ flips on. */
const late = [0.89, 0.93, 0.97, 0.98, 0.99];
/** Behind Luby's best base at first, then ahead for good. */
const behind = { [rb]: [0.8, 0.85, 0.91, 0.95, 0.98] };

test.each<[Shares, words: string, verdict: string]>([
  [{}, learns, "holds if the cutoffs hold the best one: in units of 100 flips, not of 1,000"],
  [{ [rbThousands]: 0.97 }, learns, "holds"],
  [{ [rb]: 0.8 }, learns, "does not hold"],
  [{ [rb]: late, [rbThousands]: 0.97 }, learns, fromTenMillion],
  [
    { [rb]: late, [rbThousands]: [0.8, 0.8, 0.9, 0.96, 0.97] },
    learns,
    `${fromTenMillion}, and at least 3·10⁷ flips with the cutoffs in thousands of flips`,
  ],
  [{ [rb]: [0.5, 0.6, 0.7, 0.8, 0.9] }, learns, "open"],
  [behind, `${wellChosen} (iid)`, fromTenMillion],
  [behind, `well-chosen base (retry)`, fromTenMillion],
  [behind, "grows linearly", fromTenMillion],
  [behind, "At noise 0.7", fromTenMillion],
  [{ [rb]: 0.5 }, "At noise 0.7", "does not hold"],
  [{}, `${wellChosen} (iid)`, "holds"],
  [{ [rb]: 0.5 }, "well-chosen base (iid)", "holds if Luby's base is one of 10"],
  [{ [rb]: 0.1 }, "well-chosen base (iid)", "does not hold"],
  [{}, "grows linearly", "holds"],
  [{ [rb]: 0.85 }, "grows linearly", "holds if the base is one of 10"],
  [{ [rb]: 0.2 }, "grows linearly", "does not hold"],
  [{}, "hit-or-miss", "holds"],
  [{ "Luby, base 10": 0.9 }, "hit-or-miss", "does not hold"],
  [{}, "more efficient than UCB-RM", "holds"],
  [{ [rm]: 0.99 }, "more efficient than UCB-RM", "does not hold"],
  [{}, "as UCB-RB with the paper's cutoffs", "holds"],
  [{ [km]: 0.9 }, "as UCB-RB with the paper's cutoffs", "does not hold"],
  [{ [km]: 0.8 }, "as Luby with its best base", "does not hold"],
])(
  "claims about policies follow from the numbers (fig:uf100, fig:cbs-k3): with %j, of “%s”: %s",
  (shares, words, expected) => {
    expect(verdict(shares, words)).toBe(expected);
  },
);

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
    // Those that end all take about 100: without the others there is no tail.
    expect(claimsOn(times, 10)).toEqual(["holds", "holds", "does not hold", "holds if"]);
  });

  test("equal formulas with times all alike: no restarts, no tail, no difference", () => {
    const times = Float64Array.from({ length: formulas * 10 }, (_, i) => 5000 + 400 * ((i * 7) % 10));
    const [restarts, tail, ofFinite, iid] = claimsOn(times, 10);
    expect(restarts).not.toBe("holds");
    expect([tail, ofFinite]).toEqual(["does not hold", "does not hold"]);
    expect(iid).toBe("holds");
  });
});
