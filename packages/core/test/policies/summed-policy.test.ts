import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { makePolicy } from "../../src/policies/make-policy.ts";
import { type SummedRequest, summable, summedPolicy } from "../../src/policies/summed-policy.ts";
import { measuredResetting } from "../../src/problem/arm.ts";
import type { Decision, Outcome } from "../../src/problem/outcome.ts";
import { Tally } from "../../src/statistics/tally.ts";

const ARMS = ["east", "west"];
const LIST = [1, 2, 4, 8, 16, 32];
const measured = ARMS.map((name) => ({ name, resetting: measuredResetting }));

interface Case {
  readonly name: string;
  readonly request: SummedRequest;
  /** Whether its state is that of the serial policy to the last bit; else it is computed in another way, and rounded. */
  readonly exact: boolean;
}

const cases: readonly Case[] = [
  { name: "km-ts", request: { arms: measured, schedule: "luby", cutoffs: LIST }, exact: true },
  { name: "km-ts", request: { arms: ARMS, cutoffs: LIST }, exact: true },
  { name: "km-ucb", request: { arms: ARMS, schedule: "constant", cutoffs: LIST }, exact: true },
  { name: "km-ucb", request: { arms: measured, cutoffs: [...LIST, Infinity] }, exact: true },
  { name: "ucb-rb", request: { arms: ARMS, cutoffs: LIST, options: { init: 1 } }, exact: false },
  {
    name: "ucb-rb",
    request: { arms: measured, schedule: "luby", cutoffs: LIST, options: { init: 1, sharing: "off" } },
    exact: false,
  },
  { name: "ucb-rc", request: { arms: ARMS, cutoffs: "1..32", horizon: 1_000 }, exact: false },
  { name: "bts", request: { arms: measured, cutoffs: LIST }, exact: false },
  { name: "fixed", request: { arms: ARMS, options: { cutoff: 3 } }, exact: true },
  { name: "luby", request: { arms: ARMS, schedule: "luby" }, exact: true },
];

interface Seen {
  readonly decision: Decision;
  readonly outcome: Outcome;
}

/** Trials at cutoffs of the list, on ticks of 1/1024. */
const trial: fc.Arbitrary<Seen> = fc
  .record({
    arm: fc.nat({ max: 1 }),
    cutoff: fc.constantFrom(...LIST),
    attempt: fc.integer({ min: 1, max: 4 }),
    share: fc.integer({ min: 1, max: 1024 }),
    reward: fc.constantFrom(0, 0.25, 1),
    completed: fc.boolean(),
  })
  .map(({ arm, cutoff, attempt, share, reward, completed }) => ({
    decision: { arm, cutoff, attempt },
    outcome: completed
      ? { kind: "completed", time: (cutoff * share) / 1024, reward }
      : { kind: "censored", time: cutoff, resetting: share / 1024 },
  }));

const groups = fc.array(fc.tuple(trial, fc.nat({ max: 2 })), { minLength: 1, maxLength: 60 });

describe.each(cases)("$name $request", ({ name, request, exact }) => {
  const { schedule, ...rest } = request;
  const serial = () =>
    schedule === undefined ? makePolicy(name, rest) : makePolicy(name, { ...rest, schedule });

  test("merged in any order and any groups, the tally and the policy are those of the serial tally", () => {
    fc.assert(
      fc.property(groups, (trials) => {
        const summed = summedPolicy(name, request);
        const whole = new Tally();
        const parts = [new Tally(), new Tally(), new Tally()];
        for (const [{ decision, outcome }] of trials) whole.add(summed.increments(decision, outcome));
        for (const [{ decision, outcome }, part] of [...trials].reverse()) {
          parts[part].add(JSON.parse(JSON.stringify(summed.increments(decision, outcome))));
        }
        const merged = Tally.load(parts[2].save());
        for (const part of [parts[0], parts[1]]) merged.merge(part);
        expect(merged.save()).toEqual(whole.save());
        expect(summed.from(merged).snapshot().state).toEqual(summed.from(whole).snapshot().state);
      }),
      { numRuns: 40 },
    );
  });

  test("what it has learned is what the policy has that saw the trials itself, one after the other", () => {
    fc.assert(
      fc.property(groups, (trials) => {
        const summed = summedPolicy(name, request);
        const tally = new Tally();
        const policy = serial();
        for (const [{ decision, outcome }] of trials) {
          tally.add(summed.increments(decision, outcome));
          policy.observe(decision, summed.onTicks(outcome));
        }
        const merged = summed.from(tally);
        const [own, other] = [merged.snapshot().state, policy.snapshot().state];
        const [mine, theirs] = [learnedIn(own), learnedIn(other)];
        expect(mine.length).toBe(theirs.length);
        theirs.forEach((value, place) => {
          if (exact) expect(mine[place]).toBe(value);
          else expect(Math.abs(mine[place] - value)).toBeLessThanOrEqual(1e-9 * (1 + Math.abs(value)));
        });
      }),
      { numRuns: 40 },
    );
  });
});

/**
 * All numbers of a state in their order, without what is a matter of the decisions that were made, of which a replay makes none
 * (`turn`, `started`), or of the order of the trials (`draws`, `tests`, `spans`), and without how much resets vary, which
 * nobody reads where cells are kept.
 */
const UNSUMMED = ["turn", "started", "climbed", "spent", "draws", "tests", "spans"];

function learnedIn(state: unknown): number[] {
  if (typeof state === "number") return [state];
  if (state === null || typeof state !== "object") return [];
  return Object.entries(state).flatMap(([name, value]) => {
    if (UNSUMMED.includes(name)) return [];
    if (name === "resetting" && Array.isArray(value)) {
      return value.slice(0, 2).map((number) => Math.round(number * 1e9) / 1e9);
    }
    return learnedIn(value);
  });
}

