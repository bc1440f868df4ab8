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
export function logGammaOnePlus(z: number): number {
  return aroundTwo(z) - Math.log1p(z);
}

/** What Stirling's formula misses: log Γ(x) − [(x−½)·log x − x + ½·log 2π] (Loader 2000). */
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
