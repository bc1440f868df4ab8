import type { Strategy } from "./strategies.mjs";

export const cockatiel: Strategy;
export const cockatielWithBreaker: Strategy;
