/**
 * log(a/b) of two positive numbers, also where their ratio is too large or too small for a number: 10³⁰⁰ is far from
 * infinitely many times 10⁻³⁰⁰, and a law whose logarithms are counted in billions must know.
 */
export function logRatio(a: number, b: number): number {
  const ratio = a / b;
  return ratio > 0 && ratio < Infinity ? Math.log(ratio) : Math.log(a) - Math.log(b);
}
