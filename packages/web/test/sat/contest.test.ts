import { makePolicy } from "@mulligan/core";
import { stream } from "@mulligan/core/random";
import { formulaOf, satisfies, walkSat } from "@mulligan/sat";
import { knownSet } from "@mulligan/sat/generate";
import { expect, test } from "vitest";
import { LiveContest } from "../../src/sat/contest.ts";
import { generated } from "../../src/sat/formula-source.ts";
import { fieldsFromAddress, readSetting, type SatSetting } from "../../src/sat/setting.ts";

function settingOf(text: string): SatSetting {
  const setting = readSetting(fieldsFromAddress(new URLSearchParams(text)));
  if ("problems" in setting) throw new Error(JSON.stringify(setting.problems));
  return setting;
}

async function played(text: string, turn: number) {
  const setting = settingOf(text);
  const source = generated(setting);
  const contest = new LiveContest(source, Array(setting.count).fill(true), setting);
  for (let until = turn; !contest.over; until += turn) await contest.advance(until, () => false);
  const standings = contest.contestants.map(({ solved, clock, flips, restarts, solvedAt }) => ({
    solved,
    clock,
    flips,
    restarts,
    solvedAt,
  }));
  return { contest, source, standings };
}

test("where it is interrupted makes no difference", async () => {
  const [whole, inPieces] = await Promise.all(
    [Infinity, 137].map((turn) => played("kind=uf100&count=12&seed=3", turn)),
  );
  expect(inPieces.standings).toEqual(whole.standings);
  expect(inPieces.contest.contestants.map(({ trace }) => trace.drawn())).toEqual(
    whole.contest.contestants.map(({ trace }) => trace.drawn()),
  );
});

test("every model satisfies its formula, and who is solved by anybody has one", async () => {
  const { contest, source } = await played("kind=planted&variables=60&count=10&seed=5", Infinity);
  expect(contest.models.size).toBe(10);
  for (const [place, model] of contest.models) {
    expect(satisfies(await source.formula(place), model)).toBe(true);
  }
});

test("without restarts a formula takes what one walk takes; Luby's cutoffs are multiples of its base", async () => {
  const { contest } = await played("kind=cbs100&count=8&seed=4&budget=1000", Infinity);
  const [, luby, never] = contest.contestants;
  const policy = makePolicy("luby", { arms: ["walk"], options: { base: 101 }, mode: "retry" });
  const taken = { luby: 0, never: 0 };
  const restart = Math.round((100 + 3 * 403) / 40);
  knownSet("cbs100", 8).forEach((formula, place) => {
    const walk = walkSat(formula, { heuristic: "rnovelty", noise: 0.5 });
    const begin = (attempt: number) => walk.restart(stream(4, "walk", place, attempt).uint32());
    begin(1);
    walk.run(403_000);
    taken.never += walk.flips;
    for (let attempt = 1; ; attempt++) {
      begin(attempt);
      const solved = walk.run(policy.decide({ attempt }).cutoff);
      taken.luby += walk.flips + (solved ? 0 : restart);
      if (solved) break;
    }
  });
  expect({ luby: luby.clock, never: never.clock }).toEqual(taken);
});

test("a formula that cannot be satisfied is given up by all at the budget, and the next one is walked", async () => {
  const hopeless = formulaOf(1, [[1], [-1]]);
  const easy = formulaOf(2, [[1], [2]]);
  const source = {
    names: ["a", "b"],
    trusted: true,
    formula: async (place: number) => [hopeless, easy][place],
  };
  const contest = new LiveContest(source, [true, true], settingOf("budget=100"));
  await contest.advance(Infinity, () => false);
  expect(contest.contestants.map(({ solved }) => solved)).toEqual([1, 1, 1]);
  for (const { clock } of contest.contestants) expect(clock).toBeLessThanOrEqual(200 + 2);
  const given = contest.takeChanges().filter(({ state }) => state === "given up");
  expect(given.map(({ formula, contestant }) => [formula, contestant])).toEqual([
    [0, 0],
    [0, 1],
    [0, 2],
  ]);
});
