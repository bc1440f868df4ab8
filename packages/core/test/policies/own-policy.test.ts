import { expect, expectTypeOf, test } from "vitest";
import { definePolicy, makePolicy, type PolicyDefinition, restorePolicy } from "../../src/policies/index.ts";

// Everything here comes from the index files: what somebody outside can have.

/** Twice the mean time of the completions so far, `start` before the first. */
const twiceTheMean = definePolicy({
  name: "twice-the-mean",
  citation: "This test",
  summary: "Cuts at some multiple of the mean time of what completed.",
  options: {
    start: { kind: "number", text: "the first cutoff", default: 1, above: 0 },
    mood: { kind: "choice", text: "how patient it is", values: ["calm", "hasty"], default: "calm" },
  },
  create(_setup, { start, mood }, saved) {
    expectTypeOf(start).toEqualTypeOf<number>();
    expectTypeOf(mood).toEqualTypeOf<"calm" | "hasty">();
    let { count, time } = (saved ?? { count: 0, time: 0 }) as { count: number; time: number };
    const multiple = mood === "calm" ? 2 : 1;
    return {
      decide: () => ({ arm: 0, cutoff: count === 0 ? start : (multiple * time) / count }),
      observe(_decision, outcome) {
        if (outcome.kind === "censored") return;
        count += 1;
        time += outcome.time;
      },
      save: () => ({ count, time }),
    };
  },
});

const request = { arms: ["a"], options: { start: 3 } };

test("a definition makes a policy as a name does, with its options checked", () => {
  const policy = makePolicy(twiceTheMean, request);
  expect(policy.decide()).toEqual({ arm: 0, cutoff: 3 });
  policy.observe({ arm: 0, cutoff: 3 }, { kind: "completed", time: 2, reward: 1 });
  expect(policy.decide()).toEqual({ arm: 0, cutoff: 4 });
  expect(() => makePolicy(twiceTheMean, { arms: ["a"], options: { start: 0 } })).toThrow(
    "twice-the-mean: start must exceed 0, got 0",
  );
  expect(() => makePolicy(twiceTheMean, { arms: ["a"], options: { stat: 1 } })).toThrow(
    'twice-the-mean: unknown option "stat"',
  );
});

test("for tasks its cutoff is the base of the schedule", () => {
  const policy = makePolicy(twiceTheMean, { ...request, schedule: "geometric" });
  expect([1, 2, 3].map((attempt) => policy.decide({ attempt }).cutoff)).toEqual([3, 6, 12]);
});

test("its snapshot is restored when the definition is given again, and refused with a clear word otherwise", () => {
  const policy = makePolicy(twiceTheMean, request);
  policy.observe(policy.decide(), { kind: "completed", time: 2, reward: 1 });
  const saved = JSON.parse(JSON.stringify(policy.snapshot()));
  expect(restorePolicy(saved, { definition: twiceTheMean }).decide()).toEqual({ arm: 0, cutoff: 4 });
  expect(() => restorePolicy(saved)).toThrow(
    'restorePolicy: the snapshot of "twice-the-mean" needs a definition, since the registry has no such policy',
  );
  const other = { ...twiceTheMean, name: "thrice-the-mean" };
  expect(() => restorePolicy(saved, { definition: other })).toThrow(
    'restorePolicy: the snapshot is of the policy "twice-the-mean", got the definition of "thrice-the-mean"',
  );
  const tasks = JSON.parse(
    JSON.stringify(makePolicy(twiceTheMean, { ...request, mode: "retry" }).snapshot()),
  );
  expect(restorePolicy(tasks, { definition: twiceTheMean }).decide()).toEqual({
    arm: 0,
    cutoff: 3,
    attempt: 1,
  });
  expect(() => restorePolicy(tasks)).toThrow("restorePolicy: the snapshot of");
});

test("a name of the registry cannot be taken, and what is no definition is refused", () => {
  expect(() => makePolicy({ ...twiceTheMean, name: "km-ts" }, request)).toThrow(
    'makePolicy: the name "km-ts" is taken by a policy of the registry; choose another',
  );
  for (const wrong of [undefined, {}, { name: "x" }, { ...twiceTheMean, name: "" }]) {
    expect(() => makePolicy(wrong as PolicyDefinition, request)).toThrow(
      "makePolicy: the policy must be a name or a definition with name, options and create, got",
    );
  }
});
