import type { Situation } from "./situations.mjs";

export function usualP95(situation: Situation, seed: number): Promise<number>;
