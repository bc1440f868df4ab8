import { expect, test } from "vitest";
import { expectBundled } from "../../../../test/bundled.ts";
import { makePolicy, restorePolicy } from "../../src/policies/make-policy.ts";
import { newPolicy, resumePolicy } from "../../src/policies/new-policy.ts";
import { kmTs } from "../../src/policies/product-limit/km-ts.ts";
import { parsePolicy, policies, policyNamed } from "../../src/policies/registry.ts";
import { hiddenTypes } from "../../src/policies/types/hidden-types.ts";

test("the default comes first, and each policy has a citation, a summary and texts for its options", () => {
  expect(policies[0].name).toBe("km-ts");
  for (const { citation, summary, options } of policies) {
    expect(citation.length).toBeGreaterThan(10);
    expect(summary).toMatch(/\.$/);
    for (const field of Object.values(options)) expect(field.text.length).toBeGreaterThan(5);
  }
});

test("an unknown policy is refused with the names there are", () => {
  expect(() => policyNamed("ucb")).toThrow(
    'unknown policy "ucb": expected one of km-ts, hidden-types, km-ucb, ucb-rb, ucb-rm',
  );
  expect(() => policyNamed("kmts")).toThrow('beyond-longest; did you mean "km-ts"?');
  expect(() => makePolicy("", { arms: ["a"] })).toThrow('unknown policy ""');
  expect(() => makePolicy("constructor", { arms: ["a"] })).toThrow('unknown policy "constructor"');
});

test("the notation of --policy gives name and options", () => {
  expect(parsePolicy("km-ts")).toEqual({ name: "km-ts", options: {} });
  expect(parsePolicy("ucb-rb:alpha=2.5, variant=paper")).toEqual({
    name: "ucb-rb",
    options: { alpha: 2.5, variant: "paper" },
  });
  expect(parsePolicy("fixed:cutoff=inf")).toEqual({ name: "fixed", options: { cutoff: Infinity } });
});

test.each([
  ["ucb-rb:alpha", 'ucb-rb: expected option=value, got "alpha"'],
  ["ucb-rb:alpha=2", "ucb-rb: alpha must exceed 2, got 2"],
  ["ucb-rb:alpha=x", 'ucb-rb: alpha must be a number, got "x"'],
  ["ucb-rb:alpha=", 'ucb-rb: alpha must be a number, got ""'],
  ["ucb-rb:alpha=3,alpha=4", "ucb-rb: alpha may be given once, got it twice"],
  ["ucb-rb:beta=0", "ucb-rb: beta must exceed 0, got 0"],
  ["ucb-rb:beta=1", "ucb-rb: beta must be below 1, got 1"],
  ["ucb-rb:factor=0.5", "ucb-rb: factor must be at least 1, got 0.5"],
  ["ucb-rb:init=1.5", "ucb-rb: init must be an integer, got 1.5"],
  ["ucb-rb:gamma=3", 'unknown option "gamma": expected one of alpha, factor, beta, variant, init, sharing'],
  ["ucb-rb:alpa=3", 'sharing; did you mean "alpha"?'],
  ["ucb-rb:variant=papr", 'got "papr"; did you mean "paper"?'],
  ["ucb-rb:variant=printed", 'variant must be one of corrected, paper, got "printed"'],
  ["quantile:p=1.5", "quantile: p must be at most 1, got 1.5"],
  ["static:alpha=1", 'static: unknown option "alpha": expected none'],
  ["km-ts:strength=0", "km-ts: strength must exceed 0, got 0"],
  ["km-ts:tolerance=1", "km-ts: tolerance must be below 1, got 1"],
  ["km-ts:halfLife=-5", "km-ts: halfLife must exceed 0, got -5"],
  ["hidden-types:halfLife=0", "hidden-types: halfLife must exceed 0, got 0"],
  ["nope:x=1", 'unknown policy "nope"'],
])("parsePolicy refuses %s", (text, message) => {
  expect(() => parsePolicy(text)).toThrow(message);
});

