/** @mulligan/core/distributions: Laws of time and reward, and their notation. */

export type { ComposedLaw, Composition } from "./composition.ts";
export { constant } from "./constant.ts";
export { defineLaw, type LawParts } from "./define-law.ts";
export { empirical } from "./empirical.ts";
export { exponential } from "./exponential.ts";
export { gamma } from "./gamma.ts";
export type { Draw, JointLaw } from "./joint-law.ts";
export type { Law } from "./law.ts";
export { lognormal } from "./lognormal.ts";
export { mixture } from "./mixture.ts";
export { nearestHint, nearestName } from "./nearest-name.ts";
export { NotationError } from "./notation.ts";
export { paired } from "./paired.ts";
export { pareto } from "./pareto.ts";
export { lawNotations, type ParseLawOptions, parseLaw } from "./parse-law.ts";
export { parseResetting } from "./parse-resetting.ts";
export { parseReward } from "./parse-reward.ts";
export { rewardBernoulli } from "./reward-bernoulli.ts";
export { rewardIndependent } from "./reward-independent.ts";
export { rewardOne } from "./reward-one.ts";
export { rewardPower } from "./reward-power.ts";
export { scaled } from "./scaled.ts";
export { shift } from "./shift.ts";
export { uniform } from "./uniform.ts";
export { weibull } from "./weibull.ts";
