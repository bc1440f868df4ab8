import type { WalkSettings } from "@mulligan/sat";
import type { SatMessage, SatReply } from "../sat/messages.ts";
import { SatSolver } from "../sat/solver.ts";

/** A request of a run to this thread. */
export interface ThreadRequest {
  readonly run: string;
  readonly arms: readonly WalkSettings[];
  readonly models: boolean;
  readonly races: boolean;
  /** One number for each formula of the run: not 0 when this worker has found a model. */
  readonly solved: SharedArrayBuffer;
  /** One number for this thread: not 0 when the request is to end. */
  readonly stop: SharedArrayBuffer;
  readonly files: readonly { readonly index: number; readonly name: string; readonly bytes: Uint8Array }[];
  readonly message: SatMessage;
}

interface OpenSolver {
  readonly files: string[];
  readonly given: Map<string, Uint8Array>;
  readonly solver: SatSolver;
}

/** The runs that were worked at last. */
const solvers = new Map<string, OpenSolver>();
const MAX_RUNS = 4;

/** Called by the pool: one thread of a worker, for the runs of several machines. */
export async function solveFor(request: ThreadRequest): Promise<SatReply> {
  const { files, given, solver } = solverOf(request);
  for (const { index, name, bytes } of request.files) {
    files[index] = name;
    given.set(name, bytes);
  }
  try {
    return await solver.solve(request.message);
  } finally {
    given.clear();
  }
}

function solverOf({ run, arms, models, races, solved, stop }: ThreadRequest): OpenSolver {
  const known = solvers.get(run);
  if (known !== undefined) return known;
  for (const oldest of solvers.keys()) {
    if (solvers.size < MAX_RUNS) break;
    solvers.delete(oldest);
  }
  const [files, given] = [[] as string[], new Map<string, Uint8Array>()];
  const solver = new SatSolver({ files, given, arms, models, races, solved, stop });
  const opened = { files, given, solver };
  solvers.set(run, opened);
  return opened;
}
