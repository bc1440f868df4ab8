import { logGamma, logGammaOnePlus, stirlingError } from "./log-gamma.ts";

/*
 * Series below x = a + 1, continued fraction above, as everywhere (DLMF 8.7.1 and 8.9.2); what differs is
 * the common factor x^a·e^(−x)/Γ(a+1). Formed from logarithms it loses log₁₀(a) digits; here it is Loader's
 * saddle-point form ("Fast and accurate computation of binomial probabilities", 2000). Near x = a both
 * need some 8·√a terms.
 */

const TINY = 1e-300;
const PRECISION = 1e-17;

/** P(a, x) = γ(a, x)/Γ(a): the chance that a gamma variate of shape a is at most x. */
export function gammaP(a: number, x: number): number {
  if (!(x > 0)) return 0;
  if (x === Infinity) return 1;
  if (x < a + 1) return poissonTerm(a, x) * lowerSeries(a, x);
  return 1 - poissonTerm(a, x) * a * upperFraction(a, x);
}

/** Q(a, x) = 1 − P(a, x), with full relative precision however small it is. */
export function gammaQ(a: number, x: number): number {
  if (!(x > 0)) return 1;
  if (x === Infinity) return 0;
  if (a < 0.5 && x < 1.5) return smallShapeQ(a, x);
  if (x < a + 1) return 1 - poissonTerm(a, x) * lowerSeries(a, x);
  return poissonTerm(a, x) * a * upperFraction(a, x);
}

/**
 * a·x^(−a)·γ(a, x), which goes to 1 as x goes to 0: the lower incomplete gamma function without the power
 * that makes it underflow, or Γ(a) overflow.
 */
export function lowerGammaFactor(a: number, x: number): number {
  if (!(x > 0)) return 1;
  if (x < a + 1) return Math.exp(-x) * lowerSeries(a, x);
  return Math.exp(logGamma(a + 1) - a * Math.log(x)) * gammaP(a, x);
}

/** x^a·e^(−x)/Γ(a+1): a Poisson probability, and the factor of every formula here. */
export function poissonTerm(a: number, x: number): number {
  if (a < 10) {
    const logFactorial = a <= 0.5 ? logGammaOnePlus(a) : logGamma(a + 1);
    return Math.exp(a * Math.log(x) - x - logFactorial);
  }
  return Math.exp(-stirlingError(a) - deviance(a, x)) / Math.sqrt(2 * Math.PI * a);
}

/** a·log(a/x) + x − a, without cancellation where x is close to a. */
function deviance(a: number, x: number): number {
  const excess = (x - a) / a;
  const v = (x - a) / (x + a);
  if (Math.abs(v) > 0.1) return a * Math.log(a / x) + x - a;
  // excess − log1p(excess), where log1p(excess) = 2·atanh(v) and excess − 2v = v·excess.
  const square = v * v;
  let sum = 0;
  for (let k = 10; k >= 0; k--) sum = sum * square + 1 / (2 * k + 3);
  return a * (v * excess - 2 * v * square * sum);
}

/** Σ xⁿ/((a+1)…(a+n)). */
function lowerSeries(a: number, x: number): number {
  let term = 1;
  let sum = 1;
  for (let n = 1; term > sum * PRECISION; n++) {
    term *= x / (a + n);
    sum += term;
  }
  return sum;
}

/** Γ(a, x)/(x^a·e^(−x)) by Legendre's continued fraction, in Lentz's way with Thompson and Barnett's floor. */
function upperFraction(a: number, x: number): number {
  let b = x + 1 - a;
  let c = 1 / TINY;
  let d = 1 / b;
  let value = d;
  for (let n = 1; ; n++) {
    const numerator = n * (a - n);
    b += 2;
    d = 1 / nonZero(numerator * d + b);
    c = nonZero(b + numerator / c);
    const factor = c * d;
    value *= factor;
    // Twice the spacing of doubles: c·d is seldom 1 to the last bit, however long one goes on.
    if (!(Math.abs(factor - 1) >= 5e-16)) return value;
  }
}

/** Q for a < ½ and small x, where P is close to 1 and 1 − P would be noise. */
function smallShapeQ(a: number, x: number): number {
  const logarithm = a * Math.log(x) - logGammaOnePlus(a);
  // P = exp(logarithm)·[1 + a·Σ (−x)ⁿ/((a+n)·n!)]
  let term = 1;
  let sum = 0;
  for (let n = 1; Math.abs(term) > 1e-18; n++) {
    term *= -x / n;
    sum += term / (a + n);
  }
  return -Math.expm1(logarithm) - Math.exp(logarithm) * a * sum;
}

function nonZero(x: number): number {
  return Math.abs(x) < TINY ? TINY : x;
}
