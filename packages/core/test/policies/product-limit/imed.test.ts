import { expect, test } from "vitest";
import { shift } from "../../../src/distributions/affine.ts";
import { exponential } from "../../../src/distributions/exponential.ts";
import { mixture } from "../../../src/distributions/mixture.ts";
import { makePolicy } from "../../../src/policies/make-policy.ts";
import { stream } from "../../../src/random/stream.ts";
import { describePolicy } from "../policy-conformance.ts";

describePolicy("imed", { request: { cutoffs: "0.4,1,inf" }, chooses: true });

const twoSpeeds = mixture([
  { weight: 0.5, law: shift(0.2, exponential(0.3)) },
  { weight: 0.5, law: exponential(20) },
]);

interface Trial {
  readonly cutoff: number;
  readonly time: number;
  readonly reward: number;
}

const edges = [0.25, 0.5, 1, 2, 4];

/** Points (weight, time, reward) of the product-limit law up to a cell, and the survivors' share. */
function lawUpTo(trials: readonly Trial[], last: number) {
  const points: { weight: number; time: number; reward: number }[] = [];
  let survival = 1;
  for (let cell = 0; cell <= last; cell++) {
    const below = edges[cell - 1] ?? 0;
    const atRisk = trials.filter(({ cutoff, time }) => cutoff >= edges[cell] && time > below);
    const done = atRisk.filter(({ time }) => time <= edges[cell]);
    if (done.length === 0) continue;
    const mass = (survival * done.length) / atRisk.length;
    const time = done.reduce((sum, trial) => sum + trial.time, 0) / done.length;
    const mean = done.reduce((sum, { reward }) => sum + reward, 0) / done.length;
    points.push({ weight: mass * mean, time, reward: 1 }, { weight: mass * (1 - mean), time, reward: 0 });
    survival -= mass;
  }
  points.push({ weight: Math.max(0, survival), time: edges[last], reward: 0 });
  return points;
}

/** n·D + log n for every arm and cutoff, D by trisection: no derivative and no bound in sight. */
function indexes(arms: readonly (readonly Trial[])[]): { arm: number; cutoff: number; index: number }[] {
  const laws = arms.flatMap((trials, arm) =>
    edges.map((cutoff, cell) => ({
      arm,
      cutoff,
      count: trials.filter((trial) => trial.cutoff >= cutoff).length,
      points: lawUpTo(trials, cell),
    })),
  );
  const sum = (points: (typeof laws)[number]["points"], of: (time: number, reward: number) => number) =>
    points.reduce(
      (total, { weight, time, reward }) => total + (weight > 0 ? weight * of(time, reward) : 0),
      0,
    );
  const rates = laws.map(({ points }) => sum(points, (_, reward) => reward) / sum(points, (time) => time));
  const best = Math.max(...rates);
  return laws.map(({ arm, cutoff, count, points }) => {
    const at = (lambda: number) =>
      sum(points, (time, reward) => Math.log(1 - lambda * (reward - best * time)));
    let [low, high] = [0, 1];
    for (let step = 0; step < 100; step++) {
      const [left, right] = [low + (high - low) / 3, high - (high - low) / 3];
      if (at(left) < at(right)) low = left;
      else high = right;
    }
    return { arm, cutoff, index: count === 0 ? -Infinity : count * Math.max(0, at(low)) + Math.log(count) };
  });
}

test("what is played has the least index of all actions, each optimised by itself", () => {
  const random = stream(1, "imed index");
  const policy = makePolicy("imed", { arms: ["a", "b"], cutoffs: edges });
  const trials: Trial[][] = [[], []];
  for (let trial = 0; trial < 200; trial++) {
    const decision = policy.decide();
    const all = indexes(trials);
    const least = Math.min(...all.map(({ index }) => index));
    const played = all.find(({ arm, cutoff }) => arm === decision.arm && cutoff === decision.cutoff);
    if (least === -Infinity) expect(played?.index).toBe(-Infinity);
    else expect(played!.index - least).toBeLessThan(1e-9);
    const time = twoSpeeds.sample(random);
    const reward = random.uniform() < 0.5 + 0.2 * decision.arm ? 1 : 0;
    const { cutoff } = decision;
    policy.observe(
      decision,
      time <= cutoff ? { kind: "completed", time, reward } : { kind: "censored", time: cutoff },
    );
    trials[decision.arm].push({ cutoff, time, reward });
  }
});
