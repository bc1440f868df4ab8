import { confidenceFactor } from "../../theory/concentration.ts";

/** The options that the three algorithms of the paper share; the defaults are those of its experiments. */
export const ucbOptions = {
  alpha: { kind: "number", text: "exploration: radii use log(n^alpha)", default: 2.01, above: 2 },
  factor: {
    kind: "number",
    text: "(1+beta)²/(1−beta), in place of beta; 1.01 if neither is given",
    atLeast: 1,
  },
  beta: { kind: "number", text: "slack of the rate estimate (lem:rate-conc)", above: 0, below: 1 },
  variant: {
    kind: "choice",
    text: "corrected, or the printed form (docs/errata.md)",
    values: ["corrected", "paper"],
    default: "corrected",
  },
} as const;

/** The paper's experiments give (1+β)²/(1−β) = 1.01 and no β; either is accepted (docs/errata.md#e11). */
export function factorOf(
  policy: string,
  { factor, beta }: { readonly factor?: number | undefined; readonly beta?: number | undefined },
): number {
  if (beta === undefined) return factor ?? 1.01;
  if (factor !== undefined) throw new RangeError(`${policy}: either factor or beta must be given, got both`);
  return confidenceFactor(beta);
}

/** The least mean time that a rate is divided by: a clock too coarse would make it 0/0. */
export const SHORTEST = 1e-150;
