// probSAT's weights: one number for each break value, written by the caller so that every machine
// works with the same ones; a break beyond the table has the weight of its last entry.

import { region } from "./arena";

@inline const WEIGHTS: i32 = 64;

export let weights: usize = 0;

export function reserveWeights(): void {
  weights = region(<usize>WEIGHTS << 3);
}

@inline
export function weightOf(breaks: i32): f64 {
  return load<f64>(weights + (<usize>min<i32>(breaks, WEIGHTS - 1) << 3));
}
