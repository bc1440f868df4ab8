import { describe, expect, test } from "vitest";
import {
  gammaP,
  gammaQ,
  gammaQuantile,
  gammaRatio,
  logGamma,
  lowerGammaFactor,
  stirlingError,
} from "../../src/distributions/special/gamma.ts";
import { normalCdf, normalQuantile, scaledErfc } from "../../src/distributions/special/normal.ts";
import { integrate } from "../../src/distributions/special/quadrature.ts";
import { reference } from "../reference/reference.ts";
import { expectClose } from "./expect-close.ts";

type Rows = number[][];
interface Special {
  logGamma: Rows;
  gammaRatio: Rows;
  incompleteGamma: Rows;
  erfc: Rows;
  normalCdf: Rows;
  normalQuantile: Rows;
}
const { special } = reference<{ special: Special }>("laws");

describe("special functions against mpmath", () => {
  test("logGamma is relatively exact, also beside its zeros at 1 and 2", () => {
    for (const [x, value] of special.logGamma) expectClose(logGamma(x!), value!, 2e-14, `x = ${x}`);
  });

  test("gammaRatio loses nothing for large arguments", () => {
    for (const [x, p, value] of special.gammaRatio) {
      expectClose(gammaRatio(x!, p!), value!, 2e-14, `x = ${x}, p = ${p}`);
    }
  });

  test("gammaP and gammaQ are each relatively exact where they are not a difference from 1", () => {
    for (const [a, x, p, q] of special.incompleteGamma) {
      const where = `a = ${a}, x = ${x}`;
      // What one rounding of the logarithm of x^a·e^(−x) costs.
      const tolerance = 1e-14 + 4e-16 * Math.max(a! * Math.abs(Math.log(x!)), a!, x!);
      if (p! > 1e-290) expectClose(gammaP(a!, x!), p!, tolerance, `P ${where}`);
      if (q! > 1e-290) expectClose(gammaQ(a!, x!), q!, tolerance, `Q ${where}`);
    }
  });

  test("scaledErfc times e^(−x²) is erfc, to 3e-15 up to 26", () => {
    for (const [x, value] of special.erfc) {
      const erfc = Math.exp(-x! * x!) * scaledErfc(Math.abs(x!));
      expectClose(x! < 0 ? 2 - erfc : erfc, value!, 3e-15, `x = ${x}`);
    }
  });

  test("normalCdf to 5e-15 down to −37", () => {
    for (const [z, value] of special.normalCdf) expectClose(normalCdf(z!), value!, 5e-15, `z = ${z}`);
  });

  test("normalQuantile to 2e-14 from 1e-300 up", () => {
    for (const [p, value] of special.normalQuantile)
      expectClose(normalQuantile(p!), value!, 2e-14, `p = ${p}`);
    expect(normalQuantile(0.5)).toBeCloseTo(0, 15);
  });
});

describe("special functions by identities", () => {
  test("stirlingError is the same on both sides of 10, where its formula changes", () => {
    expectClose(stirlingError(10 - 1e-9), stirlingError(10 + 1e-9), 1e-9);
  });

  test("P and Q end at once far out, where no quotient is 1 to the last bit", () => {
    for (let k = 1; k <= 2000; k++) expect(gammaP(0.3, k * 1e30) - gammaQ(0.3, k * 1e30)).toBe(1);
  });

  test("lowerGammaFactor joins its two forms at x = a + 1", () => {
    for (const a of [0.1, 2, 50]) {
      expectClose(lowerGammaFactor(a, a + 1 - 1e-12), lowerGammaFactor(a, a + 1 + 1e-12), 1e-10);
    }
    expect(lowerGammaFactor(3, 0)).toBe(1);
  });

  test("gammaQuantile inverts P from shape 0.001 to 10⁶ and from p = 10⁻¹² to 1 − 10⁻¹²", () => {
    for (const a of [0.001, 0.05, 0.5, 1, 7, 1e3, 1e6]) {
      for (const p of [1e-12, 1e-3, 0.3, 0.5, 0.8, 0.999, 1 - 1e-12]) {
        const x = gammaQuantile(a, p);
        if (x === 0) expect(a).toBe(0.001);
        else if (p <= 0.5) expectClose(gammaP(a, x), p, 1e-11, `a = ${a}, p = ${p}`);
        else expectClose(gammaQ(a, x), 1 - p, 1e-11, `a = ${a}, p = ${p}`);
      }
    }
  });

  test("integrate is exact for a polynomial, a peak, a root at the edge and a jump at a given point", () => {
    expectClose(
      integrate((x) => x ** 7, [0, 2]),
      32,
      1e-15,
    );
    expectClose(
      integrate((x) => 1 / (1 + 1e8 * x * x), [-1, 1]),
      2e-4 * Math.atan(1e4),
      1e-12,
    );
    expectClose(integrate(Math.sqrt, [0, 1]), 2 / 3, 1e-12);
    expectClose(
      integrate((x) => (x < 0.3 ? 1 : 2), [0, 0.3, 1]),
      1.7,
      1e-15,
    );
    expect(integrate((x) => x, [1, 1])).toBe(0);
  });
});
