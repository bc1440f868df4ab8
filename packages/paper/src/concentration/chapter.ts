import type { TopLevelSpec } from "vega-lite";
import {
  type Claim,
  type ClaimDraft,
  holdsIf,
  judgedFor,
  staysBelow,
  threeDigits,
  verdictFrom,
  withInterval,
} from "../claims/claim.ts";
import { exceededBy, mostBy, shareInterval, sumOf } from "../claims/statistics.ts";
import { nominal, numeric } from "../studies/figures.ts";
import { type Chapter, type ChapterTable, type Findings, tableOf } from "../studies/study.ts";
import { CASES, type CaseCoverage, DELTA, playCoverage } from "./study.ts";

/** prop:concentration and lem:rate-conc: how often the radii miss. */
export const concentrationChapter: Chapter = {
  label: "prop:concentration",
  title: "How often the confidence radii miss",
  async play(context): Promise<Findings> {
    const covered = await playCoverage(context);
    const sizes = covered.map(({ size }) => size);
    return {
      about: [
        `${CASES.length} arms at one cutoff each, δ = ${DELTA.mean} for means and ${DELTA.median} for medians of means; samples of the size in the proposition, once with log(1/δ) and once as printed. Part 1 (means) promises at most 12δ = ${threeDigits(PROMISES.mean.share)} misses, part 2 (medians of means) 16.8δ = ${threeDigits(PROMISES.median.share)}.`,
      ],
      figures: [
        {
          name: "coverage",
          caption:
            "Share of samples whose radius misses the true rate, with 95% intervals; ticks mark the promised shares. Upside down: r̂ as printed.",
          spec: coverageFigure(covered),
        },
      ],
      tables: [coverageTable(covered)],
      claims: concentrationClaims(covered),
      work: `${sumOf(covered.map(({ samples }) => samples))} samples of ${threeDigits(Math.min(...sizes))} to ${threeDigits(Math.max(...sizes))} trials`,
    };
  },
};

function coverageTable(covered: readonly CaseCoverage[]): ChapterTable {
  return tableOf("coverage", covered, [
    ["arm", ({ law }) => law],
    ["radius", ({ kind }) => kind],
    ["sample size", ({ form }) => form],
    ["n", ({ size }) => size],
    ["samples", ({ samples }) => samples],
    ["missed", missesOf],
    ["part of the radius needed", ({ errors, kind }) => exceededBy(errors, PROMISES[kind].share).estimate],
    ["missed, r̂ as printed", ({ missedUpsideDown }) => missedUpsideDown],
    ["radii too wide", ({ unstable }) => unstable],
    ["means missed", ({ missedMeans }) => missedMeans],
  ]);
}

/** The two parts of prop:concentration, with the share of samples that may miss. */
const PROMISES = {
  mean: { part: "part 1, means", words: "12δ", share: 12 * DELTA.mean },
  median: { part: "part 2, medians of means", words: "16.8δ", share: 16.8 * DELTA.median },
} as const;

/** Samples whose radius misses the rate. */
const missesOf = ({ errors }: CaseCoverage) => errors.filter((error) => error > 1).length;

function concentrationClaims(covered: readonly CaseCoverage[]): Claim[] {
  const arms = (kind: CaseCoverage["kind"]) =>
    new Set(covered.filter((c) => c.kind === kind).map(({ law }) => law)).size;
  const [mean, median] = (["mean", "median"] as const).map(
    (kind) => `${arms(kind)} arms at one cutoff each, δ = ${DELTA[kind]}`,
  );
  return [
    ...judgedFor(mean, coverageClaim(covered, "mean")),
    ...judgedFor(median, coverageClaim(covered, "median")),
    ...judgedFor(mean, sizeClaim(covered)),
    ...judgedFor(`all samples of both kinds, δ = ${DELTA.mean} and ${DELTA.median}`, lemmaClaim(covered)),
  ];
}

/**
 * Measures the part of the radius that the promised share of samples needs. Above 1 the promise is broken. It must hold
 * in every corrected case; if r̂ as printed breaks it, it holds only for r̂ = R/X.
 */
