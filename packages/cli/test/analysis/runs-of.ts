import { parseLaw } from "@mulligan/core/distributions";
import { stream } from "@mulligan/core/random";
import type { Observation } from "../../src/analysis/sample.ts";

/** Seeded runs of a law, none of them cut. */
export function runsOf(notation: string, runs: number, seed: number): Observation[] {
  const law = parseLaw(notation);
  const random = stream(seed, "coverage");
  return Array.from({ length: runs }, () => ({
    arm: "a",
    time: law.sample(random),
    completed: true,
    reward: 1,
  }));
}
