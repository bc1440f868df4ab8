import type { Situations } from "./situations.mjs";

export function tailSituations(given?: { calls?: number }): Situations;
