import { existsSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import { PROC } from "../../../../soak/marked.mjs";

/** Whether a process has a handler for a signal: the kernel's mask of those it catches has a bit for each. */
export function catches(pid: number, signal: NodeJS.Signals): boolean {
  if (!existsSync(PROC)) return listensByNow(pid);
  const [, mask] = /^SigCgt:\s*(\w+)$/m.exec(readFileSync(`${PROC}/${pid}/status`, "utf8"))!;
  return ((BigInt(`0x${mask}`) >> BigInt(constants.signals[signal] - 1)) & 1n) === 1n;
}

/** Longer than the command takes to listen, where nothing shows it. */
const LISTENS_AFTER_MS = 3_000;
const firstLooks = new Map<number, number>();

function listensByNow(pid: number): boolean {
  const now = performance.now();
  const first = firstLooks.get(pid) ?? now;
  firstLooks.set(pid, first);
  return now - first > LISTENS_AFTER_MS;
}
