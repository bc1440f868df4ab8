import type { State } from "mulligan/client";

type Arm = State["arms"][number];

/** The arms whose curves are drawn: those that were tried most, in their order. */
export function drawnArms(arms: readonly Arm[], most: number): Arm[] {
  const tried = arms.filter(({ curve }) => curve.length > 0);
  const first = tried.toSorted((a, b) => b.decisions - a.decisions).slice(0, most);
  return tried.filter((arm) => first.includes(arm));
}

export type Row = (number | null)[];

/**
 * Curves of several arms for one chart: all their cutoffs, then of each arm its rates and the ends of its band, then
 * the best cutoffs. `per` multiplies rates.
 */
export function curveRows(arms: readonly Arm[], per: number): Row[] {
  const places = new Set<number>();
  for (const { curve, bestCutoff } of arms) {
    for (const { cutoff } of curve) if (isPlace(cutoff)) places.add(cutoff);
    if (bestCutoff !== null && isPlace(bestCutoff)) places.add(bestCutoff);
  }
  const cutoffs = [...places].sort((a, b) => a - b);
  const rows: Row[] = [cutoffs];
  for (const { curve } of arms) {
    const at = new Map(curve.map((point) => [point.cutoff, point]));
    const row = (field: "rate" | "low" | "high") =>
      cutoffs.map((cutoff) => {
        const value = at.get(cutoff)?.[field];
        return value === undefined || !Number.isFinite(value) ? null : value * per;
      });
    rows.push(row("rate"), row("high"), row("low"));
  }
  const best = new Map(arms.map(({ bestCutoff, bestRate }) => [bestCutoff, bestRate]));
  rows.push(
    cutoffs.map((cutoff) => {
      const rate = best.get(cutoff);
      return rate == null ? null : rate * per;
    }),
  );
  return rows;
}

/** From where to where an axis goes: round numbers, so that it stays as it is while the curve grows a little. */
export function roundEnds(places: Row): { readonly from: number; readonly to: number } | undefined {
  const [first, last] = [places[0], places.at(-1)];
  if (first == null || last == null) return undefined;
  const power = (value: number) => 10 ** Math.floor(Math.log10(value));
  const steps = (value: number) => [0.5, 1, 2, 5, 10].map((step) => step * power(value));
  const from = steps(first).findLast((step) => step <= first)!;
  const to = steps(last).find((step) => step >= last)!;
  return { from, to: to > from ? to : 2 * from };
}

function isPlace(cutoff: number): boolean {
  return cutoff > 0 && cutoff < Infinity;
}
