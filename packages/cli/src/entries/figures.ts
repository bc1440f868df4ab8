/** `mulligan/figures`: what `mulligan analyze` draws and says of an analysis, and the theme of all figures. */

export { type AnalysisWords, analysisWords } from "../analysis/text.ts";
export { analysisFigures } from "../figures/rate-figure.ts";
export { themed } from "../figures/theme.ts";
