/** `mulligan/figures`: the figures and sentences of `mulligan analyze`, and the theme of all figures. */

export { type LinesToCopy, linesToCopy } from "../analysis/lines-to-copy.ts";
export {
  readableNumber,
  roundedUp,
  type Scale,
  scaledCutoff,
  scaledRate,
  scaledTime,
} from "../analysis/scale.ts";
export { type AnalysisWords, analysisWords, byGain, factor } from "../analysis/text.ts";
export { analysisFigures } from "../figures/rate-figure.ts";
export { type Figure, themed } from "../figures/theme.ts";
