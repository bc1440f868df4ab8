import { xoshiro } from "../engine/seed.ts";
import type { Formula } from "../formula/formula.ts";
import { loadOracle } from "./oracle.ts";
import { type Shape, uniformFormula } from "./uniform.ts";

/** As SATLIB's uf100-430. */
export const uf100: Shape = { variables: 100, clauses: 430, clauseLength: 3 };

/** As SATLIB's CBS_k3_n100_m403_b30. */
export const cbs100: Shape & { backbone: number } = {
  variables: 100,
  clauses: 403,
  clauseLength: 3,
  backbone: 30,
};

/**
 * Uniform formulas that have a model, without end. The same seed gives the same formulas in the same
 * order, so a short set is the beginning of a longer one.
 */
export async function* satisfiableFormulas(shape: Shape, seed: number): AsyncGenerator<Formula, void> {
  const oracle = await loadOracle();
  yield* filtered(shape, seed, (formula) => oracle.isSatisfiable(formula));
}

/**
 * Uniform formulas whose backbone has exactly that many literals (Singer, Gent, Smaill: Backbone
 * fragility and the local search cost peak, JAIR 2000): drawn until one has.
 */
export async function* backboneFormulas(
  shape: Shape & { readonly backbone: number },
  seed: number,
): AsyncGenerator<Formula, void> {
  const { backbone, variables } = shape;
  if (!(Number.isInteger(backbone) && backbone >= 0 && backbone <= variables)) {
    throw new RangeError(
      `backboneFormulas: backbone must be a whole number from 0 to ${variables}, got ${backbone}`,
    );
  }
  const oracle = await loadOracle();
  yield* filtered(shape, seed, (formula) => oracle.backbone(formula, backbone) !== undefined);
}

function* filtered(
  shape: Shape,
  seed: number,
  accept: (formula: Formula) => boolean,
): Generator<Formula, void> {
  const random = xoshiro(seed);
  while (true) {
    const formula = uniformFormula(shape, random);
    if (accept(formula)) yield formula;
  }
}

/** The first formulas of a set. */
export async function takeFormulas(formulas: AsyncIterable<Formula>, count: number): Promise<Formula[]> {
  if (!(Number.isInteger(count) && count >= 0)) {
    throw new RangeError(`takeFormulas: count must be a whole number of at least 0, got ${count}`);
  }
  const taken: Formula[] = [];
  if (count === 0) return taken;
  for await (const formula of formulas) if (taken.push(formula) === count) break;
  return taken;
}
