import { workerData } from "node:worker_threads";
import type { SatMessage, SatReply, SatShared } from "./messages.ts";
import { SatSolver } from "./solver.ts";

const shared = workerData as SatShared & {
  readonly files: string[];
  readonly given: Map<string, Uint8Array>;
};
const solver = new SatSolver(shared);

/** Handles a message in a thread of a run of `sat`; called by the pool. */
export const solve = (message: SatMessage) => solver.solve(message);

/** A message from another machine, with the formulas that it needs, by their index in the run. */
export interface SentMessage {
  readonly message: SatMessage;
  readonly formulas: readonly { readonly index: number; readonly name: string; readonly bytes: Uint8Array }[];
}

/** Handles a message in a thread of a cluster worker, which reads no files; called by the pool. */
export async function solveSent({ message, formulas }: SentMessage): Promise<SatReply> {
  for (const { index, name, bytes } of formulas) {
    shared.files[index] = name;
    shared.given.set(name, bytes);
  }
  try {
    return await solver.solve(message);
  } finally {
    shared.given.clear();
  }
}
