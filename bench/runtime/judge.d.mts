import type { Played } from "./play.mjs";
import type { Situation } from "./situations.mjs";
import type { Strategy } from "./strategies.mjs";

export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly most: number;
  readonly holds: boolean;
}

/** Strategies that a situation may be compared with by name. */
export const comparedWith: readonly Strategy[];
export function judge(
  situation: Situation,
  strategy: Strategy,
  seed: number,
): Promise<{ readonly played: Played; readonly figures: readonly Figure[]; readonly holds: boolean }>;
