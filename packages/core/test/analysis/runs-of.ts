import type { LoggedRun } from "../../src/analysis/sample.ts";
import { parseLaw } from "../../src/distributions/index.ts";
import { stream } from "../../src/random/index.ts";

/** Seeded runs of a law, none of them cut. */
export function runsOf(notation: string, runs: number, seed: number): LoggedRun[] {
  const law = parseLaw(notation);
  const random = stream(seed, "coverage");
  return Array.from({ length: runs }, () => ({
    arm: "a",
    time: law.sample(random),
    completed: true,
    reward: 1,
  }));
}
