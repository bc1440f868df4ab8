import { makePolicy } from "@mulligan/core";
import { stream } from "@mulligan/core/random";
import { type Assignment, formulaOf, satisfies, walkSat } from "@mulligan/sat";
import { knownSet } from "@mulligan/sat/generate";
import { expect, test } from "vitest";
import { LiveContestant } from "../../src/sat/contestant.ts";
import { generated } from "../../src/sat/formula-source.ts";
import type { SeededContestant } from "../../src/sat/messages.ts";
import { settingOf } from "./play-seeds.ts";

/** A contestant that has gone through all formulas of a setting, interrupted after every `turn` flips. */
async function played(text: string, name: SeededContestant["name"], turn = Infinity) {
  const setting = settingOf(text);
  const source = generated(setting);
  const { base, seed, count } = setting;
  const ends: { readonly formula: number; readonly flips: number; readonly model: Assignment | undefined }[] =
    [];
  const live = new LiveContestant({ name, base, seed }, setting, source, Array(count).fill(true), {
    ended: (formula, flips, model) => ends.push({ formula, flips, model }),
  });
  for (let until = turn; !live.over; until += turn) await live.walkOn(until);
  return { live, ends, source };
}

test.each(["learned", "luby", "never"] as const)(
  "where %s is interrupted makes no difference",
  async (name) => {
    const [whole, inPieces] = await Promise.all(
      [Infinity, 137].map((turn) => played("kind=uf100&count=12&seed=3", name, turn)),
    );
    expect(inPieces.ends).toEqual(whole.ends);
    expect(inPieces.live.clock).toBe(whole.live.clock);
    expect(inPieces.live.trace.drawn()).toEqual(whole.live.trace.drawn());
  },
);

test("every model satisfies its formula, and the flips at all formulas add up to the clock", async () => {
  const { live, ends, source } = await played("kind=planted&variables=60&count=10&seed=5", "learned");
  expect(ends).toHaveLength(10);
  for (const { formula, model } of ends) expect(satisfies(await source.formula(formula), model!)).toBe(true);
  expect(ends.reduce((sum, { flips }) => sum + flips, 0)).toBe(live.clock);
});

test("without restarts a formula takes what one walk takes; Luby's cutoffs are multiples of its base", async () => {
  const text = "kind=cbs100&count=8&seed=4&budget=1000";
  const [luby, never] = await Promise.all([played(text, "luby"), played(text, "never")]);
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
  expect({ luby: luby.live.clock, never: never.live.clock }).toEqual(taken);
});

test.each(["learned", "luby", "never"] as const)(
  "%s gives a formula without a solution up at the budget, leaves an unreadable one out, and goes on",
  async (name) => {
    const formulas = [formulaOf(1, [[1], [-1]]), undefined, formulaOf(2, [[1], [2]])];
    const source = {
      names: ["a", "b", "c"],
      trusted: true,
      formula: async (place: number) => formulas[place]!,
    };
    const ends: [number, boolean][] = [];
    const live = new LiveContestant(
      { name, base: 0.25, seed: 1 },
      settingOf("budget=100"),
      source,
      [true, false, true],
      { ended: (formula, _, model) => ends.push([formula, model !== undefined]) },
    );
    await live.walkOn(Infinity);
    expect(ends).toEqual([
      [0, false],
      [2, true],
    ]);
    expect(live.clock).toBeLessThanOrEqual(200 + 2);
  },
);
