import type { AnalysisOptions, ArmAnalysis, CurvePoint } from "./arm-analysis.ts";
import type { Observation } from "./sample.ts";

/** Squares of times, which the errors are made of, are numbers between these. */
const LONGEST = 1e100;
const SHORTEST = 1e-100;

/** Analyses runs whose times may be of any length: nobody else has to think of times of 10¹⁵⁵. */
export function inPlainUnit(
  observations: readonly Observation[],
  options: AnalysisOptions,
  analyse: (observations: readonly Observation[], options: AnalysisOptions) => ArmAnalysis,
): ArmAnalysis {
  const unit = unitFor(observations);
  if (unit === 1) return analyse(observations, options);
  const rows = observations.map((row) => ({ ...row, time: row.time / unit }));
  return fromUnit(analyse(rows, optionsIn(options, unit)), unit);
}

/** In which the times are counted: 1, but for times so long or short that their squares are no numbers. */
function unitFor(observations: readonly Observation[]): number {
  const longest = observations.reduce((most, { time }) => Math.max(most, time), 0);
  return longest > LONGEST || (longest > 0 && longest < SHORTEST) ? 2 ** Math.floor(Math.log2(longest)) : 1;
}

function optionsIn({ seed, resetting }: AnalysisOptions, unit: number): AnalysisOptions {
  return {
    ...(seed === undefined ? {} : { seed }),
    ...(resetting === undefined
      ? {}
      : { resetting: { ...resetting, mean: (cutoff) => resetting.mean(cutoff * unit) / unit } }),
  };
}

function fromUnit(analysis: ArmAnalysis, unit: number): ArmAnalysis {
  const point = ({ cutoff, survival, rate, low, high }: CurvePoint): CurvePoint => ({
    cutoff: cutoff * unit,
    survival,
    rate: rate / unit,
    low: low / unit,
    high: high / unit,
  });
  const { bestCutoff, bestRate, rateWithoutCutoff, timeout, curve, line } = analysis;
  return {
    ...analysis,
    bestCutoff: bestCutoff * unit,
    bestRate: bestRate / unit,
    rateWithoutCutoff: rateWithoutCutoff === null ? null : rateWithoutCutoff / unit,
    ...(timeout === undefined
      ? {}
      : {
          timeout: {
            ...timeout,
            at: timeout.at * unit,
            rate: timeout.rate / unit,
            bestCutoff: timeout.bestCutoff * unit,
          },
        }),
    curve: curve.map(point),
    line: line.map(point),
  };
}
