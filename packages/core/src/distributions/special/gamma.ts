import { normalQuantile } from "./normal.ts";

const HALF_LOG_TWO_PI = 0.9189385332046728;
/** 1 − Euler's constant. */
const LINEAR = 0.42278433509846713;
/** (−1)^k·(ζ(k) − 1)/k from k = 2: the Taylor series of log Γ(2 + z), exact to a double for |z| ≤ ½. */
const TAYLOR = [
  0.3224670334241132, -0.0673523010531981, 0.020580808427784546, -0.007385551028673986, 0.0028905103307415234,
  -0.001192753911703261, 0.0005096695247430425, -0.00022315475845357939, 9.945751278180853e-5,
  -4.492623673813314e-5, 2.050721277567069e-5, -9.439488275268397e-6, 4.374866789907488e-6,
  -2.039215753801366e-6, 9.55141213040742e-7, -4.492469198764566e-7, 2.1207184805554665e-7,
  -1.0043224823968099e-7, 4.7698101693639804e-8, -2.2711094608943164e-8, 1.0838659214896955e-8,
  -5.183475041970047e-9, 2.4836745438024785e-9, -1.1921401405860912e-9, 5.731367241678862e-10,
  -2.7595228851242334e-10, 1.330476437424449e-10, -6.4229645638381e-11,
];

/** log Γ(x) for x > 0, to full relative precision, also at its zeros 1 and 2. */
export function logGamma(x: number): number {
  if (x === Infinity) return Infinity;
  if (x >= 10) return (x - 0.5) * Math.log(x) - x + HALF_LOG_TWO_PI + stirlingError(x);
  if (x < 0.5) return logGammaOnePlus(x) - Math.log(x);
  if (x < 1.5) return logGammaOnePlus(x - 1);
  // Γ(x) = (x−1)(x−2)…·Γ(x−m): down to the neighbourhood of 2.
  let product = 1;
  let y = x;
  while (y > 2.5) product *= --y;
  return Math.log(product) + aroundTwo(y - 2);
}

/** log Γ(1 + z) for −½ ≤ z ≤ ½, relatively exact for tiny z, where 1 + z has forgotten it. */
function logGammaOnePlus(z: number): number {
  return aroundTwo(z) - Math.log1p(z);
}

/** The error of Stirling's formula: log Γ(x) − [(x−½)·log x − x + ½·log 2π] (Loader 2000). */
export function stirlingError(x: number): number {
  if (x < 10) return logGamma(x) - ((x - 0.5) * Math.log(x) - x + HALF_LOG_TWO_PI);
  const s = 1 / (x * x);
  const series =
    1 / 12 -
    s * (1 / 360 - s * (1 / 1260 - s * (1 / 1680 - s * (1 / 1188 - s * (691 / 360360 - s * (1 / 156))))));
  return series / x;
}

/**
 * Γ(x + power)/Γ(x), for x > 0 and x + power > 0. The difference of two logarithms would lose as many digits
 * as log Γ has before the point; for large x their Stirling forms are subtracted term by term instead.
 */
export function gammaRatio(x: number, power: number): number {
  if (Number.isInteger(power) && Math.abs(power) <= 16) {
    let product = 1;
    for (let i = 0; i < power; i++) product *= x + i;
    for (let i = -1; i >= power; i--) product /= x + i;
    return product;
  }
  if (x >= 10 && x + power >= 10) {
    const logarithm =
      (x + power - 0.5) * Math.log1p(power / x) - power + stirlingError(x + power) - stirlingError(x);
    return Math.exp(logarithm) * x ** power;
  }
  return Math.exp(logGamma(x + power) - logGamma(x));
}

function aroundTwo(z: number): number {
  let sum = 0;
  for (let k = TAYLOR.length - 1; k >= 0; k--) sum = sum * z + TAYLOR[k];
  return z * (LINEAR + z * sum);
}

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
function poissonTerm(a: number, x: number): number {
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

/**
 * The x with P(a, x) = p, for 0 < p < 1. Newton's method on log P (or log Q, whichever is smaller) as a
 * function of log x, where both tails are nearly straight lines; kept inside a bracket that shrinks.
 */
export function gammaQuantile(a: number, p: number): number {
  const upper = p > 0.5;
  const target = Math.log(upper ? 1 - p : p);
  let low = -Infinity;
  let high = Infinity;
  let u = Math.log(firstGuess(a, p));
  for (let i = 0; i < 200; i++) {
    const x = Math.exp(u);
    const probability = upper ? gammaQ(a, x) : gammaP(a, x);
    const error = Math.log(probability) - target;
    if (upper ? error < 0 : error > 0) high = u;
    else low = u;
    // d log P / d log x = x·density/P, and x·density = a·x^a·e^(−x)/Γ(a+1)
    const slope = ((upper ? -a : a) * poissonTerm(a, x)) / probability;
    let next = u - error / slope;
    if (!(next > low && next < high)) next = between(low, high);
    if (Math.abs(next - u) <= 1e-16 * Math.max(1, Math.abs(u)) || next === low || next === high) {
      return Math.exp(next);
    }
    u = next;
  }
  return Math.exp(u);
}

/** The leading term of the lower tail, x^a/Γ(a+1) = p, or Wilson and Hilferty's cube (1931). */
function firstGuess(a: number, p: number): number {
  const cube = 1 - 1 / (9 * a) + normalQuantile(p) / (3 * Math.sqrt(a));
  const central = a * cube * cube * cube;
  if (cube > 0 && central > 0.2 * a) return central;
  return Math.max(Math.exp((Math.log(p) + logGamma(a + 1)) / a), 1e-300);
}

function between(low: number, high: number): number {
  if (low === -Infinity) return high - Math.max(1, Math.abs(high));
  if (high === Infinity) return low + Math.max(1, Math.abs(low));
  return (low + high) / 2;
}
