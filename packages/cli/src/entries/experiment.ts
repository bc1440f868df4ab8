/** `mulligan/experiment`: reads the options of `mulligan simulate` into arms, cutoffs and the experiment. */

export { readArms, splitLaw } from "../problem/read-arms.ts";
export { wholeNumber } from "../shell/option-values.ts";
export { UsageError } from "../shell/usage-error.ts";
export { checkRewards, oracleCutoffs, readExperiment } from "../simulate/read-experiment.ts";
