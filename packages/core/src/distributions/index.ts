/** @mulligan/core/distributions: Laws of time and reward, and their notation. */

export { scaled, shift } from "./affine.ts";
export { constant } from "./constant.ts";
export { defineLaw, type LawParts } from "./define-law.ts";
export { empirical } from "./empirical.ts";
export { exponential } from "./exponential.ts";
export { gamma } from "./gamma.ts";
export type { Draw, JointLaw } from "./joint-law.ts";
export { rewardBernoulli, rewardIndependent, rewardOne, rewardPower } from "./joint-law.ts";
export { type ComposedLaw, type Composition, compositionOf, type Law } from "./law.ts";
export { lognormal } from "./lognormal.ts";
export { mixture } from "./mixture.ts";
export { NotationError } from "./notation.ts";
export { paired } from "./paired.ts";
export { pareto } from "./pareto.ts";
export { lawNotations, type ParseLawOptions, parseLaw, parseResetting, parseReward } from "./parse.ts";
export { integrate } from "./special/quadrature.ts";
export { uniform } from "./uniform.ts";
export { weibull } from "./weibull.ts";
