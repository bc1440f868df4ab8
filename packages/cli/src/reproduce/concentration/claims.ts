import { type Claim, type Judged, judgedFor } from "../claims/claim.ts";
import { mostBy } from "../claims/extremes.ts";
import { shareInterval } from "../claims/interval.ts";
import { decided, holdsIf } from "../claims/judge.ts";
import { sumOf } from "../claims/sums.ts";
import { threeDigits, withInterval } from "../claims/three-digits.ts";
import { type Covered, DELTA } from "./study.ts";

/** Of prop:concentration, for each kind of mean: its part, and the share of samples that may miss. */
export const PROMISES = {
  mean: { part: "part 1, means", words: "12δ", share: 12 * DELTA },
  median: { part: "part 2, medians of means", words: "16.8δ", share: 16.8 * DELTA },
} as const;

export function concentrationClaims(covered: readonly Covered[]): Claim[] {
  const arms = (kind: Covered["kind"]) =>
    new Set(covered.filter((c) => c.kind === kind).map(({ law }) => law)).size;
  const [mean, median] = (["mean", "median"] as const).map(
    (kind) => `${arms(kind)} arms at one cutoff each, δ = ${DELTA}`,
  );
  return [
    ...judgedFor(mean, coverageClaim(covered, "mean")),
    ...judgedFor(median, coverageClaim(covered, "median")),
    ...judgedFor(mean, sizeClaim(covered)),
    ...judgedFor(`all samples of both kinds, δ = ${DELTA}`, lemmaClaim(covered)),
  ];
}

/** The promise must stand in every corrected case; if r̂ as printed breaks it, it stands only for r̂ = R/X. */
export function coverageClaim(covered: readonly Covered[], kind: Covered["kind"]): Judged {
  const promise = PROMISES[kind];
  const corrected = covered.filter((one) => one.kind === kind && one.form === "corrected");
  const misses = corrected.map(({ missed, samples }) => shareInterval(missed, samples));
  const worst = mostBy(misses, ({ high }) => high);
  const sound = misses.every(({ high }) => high <= promise.share);
  const flipped = corrected.map((c) => shareInterval(c.missedUpsideDown, c.samples));
  const broken = flipped.filter(({ low }) => low > promise.share).length;
  const upsideDown = `; with r̂ upside down, as printed, the promise breaks in ${broken} of ${corrected.length} arms, at worst for ${threeDigits(100 * Math.max(...flipped.map(({ estimate }) => estimate)))}% of the samples (docs/errata.md#e16)`;
  return {
    label: "prop:concentration",
    statement: `The rate lies within the radius but for a share ${promise.words} of samples (${promise.part}).`,
    quantity: "share of samples that miss, in the worst arm",
    ...worst,
    ...(sound
      ? holdsIf(broken === 0 || kind === "median", true, "r̂ is R/X, not the printed X/R")
      : decided(
          false,
          misses.some(({ low }) => low > promise.share),
        )),
    reason: `At most ${withInterval(worst)} miss where ${threeDigits(promise.share)} may${kind === "mean" ? upsideDown : ""}.`,
  };
}

/** The proof needs radii of at most β times the means; the printed n leaves out log(1/δ) and does not reach that. */
export function sizeClaim(covered: readonly Covered[]): Judged {
  const shares = (form: Covered["form"]) =>
    covered
      .filter((c) => c.form === form && c.kind === "mean")
      .map((c) => shareInterval(c.unstable, c.samples));
  const worst = mostBy(shares("printed"), ({ estimate }) => estimate);
  const corrected = mostBy(shares("corrected"), ({ high }) => high);
  const most = 8 * DELTA;
  const restored = corrected.high <= most;
  return {
    label: "prop:concentration",
    statement:
      "From the stated n on, the radii are at most β times the means, but for a share 8δ of samples.",
    quantity: "share of samples with a wider radius at the printed n, in the worst arm",
    ...worst,
    ...(worst.high <= most || (worst.low > most && restored)
      ? holdsIf(worst.high <= most, restored, "n is multiplied by log(1/δ)")
      : decided(false, worst.low > most && corrected.low > most)),
    reason: `At the printed n a share of ${withInterval(worst)} of the samples has wider radii in the worst arm; with log(1/δ) in n at most ${threeDigits(corrected.estimate)} (docs/errata.md#e16).`,
  };
}

export function lemmaClaim(covered: readonly Covered[]): Judged {
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
