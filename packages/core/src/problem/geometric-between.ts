/**
 * The number a `share` of the way from one to another on a logarithmic scale; both ends exact. By logarithms where the
 * ratio is too large for a number, as that of 10³⁰⁰ and 10⁻³⁰⁰ is.
 */
export function geometricBetween(from: number, to: number, share: number): number {
  if (share === 0 || share === 1) return share === 0 ? from : to;
  const ratio = to / from;
  if (ratio < Infinity) return from * Math.exp(Math.log(ratio) * share);
  return Math.exp((1 - share) * Math.log(from) + share * Math.log(to));
}
