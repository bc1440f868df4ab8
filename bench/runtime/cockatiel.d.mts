import type { Strategy } from "./strategies.mjs";

export const cockatiel: Strategy;
