/** `mulligan/sat`: what `mulligan sat` does with formulas before it walks. */

export { isLarge, restartFlips } from "../sat/competition.ts";
export { modelParts } from "../sat/model-parts.ts";
export { recentFormulas } from "../sat/recent-formulas.ts";
