import { stream } from "@mulligan/core/random";
import { armOf, type ArmText } from "../studies/problem.ts";
import { walkStatic } from "../studies/static-walk.ts";
import type { Study } from "../studies/study.ts";

/** The same trials, once cut at `cutoff` and once never; runs `from` up to, not including, `to`. */
export interface RacePart {
  readonly problem: ArmText;
  readonly cutoff: number;
  readonly horizon: number;
  readonly seed: number;
  readonly from: number;
  readonly to: number;
}

/** Reward of one run on both sides. */
export interface RestartPair {
  readonly cut: number;
  readonly never: number;
}

export const restartRace: Study<RacePart, RestartPair[]> = {
  name: "restart-race",
  play(part) {
    const arm = armOf(part.problem);
    const reward = (cutoff: number, run: number) =>
      walkStatic(arm, cutoff, [part.horizon], stream(part.seed, "race", arm.name, run))[0].reward;
    return Array.from({ length: part.to - part.from }, (_, i) => ({
      cut: reward(part.cutoff, part.from + i),
      never: reward(Infinity, part.from + i),
    }));
  },
};
