import { exponential } from "../../src/distributions/exponential.ts";
import { conformsAsLaw } from "./law-conformance.ts";

conformsAsLaw(exponential(1), { refused: [0, -1, NaN, Infinity].map((mean) => () => exponential(mean)) });
conformsAsLaw(exponential(1e-6));