test("with the same random numbers the same is decided, trial after trial", () => {
  const request = { arms: ARMS, cutoffs: LIST, seed: 7 };
  const summed = summedPolicy("km-ucb", { ...request, schedule: "luby" });
  const policy = makePolicy("km-ucb", { ...request, schedule: "luby" });
  const tally = new Tally();
  for (let i = 0; i < 300; i++) {
    const attempt = 1 + (i % 3);
    const decision = summed.from(tally).decide({ attempt });
    expect(decision).toEqual(policy.decide({ attempt }));
    const time = 1 + ((i * 37) % 41) / (decision.arm === 0 ? 1 : 2);
    const outcome = summed.onTicks(
      time <= decision.cutoff
        ? { kind: "completed", time, reward: 1 }
        : { kind: "censored", time: decision.cutoff },
    );
    tally.add(summed.increments(decision, outcome));
    policy.observe(decision, outcome);
  }
});

test("automatic cutoffs: the cells are those of the serial policy, with an octave beyond the longest trial", () => {
  fc.assert(
    fc.property(groups, (trials) => {
      const request = { arms: ARMS };
      const summed = summedPolicy("km-ts", { ...request, schedule: "luby" });
      const [policy, tally] = [makePolicy("km-ts", { ...request, schedule: "luby" }), new Tally()];
      for (const [{ decision, outcome }] of trials) {
        tally.add(summed.increments(decision, outcome));
        policy.observe(decision, outcome);
      }
      const [mine, theirs] = [summed.from(tally), policy].map(
        (one) => (one.snapshot().state as { learned: { arms: { rows: number[] }[] } }).learned.arms,
      );
      mine.forEach(({ rows }, arm) => {
        const other = theirs[arm].rows;
        const common = Math.min(rows.length, other.length);
        expect(rows.slice(0, common)).toEqual(other.slice(0, common));
        expect([...rows.slice(common), ...other.slice(common)].every((value) => value === 0)).toBe(true);
      });
    }),
    { numRuns: 40 },
  );
});

interface FreshState {
  readonly learned: {
    readonly arms: readonly { rows: number[]; completions: number; resetting: number[] }[];
  };
  readonly search: { readonly rungs: number[][]; readonly reaches: number[][]; readonly turn: number };
}

describe("automatic cutoffs for tasks that are not tried again", () => {
  const request = { arms: measured };

  test("the fine cells, the rungs and the longest completion are those of the serial policy", () => {
    fc.assert(
      fc.property(groups, (trials) => {
        const summed = summedPolicy("km-ts", request);
        const [policy, tally] = [makePolicy("km-ts", request), new Tally()];
        for (const [{ decision, outcome }] of trials) {
          tally.add(summed.increments(decision, outcome));
          policy.observe(decision, summed.onTicks(outcome));
        }
        const [mine, theirs] = [summed.from(tally), policy].map((one) => one.snapshot().state as FreshState);
        expect(mine.learned.arms.map(({ rows, completions }) => ({ rows, completions }))).toEqual(
          theirs.learned.arms.map(({ rows, completions }) => ({ rows, completions })),
        );
        expect(mine.search.rungs).toEqual(theirs.search.rungs);
        expect(mine.search.reaches.map(([longest]) => longest)).toEqual(
          theirs.search.reaches.map(([longest]) => longest),
        );
      }),
      { numRuns: 40 },
    );
  });

  test("merged in any order it is the same, and it looks closely at the peak", () => {
    const summed = summedPolicy("km-ts", { arms: ["a"] });
    const [forward, backward] = [new Tally(), new Tally()];
    const outcomes = Array.from({ length: 200 }, (_, i) =>
      i % 2 === 0
        ? { kind: "completed" as const, time: 5 + (i % 7) / 8, reward: 1 }
        : { kind: "censored" as const, time: 64 },
    );
    for (const outcome of outcomes) forward.add(summed.increments({ arm: 0, cutoff: 64 }, outcome));
    for (const outcome of outcomes.toReversed())
      backward.add(summed.increments({ arm: 0, cutoff: 64 }, outcome));
    expect(backward.save()).toEqual(forward.save());
    const policy = summed.from(forward);
    const { learned } = policy.snapshot().state as { learned: { arms: { focus: number[] }[] } };
    expect(learned.arms[0].focus).toHaveLength(1);
    const cutoffs = Array.from({ length: 51 }, () => policy.decide().cutoff).sort((x, y) => x - y);
    expect(cutoffs[25]).toBeGreaterThan(5.75);
    expect(cutoffs[25]).toBeLessThan(6.25);
    expect(summed.from(forward).snapshot().state).toEqual(summed.from(backward).snapshot().state);
  });
});

test("what does not add up is refused with the reason", () => {
  const arms = ["a"];
  const refused = (name: string, request: SummedRequest) => () => summedPolicy(name, request);
  expect(refused("hidden-types", { arms, schedule: "luby" })).toThrow(
    /order of the trials; use one of km-ts/,
  );
  expect(refused("ucb-rm", { arms, cutoffs: LIST })).toThrow(/do not add up/);
  expect(refused("km-ts", { arms, schedule: "luby", options: { halfLife: 9 } })).toThrow(/halfLife/);
  expect(refused("ucb-rc", { arms, cutoffs: "1..2" })).toThrow(/without a horizon/);
  expect(refused("nobody", { arms })).toThrow(/unknown policy/);
  expect(summable()).toEqual([
    "km-ts",
    "km-ucb",
    "ucb-rb",
    "ucb-rc",
    "bts",
    "static",
    "fixed",
    "never",
    "luby",
    "geometric",
  ]);
});
