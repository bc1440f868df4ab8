/** @mulligan/paper: the figures and claims of the paper, measured again, and the formulas that only they need. */

export { chapters, chooseChapters } from "./chapters.ts";
export { type Claim, type ClaimVerdict, conditionalVerdict, measuredText } from "./claims/claim.ts";
export {
  type DecompositionInputs,
  type PulledAction,
  type RegretDecomposition,
  regretDecomposition,
} from "./lemmas/study.ts";
export type { PageContent } from "./page.ts";
export {
  claimsText,
  type Reproduction,
  type ReproductionHost,
  type ReproductionOptions,
  reproduce,
} from "./report.ts";
export { InputError } from "./studies/formulas.ts";
export {
  type BoundedSpread,
  boundedSpread,
  kurtosisBound,
  meanSampleSize,
  medianSampleSize,
} from "./studies/sample-size.ts";
export { playPart } from "./study-worker.ts";
