import { gamma } from "../../src/distributions/gamma.ts";
import { conformsAsLaw } from "./law-conformance.ts";

const bad = [0, -1, NaN, Infinity];
conformsAsLaw(gamma(3, 0.5), {
  refused: [...bad.flatMap((value) => [() => gamma(value, 1), () => gamma(1, value)]), () => gamma(1e8, 1)],
});
conformsAsLaw(gamma(0.3, 2));
conformsAsLaw(gamma(900, 0.01));
