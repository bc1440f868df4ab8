import { lineColour } from "../charts/colours.ts";
import type { ChartLine } from "../charts/moving-chart.tsx";

/** So that lines are told apart without their colours. */
const DASHES: readonly (readonly number[])[] = [[], [10, 4], [3, 3], [12, 3, 3, 3], [6, 2], [2, 5]];

export function dashOf(place: number): { readonly dash?: readonly number[] } {
  const dash = DASHES[place % DASHES.length];
  return dash.length === 0 ? {} : { dash };
}

/** One line a policy, the same in every figure. */
export function policyLine(label: string, place: number): ChartLine {
  return { label, colour: lineColour(place), ...dashOf(place) };
}
