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
