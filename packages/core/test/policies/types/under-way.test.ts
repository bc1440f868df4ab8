import { expect, test } from "vitest";
import type { Policy } from "../../../src/policies/definition/policy.ts";
import { makePolicy } from "../../../src/policies/make-policy.ts";
import { TypeModel } from "../../../src/policies/types/type-model.ts";
import { autoCutoffs } from "../../../src/problem/cutoffs.ts";
import { stream } from "../../../src/random/stream.ts";
import { standardNormal } from "../../../src/random/ziggurat.ts";
import { playInParallel } from "../../../src/simulate/tasks.ts";

const make = () =>
  makePolicy("hidden-types", {
    arms: ["solver"],
    cutoffs: autoCutoffs(2),
    firstCutoff: 10_000,
    mode: "retry",
  });

/** How often `reconsider` looks at the model, for 300 tasks with so many trials under way that are asked for at once. */
function looksToReconsider(jobs: number): number {
  const { outlived } = TypeModel.prototype;
  const policy = make();
  let [looks, counts] = [0, false];
  // A spy of vitest would keep the arguments of millions of calls.
  TypeModel.prototype.outlived = function (...place) {
    if (counts) looks += 1;
    return outlived.apply(this, place);
  };
  const reconsider: Policy["reconsider"] = (decision, elapsed) => {
    counts = true;
    const cutoff = policy.reconsider!(decision, elapsed);
    counts = false;
    return cutoff;
  };
  try {
    playInParallel({
      tasks: 300,
      jobs,
      policy: { ...policy, reconsider },
      draw(task, attempt) {
        const slower = task % 10 === 3 ? 30 : 1;
        return { time: 50 * slower * Math.exp(standardNormal(stream(1, "draw", task, attempt))), reward: 1 };
      },
    });
  } finally {
    TypeModel.prototype.outlived = outlived;
  }
  return looks;
}

test("to reconsider ten times as many trials under way is no more work", () => {
  const few = looksToReconsider(25);
  expect(few).toBeGreaterThan(10_000);
  expect(looksToReconsider(250)).toBeLessThan(few);
});

test("`reconsider` moves no cutoff while `revision` stays the same", () => {
  const policy = make();
  const underWay = Array.from({ length: 20 }, (_, task) => policy.decide({ attempt: 1, task }));
  const answers = () => underWay.map((decision) => policy.reconsider!(decision, 100));
  let [revision, moved] = [policy.revision!(), 0];
  let before = answers();
  for (let task = 20; task < 120; task++) {
    policy.observe(policy.decide({ attempt: 1, task }), {
      kind: "completed",
      time: 20 + (task % 7),
      reward: 1,
    });
    const after = answers();
    if (policy.revision!() === revision) expect(after).toEqual(before);
    else if (String(after) !== String(before)) moved += 1;
    [revision, before] = [policy.revision!(), after];
  }
  expect(moved).toBeGreaterThan(0);
});