test.each<[() => unknown, string]>([
  [() => makePolicy("km-ts", { arms: [] }), "arms: at least one must be given, got none"],
  [() => makePolicy("km-ts", { arms: ["a", "a"] }), 'got "a" twice'],
  [() => makePolicy("km-ts", { arms: ["a"], cutoffs: [] }), "the list must hold at least one cutoff"],
  [
    () => makePolicy("km-ts", { arms: ["a"], cutoffs: [2, 1] }),
    "each must exceed the one before, got 1 after 2",
  ],
  [() => makePolicy("km-ts", { arms: ["a"], cutoffs: "2..1" }), "0 < low < high < ∞ must hold, got 2..1"],
  [
    () => makePolicy("km-ts", { arms: ["a"], firstCutoff: 0 }),
    "firstCutoff must be a finite number above 0, got 0",
  ],
  [
    () => makePolicy("km-ts", { arms: ["a"], minCutoff: Infinity }),
    "minCutoff must be a finite number above 0, got Infinity",
  ],
  [
    () => makePolicy("km-ts", { arms: ["a"], horizon: -1 }),
    "horizon must be a finite number above 0, got -1",
  ],
  [() => makePolicy("km-ts", { arms: ["a"], horizon: Number.NaN }), "got NaN"],
  [() => makePolicy("km-ts", { arms: ["a"], seed: Number.NaN }), "seed must be a finite number, got NaN"],
  [() => makePolicy("ucb-rb", { arms: ["a"] }), "ucb-rb: auto cutoffs need a horizon"],
  [
    () => makePolicy("ucb-rb", { arms: ["a"], cutoffs: [1], options: { beta: 0.1, factor: 1.2 } }),
    "ucb-rb: either factor or beta must be given, got both",
  ],
  [() => makePolicy("static", { arms: ["a"] }), "static: the true laws must be given"],
  [() => makePolicy("ucb-rc", { arms: ["a"] }), "ucb-rc: cutoffs must be an interval"],
  [
    () => makePolicy("km-ts", { arms: ["a"], schedule: "slow" as "luby" }),
    'schedule: must be luby, geometric or constant, got "slow"',
  ],
  [() => restorePolicy(undefined as never), "version must be 1, got undefined"],
  [() => makePolicy("fixed", { arms: ["a"] }), "fixed: cutoff must be given"],
  [
    () => makePolicy("fixed", { arms: ["a"], options: { cutoff: 1, arm: 3 } }),
    "fixed: arm must be an integer from 0 to 0, got 3",
  ],
  [
    () => makePolicy("km-ts", { arms: ["a"], mode: "again" as "retry" }),
    'mode must be abandon or retry, got "again"',
  ],
  [
    () => makePolicy("km-ts", { arms: ["a"], mode: "abandon", schedule: "luby" }),
    "schedule needs the mode retry, got luby and abandon",
  ],
])("bad requests are refused: %#", (make, message) => {
  expect(make).toThrow(message);
});

test("what was said of the first and the shortest cutoff is in the snapshot, and is given back to the policy", () => {
  const given = { arms: ["a"], firstCutoff: 30, minCutoff: 7 };
  const snapshot = JSON.parse(JSON.stringify(makePolicy("km-ts", { ...given, mode: "retry" }).snapshot()));
  expect(restorePolicy(snapshot).snapshot()).toMatchObject({ firstCutoff: 30, minCutoff: 7 });
});

test("a policy by its definition is the same as by its name, also from a snapshot of the other; another's is refused", () => {
  const request = { arms: ["a"], seed: 3 };
  const [named, own] = [makePolicy("km-ts", request), newPolicy(kmTs, request)];
  for (const policy of [named, own]) {
    for (let time = 1; time < 20; time++)
      policy.observe(policy.decide(), { kind: "completed", time, reward: 1 });
  }
  const again = resumePolicy(kmTs, JSON.parse(JSON.stringify(named.snapshot())));
  expect([own.decide(), again.decide()]).toEqual(Array(2).fill(named.decide()));
  expect(() => resumePolicy(hiddenTypes, own.snapshot())).toThrow(
    'the snapshot is of the policy "km-ts", got the definition of "hidden-types"',
  );
});

test("a bundle with one policy has not the others: km-ts at most 10 kB", () =>
  expectBundled("kmTs", new URL("../../dist/policies/index.js", import.meta.url), 10_000));
