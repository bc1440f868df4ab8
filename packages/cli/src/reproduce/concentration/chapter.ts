import { betaOfLeastPenalty } from "@mulligan/core/theory";
import type { Chapter } from "../chapter.ts";
import type { Claim } from "../claims/claim.ts";
import { shareInterval } from "../claims/interval.ts";
import { threeDigits, withInterval } from "../claims/three-digits.ts";
import { coverageFigure } from "./figure.ts";
import { type Coverage, type CoveragePart, coverage } from "./study.ts";

const SIZES = {
  full: { mean: 4_000, median: 400, part: 400, medianPart: 40 },
  quick: { mean: 600, median: 60, part: 300, medianPart: 30 },
  tiny: { mean: 4, median: 2, part: 4, medianPart: 2 },
};

/** δ so large that the promise, at most 12δ or 16.8δ misses, can be tested with some thousand samples. */
const DELTA = 0.01;
const PROMISES = { mean: 12, median: 16.8 };

const CASES: readonly Pick<CoveragePart, "problem" | "cutoff" | "kind" | "beta">[] = [
  { problem: { law: "pareto(scale=0.3,shape=1.2)" }, cutoff: 1, kind: "mean", beta: betaOfLeastPenalty() },
  {
    problem: { law: "lognormal(median=0.9,sigma=1.2)", resetting: "proportional(0.5)" },
    cutoff: 2,
    kind: "mean",
    beta: betaOfLeastPenalty(),
  },
  { problem: { law: "exponential(mean=5)", reward: "bernoulli(p=0.3)" }, cutoff: 1, kind: "mean", beta: 0.5 },
  {
    problem: { law: "lognormal(median=0.9,sigma=0.6)", reward: "bernoulli(p=0.5)" },
    cutoff: Infinity,
    kind: "median",
    beta: 0.5,
  },
  { problem: { law: "exponential(mean=2)" }, cutoff: 3, kind: "median", beta: 0.5 },
];

/** One case with its count, summed over parts. */
export interface Covered extends Coverage {
  readonly law: string;
  readonly kind: "mean" | "median";
  readonly form: "corrected" | "printed";
}

/** prop:concentration and lem:rate-conc: how often the radii miss. */
export const concentrationChapter: Chapter = {
  label: "prop:concentration",
  title: "How often the confidence radii miss",
  async play({ setting, play }) {
    const size = SIZES[setting.form];
    const asked = CASES.flatMap((one) =>
      (["corrected", "printed"] as const).map((form) => ({
        ...one,
        size: form,
        delta: DELTA,
        seed: setting.seed,
      })),
    );
    const parts = asked.flatMap((one) => {
      const [total, step] = one.kind === "mean" ? [size.mean, size.part] : [size.median, size.medianPart];
      return Array.from({ length: Math.ceil(total / step) }, (_, i) => ({
        ...one,
        from: i * step,
        to: Math.min(total, (i + 1) * step),
      }));
    });
    const counted = await play(coverage, parts);
    const covered = asked.map((one): Covered => {
      const own = counted.filter((_, i) => parts[i].problem === one.problem && parts[i].size === one.size);
      const sum = (field: keyof Coverage) => own.reduce((total, part) => total + part[field], 0);
      return {
        law: [one.problem.law, one.problem.reward, one.problem.resetting].filter(Boolean).join(", "),
        kind: one.kind,
        form: one.size,
        size: own[0].size,
        samples: sum("samples"),
        missed: sum("missed"),
        missedUpsideDown: sum("missedUpsideDown"),
        unstable: sum("unstable"),
        missedMeans: sum("missedMeans"),
        againstLemma: sum("againstLemma"),
      };
    });
    return {
      about: [
        `${CASES.length} arms at one cutoff each, δ = ${DELTA}; samples of the size that the proposition asks for, once with log(1/δ) in it and once as printed. Part 1 (means) promises at most 12δ = ${threeDigits(12 * DELTA)} misses, part 2 (medians of means) 16.8δ = ${threeDigits(16.8 * DELTA)}.`,
      ],
      figures: [
        {
          name: "coverage",
          caption:
            "Share of samples whose radius misses the true rate, with 95% intervals; the ticks are what the proposition promises. Upside down is r̂ as printed.",
          spec: coverageFigure(covered, { mean: PROMISES.mean * DELTA, median: PROMISES.median * DELTA }),
        },
      ],
      tables: [
        {
          name: "coverage",
          columns: [
            "arm",
            "radius",
            "sample size",
            "n",
            "samples",
            "missed",
            "missed, r̂ as printed",
            "radii too wide",
            "means missed",
          ],
          rows: covered.map((c) => [
            c.law,
            c.kind,
            c.form,
            c.size,
            c.samples,
            c.missed,
            c.missedUpsideDown,
            c.unstable,
            c.missedMeans,
          ]),
        },
      ],
      claims: [
        coverageClaim(
          covered.filter(({ kind }) => kind === "mean"),
          PROMISES.mean * DELTA,
          "part 1, means",
        ),
        coverageClaim(
          covered.filter(({ kind }) => kind === "median"),
          PROMISES.median * DELTA,
          "part 2, medians of means",
        ),
        sizeClaim(covered),
        lemmaClaim(covered),
      ],
      work: `${counted.reduce((sum, { samples }) => sum + samples, 0)} samples of ${threeDigits(Math.min(...covered.map((c) => c.size)))} to ${threeDigits(Math.max(...covered.map((c) => c.size)))} trials`,
    };
  },
};

