import { countUpTo } from "../problem/lattice.ts";
import { type ComposedLaw, requireProbability } from "./law.ts";

/** Each power's sums take as much room as the data; a search over many powers must not keep them all. */
const MAX_POWERS = 8;

/**
 * Makes the law of measured times, each equally likely. Draws resample the data (inverse-transform resampling in the
 * paper's experiments). `source` names the data in the notation.
 */
export function empirical(times: ArrayLike<number>, source = "data"): ComposedLaw {
  const sorted = Float64Array.from(times).sort();
  const count = sorted.length;
  if (!(count > 0)) throw new RangeError("empirical: there must be at least one time, got none");
  for (let i = 0; i < count; i++) {
    if (!(sorted[i] >= 0 && sorted[i] < Infinity)) {
      throw new RangeError(`empirical: each time must be a finite number of at least 0, got ${sorted[i]}`);
    }
  }
  const rank = (time: number) => countUpTo(sorted, time);
  const sums = prefixSums(sorted);
  const byPower = new Map<number, Float64Array>();
  const sumsOf = (power: number) => {
    const known = power === 1 ? sums : byPower.get(power);
    if (known !== undefined) return known;
    const made = prefixSums(sorted.map((time) => time ** power));
    if (byPower.size === MAX_POWERS) byPower.clear();
    byPower.set(power, made);
    return made;
  };
  let distinct: number[] | undefined;
  return {
    name: `empirical(${/^[\w./+-]+$/.test(source) ? source : JSON.stringify(source)})`,
    composition: { kind: "atoms", times: sorted },
    mean: sums[count] / count,
    support: { low: sorted[0], high: sorted[count - 1] },
    get breaks() {
      distinct ??= Array.from(sorted).filter((time, i) => i === 0 || time !== sorted[i - 1]);
      return distinct;
    },
    sample: (random) => sorted[Math.floor(random.uniform() * count)],
    cdf: (time) => rank(time) / count,
    survival: (time) => (count - rank(time)) / count,
    quantile(p) {
      requireProbability("empirical", "p", p);
      let index = Math.max(0, Math.ceil(p * count) - 1);
      if ((index + 1) / count < p)
        index++; // the product above was rounded
      else if (index > 0 && index / count >= p) index--;
      return sorted[index];
    },
    meanMin(time) {
      const completed = rank(time);
      if (completed === count) return sums[count] / count;
      return (sums[completed] + Math.max(time, 0) * (count - completed)) / count;
    },
    partialMoment(power, time) {
      const completed = rank(time);
      return power === 0 ? completed / count : sumsOf(power)[completed] / count;
    },
  };
}

/**
 * sums[i] = the sum of the first i values, each with Neumaier's compensation: a plain running sum of a
 * million values is off by up to 10⁻¹⁰ of itself.
 */
export function prefixSums(values: ArrayLike<number>): Float64Array {
  const sums = new Float64Array(values.length + 1);
  let sum = 0;
  let lost = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    const next = sum + value;
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
    // ∞ − ∞ would make every later sum NaN where it is honestly infinite.
    if (sum === Infinity) lost = 0;
    sums[i + 1] = sum + lost;
  }
  return sums;
}
