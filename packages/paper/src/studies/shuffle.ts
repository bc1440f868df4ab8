import type { Random } from "@mulligan/core/random";

/** Puts the values into a random order, in place (Fisher and Yates). */
export function shuffle<Values extends number[] | Float64Array>(values: Values, random: Random): Values {
  for (let last = values.length - 1; last > 0; last--) {
    const other = Math.floor(random.uniform() * (last + 1));
    [values[last], values[other]] = [values[other], values[last]];
  }
  return values;
}
