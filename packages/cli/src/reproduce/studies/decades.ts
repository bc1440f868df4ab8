/** From 10^from to 10^to, both among them, `perDecade` of them in each factor of ten. */
export function decades(from: number, to: number, perDecade: number): number[] {
  const count = Math.round((to - from) * perDecade);
  return Array.from({ length: count + 1 }, (_, i) => 10 ** (from + i / perDecade));
}
