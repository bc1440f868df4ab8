import { makePolicy, restorePolicy } from "@mulligan/core";
import { type Law, mixture, uniform } from "@mulligan/core/distributions";
import type { Row } from "@mulligan/core/simulate";
import { describe, expect, test } from "vitest";

import { load } from "./load.ts";

describe("a researcher's own", () => {
  const efficiencies = (rows: readonly Row[]) =>
    Object.fromEntries(
      rows.map(({ policy, horizon, efficiency }) => [`${policy} ${horizon}`, efficiency.mean]),
    );

  test("law: a histogram is a mixture of uniform laws, and its best cutoff is that of a sum by hand", async () => {
    const { requests, compare } = await load("own-law");
    const law: Law = requests;
    const same = mixture([
      { weight: 0.6, law: uniform(10, 20) },
      { weight: 0.25, law: uniform(20, 40) },
      { weight: 0.05, law: uniform(40, 500) },
      { weight: 0.1, law: uniform(500, 3_000) },
    ]);
    for (const time of [5, 10, 15, 20, 33, 40, 100, 1_000, 3_000, 5_000]) {
      expect(law.cdf(time)).toBeCloseTo(same.cdf(time), 12);
      expect(law.meanMin(time)).toBeCloseTo(same.meanMin(time), 9);
      for (const power of [-1, 0, 0.5, 2]) {
        expect(law.partialMoment(power, time) / (same.partialMoment(power, time) || 1)).toBeCloseTo(
          time > 10 ? 1 : 0,
          9,
        );
      }
    }
    for (const p of [0, 0.3, 0.6, 0.84, 0.9, 0.99, 1])
      expect(law.quantile(p)).toBeCloseTo(same.quantile(p), 9);
    const { best, rows } = compare({ runs: 3 });
    // P(X ≤ 40) = 0.85, E[min(X, 40)] = 0.6·15 + 0.25·30 + 0.15·40
    expect(best.cutoff).toBeCloseTo(40, 6);
    expect(best.rate).toBeCloseTo(0.85 / 22.5, 12);
    const found = efficiencies(rows);
    expect(found["km-ts 100000"]).toBeGreaterThan(found["quantile 100000"]);
    expect(found["quantile 100000"]).toBeGreaterThan(found["never 100000"]);
  });

  test("policy: it plays beside ours, and goes on from its snapshot", async () => {
    const { greedy, compare } = await load("own-policy");
    const found = efficiencies(compare({ runs: 3 }));
    expect(Object.keys(found)).toEqual(
      ["greedy", "greedy, 2%", "ucb-rb", "km-ts"].flatMap((name) => [`${name} 1000`, `${name} 10000`]),
    );
    expect(found["km-ts 10000"]).toBeGreaterThan(found["greedy 10000"]);
    expect(found["greedy 10000"]).toBeGreaterThan(0.5);
    const policy = makePolicy(greedy, { arms: ["a", "b"], cutoffs: [1, 2, 4], seed: 1 });
    const play = (learner: typeof policy) => {
      const decision = learner.decide();
      learner.observe(decision, { kind: "censored", time: decision.cutoff });
      return decision;
    };
    for (let i = 0; i < 20; i++) play(policy);
    const again = restorePolicy(JSON.parse(JSON.stringify(policy.snapshot())), { definition: greedy });
    for (let i = 0; i < 50; i++) expect(play(again)).toEqual(play(policy));
    expect(() => makePolicy(greedy, { arms: ["a"], options: { explore: 2 } })).toThrow(
      "greedy: explore must be at most 1, got 2",
    );
  });
});
