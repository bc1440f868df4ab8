import { stream } from "@mulligan/core/random";
import { expect, test } from "vitest";
import { isThorough } from "../../../../test/thorough.ts";
import {
  entriesOf,
  flipsPerSolved,
  type Played,
  ratioInterval,
  seedInterval,
  solvedLines,
  TRIED_BASES,
} from "../../src/sat/spread.ts";
import { playSeeds, seedsFrom, settingOf } from "./play-seeds.ts";

interface Run {
  readonly name?: "learned" | "luby" | "never";
  readonly seed?: number;
  readonly base?: number;
  /** The clock at each formula that was solved. */
  readonly solvedAt: readonly number[];
  readonly clock: number;
  readonly over?: boolean;
}

function run({ name = "learned", seed = 1, base = 0.25, solvedAt, clock, over = true }: Run): Played {
  const ends = solvedAt.map((at, formula) => ({ formula, solved: true, flips: 1, clock: at }));
  return { contestant: { name, seed, base }, ends, clock, restarts: 0, over };
}

test("a line is the median of the seeds, within the most and the fewest, and ends with its last seed", () => {
  const seeds = [
    run({ solvedAt: [0, 10, 30], clock: 30 }),
    run({ solvedAt: [20], clock: 40 }),
    run({ solvedAt: [5, 6], clock: 50 }),
  ];
  const { places, rows } = solvedLines([seeds, []], 240);
  const at = (place: number) => rows[0].map((row) => row[places.indexOf(place)]);
  expect(at(0)).toEqual([0, 1, 0]);
  expect(at(10)).toEqual([2, 2, 0]);
  expect(at(30)).toEqual([2, 3, 1]);
  expect(at(50)).toEqual([2, 3, 1]);
  expect(at(51)).toEqual([null, null, null]);
  expect(rows[1][0].every((value) => value === null)).toBe(true);
});

test("a seed that is still played counts as far as it came, and half of the seeds make a line", () => {
  const seeds = [1, 2, 3].map((seed) => run({ seed, solvedAt: [10], clock: 20 * seed, over: false }));
  const { places, rows } = solvedLines([seeds], 240);
  const median = (place: number) => rows[0][0][places.indexOf(place)];
  expect([median(9), median(20), median(40), median(41)]).toEqual([0, 1, 1, null]);
});

test("the mean of 1, 2 and 3 is 2 ± 4.303/√3, and one value has no interval", () => {
  const { mean, low, high } = seedInterval([1, 2, 3]);
  expect(mean).toBe(2);
  expect(high - mean).toBeCloseTo(4.303 / Math.sqrt(3), 12);
  expect(mean - low).toBeCloseTo(4.303 / Math.sqrt(3), 12);
  expect(seedInterval([5])).toEqual({ mean: 5, low: Number.NaN, high: Number.NaN });
});

test("of 4,000 means of 10 normal values, 95% have the truth in their interval (false alarm 1 in 10,000)", () => {
  const random = stream(11, "normal");
  const normal = () =>
    Math.sqrt(-2 * Math.log(1 - random.uniform())) * Math.cos(2 * Math.PI * random.uniform());
  const draws = 4_000;
  let covered = 0;
  for (let i = 0; i < draws; i++) {
    const { low, high } = seedInterval(Array.from({ length: 10 }, normal));
    covered += Number(low <= 0 && 0 <= high);
  }
  expect(Math.abs(covered / draws - 0.95)).toBeLessThan(3.9 * Math.sqrt((0.95 * 0.05) / draws));
});

test("a ratio pairs the seeds: twice and four times as many flips are √8 times as many", () => {
  const one = [run({ seed: 1, solvedAt: [1], clock: 20 }), run({ seed: 2, solvedAt: [1], clock: 400 })];
  const other = [run({ seed: 2, solvedAt: [1], clock: 100 }), run({ seed: 1, solvedAt: [1], clock: 10 })];
  expect(ratioInterval(one, other)?.mean).toBeCloseTo(Math.sqrt(8), 12);
  expect(ratioInterval(one, [{ ...other[0], over: false }])).toBeUndefined();
  expect(ratioInterval(one, [run({ solvedAt: [], clock: 10 })])).toBeUndefined();
});

test("flips at formulas that were given up count for the others", () => {
  expect(flipsPerSolved(run({ solvedAt: [10, 20], clock: 100 }))).toBe(50);
  expect(flipsPerSolved(run({ solvedAt: [], clock: 100 }))).toBe(Infinity);
});

test("Luby's base is tuned when all bases were played, and is the one with the fewest flips", () => {
  const played = TRIED_BASES.map((base) =>
    run({ name: "luby", base, solvedAt: [1], clock: 100 + Math.abs(base - 1.5) }),
  );
  const { luby, tuned } = entriesOf(played, 0.25, played.length);
  expect(luby.map(({ contestant }) => contestant.base)).toEqual([0.25]);
  expect(tuned.map(({ contestant }) => contestant.base)).toEqual([1.5]);
  expect(entriesOf(played, 0.25, played.length + 1).tuned).toEqual([]);
  expect(entriesOf([...played.slice(1), { ...played[0], over: false }], 0.25, played.length).tuned).toEqual(
    [],
  );
});

test("a base of the reader's own can be the best, too", () => {
  const bases = [0.3, ...TRIED_BASES];
  const played = bases.map((base) =>
    run({ name: "luby", base, solvedAt: [1], clock: base === 0.3 ? 9 : 10 }),
  );
  expect(entriesOf(played, 0.3, bases.length).tuned[0].contestant.base).toBe(0.3);
});

async function compareOnDefault(seeds: readonly number[]) {
  const setting = settingOf("");
  const learned = await playSeeds(setting, "learned", seeds);
  return {
    luby: ratioInterval(learned, await playSeeds(setting, "luby", seeds))!,
    best: ratioInterval(await playSeeds(setting, "luby", seeds, 0.75), learned)!,
  };
}

/** The truth is the mean over 100 other seeds. Fewer than 7 of 10 intervals cover it in 1 of 1,000 such tests. */
test.runIf(isThorough)(
  "the intervals of the default cover the truth, those of the page and of ten times ten other seeds",
  async () => {
    const page = await compareOnDefault(seedsFrom(1, 10));
    const groups: (typeof page)[] = [];
    for (let first = 11; first <= 101; first += 10) groups.push(await compareOnDefault(seedsFrom(first, 10)));
    for (const name of ["luby", "best"] as const) {
      const truth = Math.exp(
        groups.reduce((sum, group) => sum + Math.log(group[name].mean), 0) / groups.length,
      );
      const covers = ({ [name]: { low, high } }: typeof page) => low <= truth && truth <= high;
      // Fewer flips than Luby's sequence, and more than its best base.
      expect(truth).toBeLessThan(0.95);
      expect(covers(page)).toBe(true);
      expect(groups.filter(covers).length).toBeGreaterThanOrEqual(7);
    }
  },
  600_000,
);
