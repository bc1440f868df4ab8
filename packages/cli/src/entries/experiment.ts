/** `mulligan/experiment`: what `mulligan simulate` makes of its options: arms, cutoffs, the experiment. */

export { readArms, splitLaw } from "../problem/read-arms.ts";
export { wholeNumber } from "../shell/option-values.ts";
export { UsageError } from "../shell/usage-error.ts";
export { checkRewards, oracleCutoffs, readExperiment } from "../simulate/read-experiment.ts";
