/** Φ(z): the chance that a standard normal variate is at most z; relatively exact in the lower tail. */
export function normalCdf(z: number): number {
  if (z > 0) return 1 - normalCdf(-z);
  return expMinusHalfSquare(z) * scaledNormalCdf(z);
}

/** Φ(z)·e^(z²/2) for z ≤ 0. */
export function scaledNormalCdf(z: number): number {
  return 0.5 * scaledErfc(-z * Math.SQRT1_2);
}

/** e^(−z²/2): the square is split so that its rounding error, z² times as harmful, does not enter. */
export function expMinusHalfSquare(z: number): number {
  const coarse = Math.fround(z);
  if (!(Math.abs(coarse) < 1e3)) return Number.isNaN(z) ? NaN : 0;
  return Math.exp(-0.5 * coarse * coarse) * Math.exp(0.5 * (coarse - z) * (coarse + z));
}

/**
 * The z with Φ(z) = p, for 0 < p < 1. A rational start good to 4.5·10⁻⁴ (Abramowitz and Stegun 26.2.23),
 * then Halley's method, each step of which triples the digits.
 */
export function normalQuantile(p: number): number {
  if (p > 0.5) return -normalQuantile(1 - p);
  const t = Math.sqrt(-2 * Math.log(p));
  let z =
    (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))) - t;
  if (z > 0) z = 0;
  for (let i = 0; i < 3; i++) {
    // (Φ(z) − p)/φ(z), with φ(z) = e^(−z²/2)/√(2π)
    const step = Math.sqrt(2 * Math.PI) * (scaledNormalCdf(z) - p / expMinusHalfSquare(z));
    z -= step / (1 + 0.5 * z * step);
    if (z > 0) z = 0;
  }
  return z;
}

/**
 * Chebyshev coefficients of e^(x²)·erfc(x)/t in t = 2/(2 + x), which maps [0, ∞] to [1, 0]; printed
 * by test/reference/make-laws.py. The next one is 1.5·10⁻¹⁸.
 */
const CHEBYSHEV = [
  1.1540674772329393, 0.3554369212704985, 0.06509515882878653, 0.003671142395836639, -0.0011128447433526325,
  -0.0001607582991537808, 3.278031574173137e-5, 5.442441645505016e-6, -1.5154665553171482e-6,
  -1.4297608181169865e-7, 8.234608827419493e-8, -1.2962846852306563e-9, -4.154721631015199e-9,
  6.347058278362811e-10, 1.4320822712256225e-10, -6.160390105204585e-11, 2.0612138554721698e-12,
  3.5714931488477042e-12, -8.586422843251796e-13, -6.14560021379063e-14, 7.418725748596617e-14,
  -1.2895042755032325e-14, -2.358726385710632e-15, 1.5729349381685912e-15, -2.2782966239546465e-16,
  -6.31233045075643e-17, 3.5916763531814925e-17, -5.049809149847729e-18,
];

/** e^(x²)·erfc(x) for x ≥ 0: what is left of erfc when its fall is taken out. */
export function scaledErfc(x: number): number {
  const t = 2 / (2 + x);
  const y = 2 * (2 * t - 1);
  let previous = 0;
  let current = 0;
  for (let k = CHEBYSHEV.length - 1; k > 0; k--) {
    const next = y * current - previous + CHEBYSHEV[k];
    previous = current;
    current = next;
  }
  return t * (0.5 * (y * current + CHEBYSHEV[0]) - previous);
}
