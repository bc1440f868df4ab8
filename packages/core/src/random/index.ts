/** @mulligan/core/random: The seeded generator and its independent streams. */

export type { Random } from "./random.ts";
export { type GeneratorState, Xoshiro128 } from "./random.ts";
export { stream } from "./stream.ts";
