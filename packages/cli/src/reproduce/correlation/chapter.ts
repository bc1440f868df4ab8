import { rewardPower } from "@mulligan/core/distributions";
import { bestCutoff, knownArm } from "@mulligan/core/theory";
import type { Chapter, Context, Findings } from "../chapter.ts";
import type { Form } from "../setting.ts";
import { correlationClaims } from "./claims.ts";
import { correlationFigure, type SimulatedCutoff } from "./figure.ts";
import { type CorrelationPart, paretoCorrelation, type SampledOptimum, TIME } from "./study.ts";

const SIZES: Record<Form, { readonly samples: number; readonly repetitions: number }> = {
  full: { samples: 300_000, repetitions: 40 },
  quick: { samples: 100_000, repetitions: 12 },
  tiny: { samples: 500, repetitions: 3 },
};

/** The figure's range in quarters, and a point where the cutoff has begun to run away. */
const GAMMAS = [-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 0.9, 1];

export const paretoCorrelationFigure: Chapter = {
  label: "fig:pareto-correlation",
  title: "The best restart time against the correlation of time and reward",
  play: (context) => playCorrelation(context, "tied"),
};

/** `shuffled` is for the tests: without the correlation the claims must fail. */
export async function playCorrelation(
  { play, setting }: Context,
  pairing: CorrelationPart["pairing"],
): Promise<Findings> {
  const { samples, repetitions } = SIZES[setting.form];
  const parts = GAMMAS.flatMap((gamma) =>
    Array.from({ length: repetitions }, (_, from): CorrelationPart => {
      return { gamma, samples, from, to: from + 1, seed: setting.seed, pairing };
    }),
  );
  const results = (await play(paretoCorrelation, parts)).flat();
  const found = GAMMAS.map((gamma, place) => ({
    gamma,
    optima: results.slice(place * repetitions, (place + 1) * repetitions),
  }));
  const simulated = found.map(({ gamma, optima }) => summaryOf(gamma, optima));
  const exact = theoryCurve();
  return {
    about: [
      "X is Pareto(1, 1.2), R = X^γ, no resetting time. The law has no finite variance and R exceeds 1, so this illustrates the rate only, not the learning theorems (docs/errata.md#e5).",
      `Theory: the numerical maximum of r(t). Simulation: the cutoff of the largest empirical rate in ${samples.toLocaleString("en-US")} samples, ${repetitions} times; the same times for every γ.`,
    ],
    figures: [
      {
        name: "pareto-correlation",
        caption:
          "The best restart time t* against γ: theory, and what samples of the law say (median, and the middle 95% of the repetitions).",
        spec: correlationFigure(exact, simulated),
      },
    ],
    tables: [
      {
        name: "pareto-correlation",
        columns: ["gamma", "best_cutoff_theory", "rate_theory", "best_cutoff_simulated", "low", "high"],
        rows: simulated.map((point) => {
          const { cutoff, rate } = theoryAt(point.gamma);
          return [point.gamma, cutoff, rate, point.cutoff, point.low, point.high];
        }),
      },
    ],
    claims: correlationClaims(found, theoryAt),
    work: `${(results.length * samples).toLocaleString("en-US")} samples`,
  };
}

/** Middle and middle 95% of the repetitions. */
function summaryOf(gamma: number, optima: readonly SampledOptimum[]): SimulatedCutoff {
  const sorted = optima.map(({ cutoff }) => cutoff).toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))];
  return { gamma, cutoff: at(0.5), low: at(0.025), high: at(0.975) };
}

function theoryAt(gamma: number): { cutoff: number; rate: number } {
  const { cutoff, rate } = bestCutoff(knownArm(rewardPower(TIME, 1, gamma)));
  return { cutoff, rate };
}

function theoryCurve(): { gamma: number; cutoff: number }[] {
  return Array.from({ length: 39 }, (_, i) => (i - 20) / 20).map((gamma) => ({
    gamma,
    cutoff: theoryAt(gamma).cutoff,
  }));
}
