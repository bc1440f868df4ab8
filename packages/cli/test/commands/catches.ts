import { readFileSync } from "node:fs";
import { constants } from "node:os";

/** Whether a process has a handler for a signal: the kernel's mask of those it catches has a bit for each. */
export function catches(pid: number, signal: NodeJS.Signals): boolean {
  const [, mask] = /^SigCgt:\s*(\w+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))!;
  return ((BigInt(`0x${mask}`) >> BigInt(constants.signals[signal] - 1)) & 1n) === 1n;
}
