import { describe, expect, test } from "vitest";
import { drawOf, providers } from "../../bench/fetch/first-content-laws.mjs";
import { asRule, figures, learnedModel, playCalls } from "../../bench/fetch/play-calls.mjs";
import { hedgeAtP95 } from "../../packages/core/test/situations/percentile-rules.mjs";
import { roundRobin } from "../../packages/core/test/situations/strategies.mjs";
import { model } from "../../packages/fetch/src/model.ts";

const noTimeout = asRule(roundRobin);
const ours = learnedModel(model, "model()", {});
const [[bimodal], [thinking], [byQuestion]] = Object.values(providers("/nonexistent"));

const play = async (law: typeof bimodal, strategy: typeof noTimeout, calls = 1_500) =>
  figures([await playCalls(law, strategy, { seed: 31, calls })]);

/** A short play of docs/benchmarks/model-calls.md. The seed is fixed, so these tests pass or fail always. */
describe("model() with its defaults", () => {
  test("where 5% of requests stall, p99 is at most a fifth of that without a timeout, with 1.08 requests a call", async () => {
    const found = await play(bimodal, ours);
    expect(found.p99).toBeLessThan(0.2 * (await play(bimodal, noTimeout)).p99);
    expect(found.requests).toBeLessThan(1.08);
    expect(found.failed).toBe(0);
  });

  test("where a model thinks for 5 to 90 s, at most 0.5% of its answers are cut, also if the question decides", async () => {
    for (const law of [thinking, byQuestion]) {
      const found = await play(law, ours);
      expect(found.healthyCut).toBeLessThan(0.005);
      expect(found.requests).toBeLessThan(1.08);
      expect(found.failed).toBe(0);
    }
  });
});

describe("the play", () => {
  test("without a timeout every request is the only one, and the stalls are those of the law: 5%", async () => {
    const found = await play(bimodal, noTimeout);
    expect(found).toMatchObject({ requests: 1, healthyCut: 0, failed: 0 });
    expect(found.waitedOut).toBeGreaterThan(0.033); // three standard errors
    expect(found.waitedOut).toBeLessThan(0.067);
    // 1,000 tokens at $3 and 300 at $15 a million.
    expect(found.cents).toBeCloseTo(0.75, 6);
  });

  test("the slower of two is not cut, but its prompt is paid for", async () => {
    const found = await play(bimodal, asRule(hedgeAtP95), 500);
    expect(found.healthyCut).toBe(0);
    expect(found.cents).toBeCloseTo(0.75 + 0.3 * (found.requests - 1), 6);
    expect(found.requests).toBeGreaterThan(1.03);
  });

  test("all strategies meet the same answers", () => {
    expect(drawOf(thinking, 1, 7, 1)).toEqual(drawOf(thinking, 1, 7, 1));
    expect(drawOf(thinking, 1, 7, 1)).not.toEqual(drawOf(thinking, 1, 7, 2));
  });
});
