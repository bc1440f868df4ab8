import { workerData } from "piscina";
import type { SatMessage, SatShared } from "./messages.ts";
import { SatSolver } from "./solver.ts";

const solver = new SatSolver(workerData as SatShared);

/** Called by the pool: a thread of a run of `sat`. */
export const solve = (message: SatMessage) => solver.solve(message);
