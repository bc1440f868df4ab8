import { stream } from "@mulligan/core/random";
import { armOf, type ArmText } from "../studies/problem.ts";
import { type Crossing, walkStatic } from "../studies/static-walk.ts";
import type { Study } from "../studies/study.ts";

/** The static policy at one cutoff, runs `from` up to, not including, `to`. */
export interface StaticPart {
  readonly problem: ArmText;
  readonly cutoff: number;
  /** In order; one run crosses them all. */
  readonly horizons: readonly number[];
  readonly seed: number;
  readonly from: number;
  readonly to: number;
}

export const staticReward: Study<StaticPart, Crossing[][]> = {
  name: "static-reward",
  play({ problem, cutoff, horizons, seed, from, to }) {
    const arm = armOf(problem);
    return Array.from({ length: to - from }, (_, i) =>
      walkStatic(arm, cutoff, horizons, stream(seed, "static", arm.name, from + i)),
    );
  },
};
