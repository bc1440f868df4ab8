/** `mulligan/sat`: the rules of `mulligan sat` for formulas. */

export { isLarge, restartFlips } from "../sat/competition.ts";
export { modelParts } from "../sat/model-parts.ts";
export { recentFormulas } from "../sat/recent-formulas.ts";