/** The promise must stand in every corrected case; if r̂ as printed breaks it, it stands only for r̂ = R/X. */
export function coverageClaim(covered: readonly Covered[], promise: number, part: string): Claim {
  const corrected = covered.filter(({ form }) => form === "corrected");
  const misses = corrected.map(({ missed, samples }) => shareInterval(missed, samples));
  const flipped = corrected.map((c) => shareInterval(c.missedUpsideDown, c.samples));
  const worst = misses.reduce((most, one) => (one.high > most.high ? one : most));
  const sound = misses.every(({ high }) => high <= promise);
  const printed = flipped.filter(({ low }) => low > promise).length;
  return {
    label: "prop:concentration",
    statement: `The rate lies within the radius but for a share ${part.startsWith("part 1") ? "12δ" : "16.8δ"} of samples (${part}).`,
    quantity: "share of samples that miss, in the worst arm",
    ...worst,
    verdict: !sound ? "does not hold" : printed > 0 && part.startsWith("part 1") ? "holds if" : "holds",
    ...(sound && printed > 0 && part.startsWith("part 1")
      ? { condition: "r̂ is R/X, not the printed X/R" }
      : {}),
    reason: `At most ${withInterval(worst)} miss where ${threeDigits(promise)} may${part.startsWith("part 1") ? `; with r̂ upside down, as printed, the promise breaks in ${printed} of ${corrected.length} arms, at worst for ${threeDigits(100 * Math.max(...flipped.map(({ estimate }) => estimate)))}% of the samples (docs/errata.md#e16)` : ""}.`,
  };
}

/** The proof needs radii of at most β times the means; the printed n leaves out log(1/δ) and does not reach that. */
export function sizeClaim(covered: readonly Covered[]): Claim {
  const shares = (form: Covered["form"]) =>
    covered
      .filter((c) => c.form === form && c.kind === "mean")
      .map((c) => shareInterval(c.unstable, c.samples));
  const worst = shares("printed").reduce((most, one) => (one.estimate > most.estimate ? one : most));
  const corrected = Math.max(...shares("corrected").map(({ estimate }) => estimate));
  const printedWorks = worst.high <= 8 * DELTA;
  const correctedWorks = corrected <= 8 * DELTA;
  return {
    label: "prop:concentration",
    statement:
      "From the stated n on, the radii are at most β times the means, but for a share 8δ of samples.",
    quantity: "share of samples with a wider radius at the printed n, in the worst arm",
    ...worst,
    verdict: printedWorks ? "holds" : correctedWorks ? "holds if" : "does not hold",
    ...(!printedWorks && correctedWorks ? { condition: "n is multiplied by log(1/δ)" } : {}),
    reason: `At the printed n a share of ${withInterval(worst)} of the samples has wider radii in the worst arm; with log(1/δ) in n at most ${threeDigits(corrected)} (docs/errata.md#e16).`,
  };
}

export function lemmaClaim(covered: readonly Covered[]): Claim {
  const sum = (field: "samples" | "missed" | "againstLemma") =>
    covered.reduce((total, c) => total + c[field], 0);
  const share = shareInterval(sum("againstLemma"), sum("samples"));
  return {
    label: "lem:rate-conc",
    statement: "The rate is missed only where one of the two means is, as long as ε ≤ β·E[X] and η ≤ β·E[R].",
    quantity: "share of samples in which the rate alone was missed",
    ...share,
    verdict: sum("againstLemma") === 0 ? "holds" : "does not hold",
    reason: `${sum("againstLemma")} of ${threeDigits(sum("samples"))} samples speak against it.`,
  };
}
