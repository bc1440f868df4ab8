import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/*
 * A process number is used again when its process has ended; the number and the start together identify a process. Linux
 * has starts in /proc, macOS has them from ps(1). Windows has neither, so there a process is known by its number only.
 */

/** The start of a process if the system does not say. */
const UNKNOWN = "";

let own: string | undefined;

/** Returns when this process began. It is looked up once, since to start ps takes some milliseconds. */
export function ownStart(): string {
  own ??= startOf(process.pid) ?? UNKNOWN;
  return own;
}

/** True if the process that had this number, and a start for which `isStart` is true, still runs. */
export function stillRuns(pid: number, isStart: (start: string) => boolean): boolean {
  const start = startOf(pid);
  return start !== undefined && (start === UNKNOWN || isStart(UNKNOWN) || isStart(start));
}

/** Returns when a process began; undefined if it has ended or is a zombie, which holds no files. */
function startOf(pid: number): string | undefined {
  try {
    // The files decide, not the name of the system: /proc may be missing on Linux, too.
    return existsSync("/proc/self/stat") ? startInProc(pid) : startFromPs(pid);
  } catch {
    return isTaken(pid) ? UNKNOWN : undefined;
  }
}

function startInProc(pid: number): string | undefined {
  const text = readFileSync(`/proc/${pid}/stat`, "latin1");
  // The name in parentheses may hold anything; the third field follows the last of them.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [state, start] = [fields[0], fields[19]];
  // The ticks count from the boot, so the boot is part of the result.
  return state === "Z" || state === "X" ? undefined : `${bootId()}:${start}`;
}

function bootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
  } catch {
    return "";
  }
}

const PS_WORDS = ["-o", "stat=", "-o", "lstart=", "-p"];
/** The date must be the same for every reader, in whichever language and time zone. */
const PS_ENVIRONMENT = { LC_ALL: "C", TZ: "UTC0" };

function startFromPs(pid: number): string | undefined {
  const text = execFileSync("/bin/ps", [...PS_WORDS, String(pid)], {
    encoding: "utf8",
    env: PS_ENVIRONMENT,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [, state, start] = /^(\S+)\s+(.*\S)\s*$/.exec(text)!;
  return state.startsWith("Z") ? undefined : start;
}

/** True if some process has this number. */
function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
