/** Makes shares that add up to 1 of their logarithms, up to a constant, in place. */
export function fromLogs(shares: Float64Array): Float64Array {
  let largest = -Infinity;
  for (let i = 0; i < shares.length; i++) if (shares[i] > largest) largest = shares[i];
  let sum = 0;
  for (let i = 0; i < shares.length; i++) sum += shares[i] = Math.exp(shares[i] - largest);
  for (let i = 0; i < shares.length; i++) shares[i] /= sum;
  return shares;
}
