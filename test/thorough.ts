/**
 * True in the project `thorough` of vitest.config.ts, which `npm run soak` runs: tests then play more seeds, kills and
 * faults. `npm test` plays the few that keep it short.
 */
export const isThorough = process.env.MULLIGAN_THOROUGH !== undefined;
