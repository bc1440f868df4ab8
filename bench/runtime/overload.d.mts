import type { Situation } from "./situations.mjs";

export function overload(given?: { processes?: number; busy?: number; calls?: number }): Situation;
export function spike(given?: { busy?: number; spikeBusy?: number; seconds?: number }): Situation;
export function databaseSpike(given?: { spikeFromMs?: number; seconds?: number }): Situation;
