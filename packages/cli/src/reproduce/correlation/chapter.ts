import { rewardPower } from "@mulligan/core/distributions";
import { bestCutoff, knownArm, rewardRate } from "@mulligan/core/theory";
import type { Chapter, ChapterContext, Findings } from "../chapter.ts";
import { percentileInterval } from "../claims/interval.ts";
import { correlationClaims } from "./claims.ts";
import { correlationFigure, type SimulatedCutoff } from "./figure.ts";
import { type CorrelationPart, TIME_LAW } from "./optimum-study.ts";
import { type FoundOptima, playOptima, OPTIMUM_SIZES } from "./study.ts";

export const paretoCorrelationFigure: Chapter = {
  label: "fig:pareto-correlation",
  title: "The best restart time against the correlation of time and reward",
  play: (context) => playCorrelation(context, "tied"),
};

/** `shuffled` is for the tests: without the correlation the claims must fail. */
export async function playCorrelation(
  context: ChapterContext,
  pairing: CorrelationPart["pairing"],
): Promise<Findings> {
  const { samples, repetitions } = OPTIMUM_SIZES[context.setting.form];
  const found = await playOptima(context, pairing, (gamma) => theoryAt(gamma).cutoff);
  const simulated = found.map(summaryOf);
  const exact = theoryCurve();
  return {
    about: [
      "X is Pareto(1, 1.2), R = X^γ, no resetting time. The law has no finite variance and R exceeds 1, so this illustrates the rate only, not the learning theorems (docs/errata.md#e5).",
      `Theory: the numerical maximum of r(t). Simulation: the cutoff of the largest empirical rate in ${samples.toLocaleString("en-US")} samples, ${repetitions} times; the same times for every γ. What t* gains over waiting is measured on as many other trials, drawn from Pareto(1, 0.25) and weighted: plain means of X have no finite variance, and ratios with them are biased.`,
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
    work: `${(found.length * repetitions * samples).toLocaleString("en-US")} samples`,
  };
}

/** Middle and middle 95% of the repetitions. */
function summaryOf({ gamma, optima }: FoundOptima): SimulatedCutoff {
  const { estimate, low, high } = percentileInterval(optima.map(({ cutoff }) => cutoff));
  return { gamma, cutoff: estimate, low, high };
}

function theoryAt(gamma: number): { cutoff: number; rate: number; gain: number } {
  const arm = knownArm(rewardPower(TIME_LAW, 1, gamma));
  const { cutoff, rate } = bestCutoff(arm);
  return { cutoff, rate, gain: rate / rewardRate(arm, Infinity) };
}

function theoryCurve(): { gamma: number; cutoff: number }[] {
  return Array.from({ length: 39 }, (_, i) => (i - 20) / 20).map((gamma) => ({
    gamma,
    cutoff: theoryAt(gamma).cutoff,
  }));
}
