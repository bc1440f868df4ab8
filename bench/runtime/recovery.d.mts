import type { Situations } from "./situations.mjs";

/** The replica refuses from a third of the time on, for three tenths of it. */
export function refusingReplicas(given?: { seconds?: number }): Situations;
export function recoverySituations(): Situations;
