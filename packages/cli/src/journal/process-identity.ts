import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * When a process began, as a word that only it has: with the number, which will be given away again,
 * this tells a process for sure. Undefined if there is no such process.
 */
export function startOf(pid: number): string | undefined {
  if (process.platform === "linux") return startInProc(pid);
  try {
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim() || undefined;
  } catch {
    return undefined;
  }
}

function startInProc(pid: number): string | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name in parentheses may hold anything; the third field follows the last of them.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const [state, start] = [fields[0], fields[19]];
    // A zombie holds nothing any more. The ticks count from the boot, so the boot is part of the word.
    return state === "Z" || state === "X" ? undefined : `${bootOf()}:${start}`;
  } catch {
    return undefined;
  }
}

function bootOf(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
  } catch {
    return "";
  }
}