export function coverageClaim(covered: readonly CaseCoverage[], kind: CaseCoverage["kind"]): ClaimDraft {
  const promise = PROMISES[kind];
  const corrected = covered.filter((one) => one.kind === kind && one.form === "corrected");
  const needed = mostBy(
    corrected.map(({ errors }) => exceededBy(errors, promise.share)),
    ({ estimate }) => estimate,
  );
  const missed = corrected.map(missesOf);
  const flipped = corrected.map((c) => shareInterval(c.missedUpsideDown, c.samples));
  const broken = flipped.filter(({ low }) => low > promise.share).length;
  const upsideDown = `; with r̂ upside down, as printed, the promise breaks in ${broken} of ${corrected.length} arms, at worst for ${threeDigits(100 * Math.max(...flipped.map(({ estimate }) => estimate)))}% of the samples (docs/errata.md#e16)`;
  const stands = staysBelow(needed, 1);
  return {
    label: "prop:concentration",
    statement: `The rate lies within the radius but for a share ${promise.words} of samples (${promise.part}).`,
    quantity: `part of the radius that all but ${promise.words} of the samples need, in the worst arm`,
    ...needed,
    ...(stands.verdict === "holds"
      ? holdsIf(broken === 0 || kind === "median", true, "r̂ is R/X, not the printed X/R")
      : stands),
    reason: `All but ${threeDigits(promise.share)} of the samples lie within ${withInterval(needed)} of the radius, so a radius ${threeDigits(1 / needed.estimate)} times narrower would suffice; ${Math.max(...missed)} of ${threeDigits(corrected[0].samples)} samples miss${kind === "mean" ? upsideDown : ""}.`,
  };
}

/** The proof needs radii of at most β times the means. The printed n lacks log(1/δ) and is too small for that. */
export function sizeClaim(covered: readonly CaseCoverage[]): ClaimDraft {
  const shares = (form: CaseCoverage["form"]) =>
    covered
      .filter((c) => c.form === form && c.kind === "mean")
      .map((c) => shareInterval(c.unstable, c.samples));
  const worst = mostBy(shares("printed"), ({ estimate }) => estimate);
  const corrected = mostBy(shares("corrected"), ({ high }) => high);
  const most = 8 * DELTA.mean;
  const restored = corrected.high <= most;
  return {
    label: "prop:concentration",
    statement:
      "From the stated n on, the radii are at most β times the means, but for a share 8δ of samples.",
    quantity: "share of samples with a wider radius at the printed n, in the worst arm",
    ...worst,
    ...(worst.high <= most || (worst.low > most && restored)
      ? holdsIf(worst.high <= most, restored, "n is multiplied by log(1/δ)")
      : verdictFrom(false, worst.low > most && corrected.low > most)),
    reason: `At the printed n a share of ${withInterval(worst)} of the samples has wider radii in the worst arm; with log(1/δ) in n at most ${threeDigits(corrected.estimate)} (docs/errata.md#e16).`,
  };
}

export function lemmaClaim(covered: readonly CaseCoverage[]): ClaimDraft {
  const against = sumOf(covered.map(({ againstLemma }) => againstLemma));
  const samples = sumOf(covered.map((c) => c.samples));
  return {
    label: "lem:rate-conc",
    statement: "The rate is missed only where one of the two means is, as long as ε ≤ β·E[X] and η ≤ β·E[R].",
    quantity: "share of samples in which the rate alone was missed",
    ...shareInterval(against, samples),
    verdict: against === 0 ? "holds" : "does not hold",
    reason: `${against} of ${threeDigits(samples)} samples speak against it.`,
  };
}

/** The share of samples that miss, for each arm, corrected and as printed, beside the promise. */
function coverageFigure(covered: readonly CaseCoverage[]): TopLevelSpec {
  const values = covered.flatMap((c) => {
    const pointOf = (misses: number, form: string) => ({
      ...shareInterval(misses, c.samples),
      arm: `${c.law}, ${c.kind}`,
      form,
      promise: PROMISES[c.kind].share,
    });
    const upsideDown = c.form === "corrected" && c.kind === "mean";
    return [
      pointOf(missesOf(c), `r̂ = R/X, n ${c.form}`),
      ...(upsideDown ? [pointOf(c.missedUpsideDown, "r̂ upside down")] : []),
    ];
  });
  const x = (field: string) =>
    numeric(field, "share of samples that miss", {
      axis: { format: ".0%" },
      scale: { domainMin: 0, domainMax: 1 },
    });
  const y = nominal("arm", { axis: { labelLimit: 600, labelExpr: "split(datum.label, ', ')" } });
  const color = nominal("form");
  const yOffset = { field: "form", type: "nominal", sort: null } as const;
  return {
    title: "How often the radius misses",
    width: 220,
    height: 300,
    data: { values },
    layer: [
      {
        mark: { type: "rule", strokeWidth: 2 },
        encoding: { x: x("low"), x2: { field: "high" }, y, yOffset, color },
      },
      {
        mark: { type: "point", filled: true, size: 50 },
        encoding: { x: x("estimate"), y, yOffset, color },
      },
      { mark: { type: "tick", thickness: 2 }, encoding: { x: x("promise"), y } },
    ],
  };
}
