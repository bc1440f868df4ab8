/** `mulligan/figures`: what `mulligan analyze` draws and says of an analysis, and the theme of all figures. */

export { analysisFigures } from "../analysis/figures.ts";
export { type AnalysisWords, analysisWords } from "../analysis/text.ts";
export { themed } from "../figures/theme.ts";
