import { formulaOf, satisfies, type WalkSat, xoshiro } from "@mulligan/sat";
import { plantedFormula, uniformFormula } from "@mulligan/sat/generate";
import { expect, test } from "vitest";
import { type FinishedWalk, HeuristicRace } from "../../src/sat/race.ts";

const ARMS = [
  { heuristic: "rnovelty", noise: 0.6 },
  { heuristic: "novelty+", noise: 0.6 },
  { heuristic: "probsat" },
] as const;
const walkOn = (walk: WalkSat, until: number) => walk.run(until);
const flipsOf = (walks: readonly FinishedWalk[]) => walks.reduce((sum, { flips }) => sum + flips, 0);
const contradiction = formulaOf(1, [[1], [-1]]);

test("a race finds a model, one walk an arm, and its walks' flips are all that were made", () => {
  const { formula } = plantedFormula({ variables: 1_000, clauses: 4_200 }, xoshiro(1));
  const race = new HeuristicRace(formula, ARMS, [1, 1, 1], 1);
  expect(race.run(10_000_000, walkOn)).toBe("solved");
  race.end("cut");
  const walks = race.takeEnded();
  expect(satisfies(formula, race.winner!.model!)).toBe(true);
  expect(walks.filter(({ ending }) => ending === "solved")).toHaveLength(1);
  expect(new Set(walks.map(({ arm }) => arm)).size).toBe(walks.length);
  expect(flipsOf(walks)).toBe(race.flips);
  expect(race.takeEnded()).toEqual([]);
});

test("it goes on where it was: many short turns make the same walks as a long one", () => {
  const formula = uniformFormula({ variables: 2_000, clauses: 8_300 }, xoshiro(3));
  const race = () => new HeuristicRace(formula, ARMS, [1, 1, 1], 7);
  const [whole, parts] = [race(), race()];
  const ending = whole.run(20_000_000, walkOn);
  while (parts.run(50_000, walkOn) === "left" && parts.flips < whole.flips);
  for (const one of [whole, parts]) one.end("cut");
  expect(ending).toBe("solved");
  expect(parts.takeEnded()).toEqual(whole.takeEnded());
});

test("shares are as given, within a round", () => {
  const race = new HeuristicRace(
    uniformFormula({ variables: 5_000, clauses: 22_500 }, xoshiro(1)),
    ARMS,
    [1, 0, 8],
    1,
  );
  expect(race.run(100_000, walkOn)).toBe("left");
  race.end("stopped");
  const [first, second] = race.takeEnded();
  expect([first.arm, second.arm, first.ending]).toEqual([2, 0, "stopped"]);
  expect(first.flips / second.flips).toBeGreaterThan(8 - 0.01);
  expect(first.flips / second.flips).toBeLessThan(8 * 1.5);
});

test("what falls far behind is dropped: the noveltys at 10,000 variables and 4.2 clauses each, not probsat", () => {
  const formula = uniformFormula({ variables: 10_000, clauses: 42_000 }, xoshiro(1));
  const race = new HeuristicRace(formula, ARMS, [1, 1, 8], 1);
  race.run(20_000_000, walkOn);
  const dropped = race.takeEnded().filter(({ ending }) => ending === "cut");
  expect(dropped.map(({ arm }) => arm).sort()).toEqual([0, 1]);
  expect(flipsOf(dropped)).toBeLessThan(0.25 * race.flips);
});

test("a race without end begins anew with all heuristics, again and again", () => {
  const race = new HeuristicRace(contradiction, ARMS, [1, 1, 1], 1);
  expect(race.run(200_000, walkOn)).toBe("left");
  race.end("stopped");
  const walks = race.takeEnded();
  for (const arm of [0, 1, 2]) expect(walks.filter((walk) => walk.arm === arm).length).toBeGreaterThan(3);
  expect(flipsOf(walks)).toBe(race.flips);
  expect(new Set(walks.map(({ seed }) => seed)).size).toBe(walks.length);
});

test("where a walk may not go on, the race is stopped, and a model that came too late is no model", () => {
  const stopped = new HeuristicRace(contradiction, ARMS, [1, 1, 1], 1);
  expect(stopped.run(1_000, (walk) => walk.run(0))).toBe("stopped");
  const late = new HeuristicRace(formulaOf(1, [[1]]), ARMS, [1, 1, 1], 1);
  expect(late.run(1_000, walkOn)).toBe("solved");
  late.end("stopped");
  expect(late.takeEnded().map(({ ending }) => ending)).toEqual(["stopped"]);
});
