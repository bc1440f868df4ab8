import { dot, meanOf } from "./sums.ts";

/** A line through points by least squares; level where all points have the same x. */
export function fitLine(
  x: readonly number[],
  y: readonly number[],
): { readonly start: number; readonly slope: number } {
  const [meanX, meanY] = [meanOf(x), meanOf(y)];
  const centred = x.map((value) => value - meanX);
  const spread = dot(centred, centred);
  const slope = spread > 0 ? dot(centred, y) / spread : 0;
  return { start: meanY - slope * meanX, slope };
}
