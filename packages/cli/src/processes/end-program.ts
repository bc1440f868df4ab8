import { readFileSync } from "node:fs";
import { hideSecrets } from "../shell/secrets.ts";
import {
  allProcesses,
  descendantsOf,
  endGroup,
  entryOf,
  kill,
  type ProcessEntry,
  signalGroup,
} from "./process-group.ts";

/*
 * A program may start others as another user, as sudo does. This process may not signal these (EPERM). A signal to the
 * group reaches those members that it may signal, and fails only if there are none. They are found by /proc.
 */

/** How a program is ended. */
interface Ending {
  /** The time between SIGTERM and SIGKILL. */
  readonly graceMs: number;
  /** The run is over. */
  readonly stop: AbortSignal;
  /** Ends the grace at once. */
  readonly hurry: AbortSignal;
  /** Called if a process has left the group: others may not be found. */
  onDaemon?(): void;
  /** Called with a sentence that names processes which may not be ended. */
  onUnreachable?(text: string): void;
}

/**
 * Ends the group and the processes that left it. Processes that it may not end are named, and it waits for them, so that no other try runs
 * beside them. Resolves to false if some are left when the run is over.
 */
export async function endProgram(group: number, run: Ending): Promise<boolean> {
  const { graceMs, hurry, stop, onDaemon, onUnreachable } = run;
  // Before the group is ended: afterwards their parents are gone.
  const daemons = daemonsOf(group);
  if (daemons.length > 0) onDaemon?.();
  await endGroup(group, graceMs, hurry);
  for (const { pid, start } of daemons) {
    // Another process may have its number now.
    if (entryOf(pid)?.start === start) kill(pid);
  }
  const unreachable = unreachableOf(group, daemons);
  if (unreachable.length === 0) return true;
  onUnreachable?.(unreachableText(unreachable));
  return goneOrStopped(() => unreachableOf(group, daemons), stop);
}

/**
 * The processes that left the group and have a living parent in it. Those whose parent has ended are found by their mark (`watchdog.ts`),
 * unless they have dropped their environment.
 */
function daemonsOf(group: number): ProcessEntry[] {
  return descendantsOf(group).filter((entry) => entry.group !== group && !isWatchdog(entry.pid));
}

/** The watchdog of a run inside this one has work to do when that run is gone, and ends by itself. */
function isWatchdog(pid: number): boolean {
  try {
    return /\/watchdog(-main)?\.js\0MULLIGAN_RUN=/.test(readFileSync(`/proc/${pid}/cmdline`, "latin1"));
  } catch {
    return false;
  }
}

/** The living members of a group, and of these processes that left it, that this process may not signal. */
function unreachableOf(group: number, others: readonly ProcessEntry[]): number[] {
  const leftGroup = others.filter(({ pid, start }) => entryOf(pid)?.start === start).map(({ pid }) => pid);
  return [...new Set([...membersOf(group), ...leftGroup])].filter(isRefused);
}

function membersOf(group: number): number[] {
  // Reading all of /proc takes some milliseconds, and most groups are gone.
  if (!signalGroup(group, 0)) return [];
  return allProcesses()?.filter((pid) => entryOf(pid)?.group === group) ?? [];
}

function isRefused(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

const LOOK_EVERY_MS = 100;

/** Resolves to true when they are gone, to false if `stop` is given before. */
async function goneOrStopped(look: () => readonly number[], stop: AbortSignal): Promise<boolean> {
  while (look().length > 0) {
    if (stop.aborted) return false;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return true;
}

/** Names processes that cannot be ended. */
function unreachableText(pids: readonly number[]): string {
  const names = pids.map((pid) => `process ${pid} (${commandOf(pid)})`).join(" and ");
  return `${names} cannot be ended: the system refuses SIGTERM and SIGKILL to the process of another user (EPERM); its slot stays busy until it ends`;
}

const LONGEST_COMMAND = 100;

function commandOf(pid: number): string {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    return hideSecrets(words).join(" ").trim().slice(0, LONGEST_COMMAND);
  } catch {
    return "of an unknown name";
  }
}
