import { describe, expect, test } from "vitest";
import { makePolicy } from "../../src/policies/make-policy.ts";
import { horizon } from "../../src/problem/outcome.ts";
import { stream } from "../../src/random/stream.ts";
import { playEpisode } from "../../src/simulate/episode.ts";
import { bestCutoff } from "../../src/theory/best-cutoff.ts";
import { armOf, laws, single } from "./laws.ts";

/** Cutoffs far enough apart for the gaps to be resolved within the horizons below; t* is 1. */
const cutoffs = [0.4, 0.6, 1, 6, 12];

/** Pulls of ucb-rb below and above t*, its initial trials left out, on Pareto(0.3, 1.2). */
function pulls(time: number, sharing: "on" | "off", seeds: number): { below: number; above: number } {
  const law = laws.pareto!;
  const { cutoff: best } = bestCutoff(armOf(law), { among: cutoffs });
  expect(best).toBe(1);
  const sums = { below: 0, above: 0 };
  for (let seed = 1; seed <= seeds; seed++) {
    const result = playEpisode({
      environment: single(law),
      policy: makePolicy("ucb-rb", { arms: ["arm"], cutoffs, options: { sharing, init: 10 } }),
      horizon: horizon(time),
      trials: [stream(seed, "trials")],
      resets: stream(seed, "resets"),
    });
    for (const { cutoff, count } of result.pulls.entries()) {
      if (cutoff < best) sums.below += (count - 10) / seeds;
      if (cutoff > best) sums.above += (count - 10) / seeds;
    }
  }
  return sums;
}

describe("lem:sample-complexity on Pareto(0.3, 1.2), by Monte Carlo over 6 seeds", () => {
  const [short, long] = [pulls(5_000, "on", 6), pulls(50_000, "on", 6)];
  test("(ii) cutoffs below t* on the best arm are played O(1) times: ten times the horizon adds less than 30 pulls", () => {
    expect(long.below - short.below).toBeLessThan(30);
  });
  test("(i) cutoffs above t* are played O(log τ) times: ten times the horizon, less than twice the pulls", () => {
    expect(long.above).toBeGreaterThan(short.above);
    expect(long.above / short.above).toBeLessThan(2);
  });
  test("without sharing the pulls below t* go on growing: the lemma needs the information structure", () => {
    const [few, many] = [pulls(5_000, "off", 6), pulls(50_000, "off", 6)];
    expect(many.below - few.below).toBeGreaterThan(100);
  });
});
