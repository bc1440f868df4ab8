import type { Law } from "./law.ts";

/**
 * How a law is made of simpler things, so that an expectation over it can be taken over those: a sum
 * over atoms, or over the parts of a mixture, or over the law that was moved and stretched.
 */
export type Composition =
  | { readonly kind: "atoms"; readonly times: ArrayLike<number> }
  | { readonly kind: "mixture"; readonly weights: readonly number[]; readonly laws: readonly Law[] }
  | { readonly kind: "affine"; readonly by: number; readonly factor: number; readonly law: Law };

/** A law that shows its composition; laws with a closed form do not. */
export interface ComposedLaw extends Law {
  readonly composition: Composition;
}

export function compositionOf(law: Law): Composition | undefined {
  return (law as Partial<ComposedLaw>).composition;
}
