/** @mulligan/paper: the paper's figures and claims, measured again, and formulas that only this needs. */

export { chapters, chooseChapters } from "./chapters.ts";
export type { PageContent } from "./page.ts";
export {
  claimsText,
  type Reproduction,
  type ReproductionHost,
  type ReproductionOptions,
  reproduce,
} from "./report.ts";
export { InputError } from "./studies/formulas.ts";
