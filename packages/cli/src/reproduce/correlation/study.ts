import type { ChapterContext } from "../chapter.ts";
import type { ReproductionSize } from "../setting.ts";
import { type CorrelationPart, paretoCorrelation, type SampledOptimum } from "./optimum-study.ts";

export const OPTIMUM_SIZES: Record<ReproductionSize, { readonly samples: number; readonly repetitions: number }> = {
  full: { samples: 300_000, repetitions: 40 },
  quick: { samples: 100_000, repetitions: 12 },
  tiny: { samples: 500, repetitions: 3 },
};

/** The figure's range in quarters, and a point where the cutoff has begun to run away. */
const GAMMAS = [-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 0.9, 1];

/** What the repetitions at one γ found. */
export interface FoundOptima {
  readonly gamma: number;
  readonly optima: readonly SampledOptimum[];
}

/** The best cutoffs of samples, γ by γ; each repetition is a part of its own. */
export async function playOptima(
  { play, setting }: ChapterContext,
  pairing: CorrelationPart["pairing"],
  bestCutoff: (gamma: number) => number,
): Promise<FoundOptima[]> {
  const { samples, repetitions } = OPTIMUM_SIZES[setting.form];
  const parts = Array.from({ length: repetitions }, (_, run) => ({
    gammas: GAMMAS,
    cutoffs: GAMMAS.map(bestCutoff),
    samples,
    run,
    seed: setting.seed,
    pairing,
  }));
  const found = await play(paretoCorrelation, parts);
  return GAMMAS.map((gamma, i) => ({ gamma, optima: found.map((optima) => optima[i]) }));
}
