import { exitCode } from "../shell/exit.ts";
import type { StopReason } from "./stopping.ts";

/** The exit code of a run that ended so; `reached` if all came to pass that was asked for. */
export function codeOf(reason: StopReason, reached: boolean): number {
  if (reason === "interrupted") return exitCode.interrupted;
  // The budget may end while the last program that won is still being cleared away.
  if (reached) return exitCode.done;
  return reason === "budget" ? exitCode.budget : exitCode.unsolved;
}
