import type { Experiment, Row } from "@mulligan/core/simulate";
import { optimal } from "@mulligan/core/theory";
import type { ExperimentWords } from "./read-experiment.ts";

/** The problem, and the best that anybody could do on it. */
export function knownBefore(words: ExperimentWords, { environment, mode }: Experiment) {
  const { arms, among } = environment.phases[0];
  const best = optimal(arms, among === undefined ? {} : { among });
  return {
    problem: {
      arms: arms.map(({ name, law }) => ({ name, law: law.time.name })),
      reward: words.reward,
      resetting: words.resetting,
      mode: words.mode,
      ...(mode?.kind === "retry" ? { schedule: mode.schedule, maxRestarts: mode.maxRestarts } : {}),
      cutoffs: words.cutoffs,
      seed: words.seed,
    },
    optimal: {
      arm: arms[best.arm].name,
      cutoff: best.cutoff,
      rate: best.rate,
      /** Of which cutoffs it is the best: where there is no best of all, of those given, or from some time on. */
      among: among ?? ("all" as const),
    },
  };
}

export type Known = ReturnType<typeof knownBefore>;

/** All that `simulate` says: the shape of its JSON document. */
export interface Simulation extends Known {
  readonly rows: readonly Row[];
}
