import { shift } from "../../src/distributions/affine.ts";
import { exponential } from "../../src/distributions/exponential.ts";
import { rewardOne } from "../../src/distributions/joint-law.ts";
import type { Law } from "../../src/distributions/law.ts";
import { lognormal } from "../../src/distributions/lognormal.ts";
import { mixture } from "../../src/distributions/mixture.ts";
import { pareto } from "../../src/distributions/pareto.ts";
import { type Environment, stationary } from "../../src/simulate/environment.ts";
import { type KnownArm, knownArm } from "../../src/theory/known-arm.ts";

/** One law with a long tail, one with a heavy tail, and one of two kinds of task: fast ones and slow ones. */
export const laws: Readonly<Record<string, Law>> = {
  lognormal: lognormal(0.9, 1.2),
  pareto: pareto(0.3, 1.2),
  mixture: mixture([
    { weight: 0.5, law: shift(0.2, exponential(0.3)) },
    { weight: 0.5, law: exponential(20) },
  ]),
};

/** The paper's cutoffs for uf100: 10^(−0.5 + 0.125·i), i = 0 … 8. */
export const paperCutoffs = Array.from({ length: 9 }, (_, i) => 10 ** (-0.5 + 0.125 * i));

export const armOf = (law: Law): KnownArm => knownArm(rewardOne(law), { name: "arm" });
export const single = (law: Law): Environment => stationary([armOf(law)]);
