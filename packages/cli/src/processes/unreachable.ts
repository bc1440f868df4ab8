import { readFileSync } from "node:fs";
import { allProcesses, entryOf, type ProcessEntry, signalGroup } from "./process-group.ts";

/*
 * A program may start others as another user, as sudo does. This process may not signal these (EPERM). A signal to the
 * group reaches those members that it may signal, and fails only if there are none. They are found by /proc.
 */

/** The living members of a group, and of these processes that left it, that this process may not signal. */
export function unreachableOf(group: number, others: readonly ProcessEntry[]): number[] {
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
export async function goneOrStopped(look: () => readonly number[], stop: AbortSignal): Promise<boolean> {
  while (look().length > 0) {
    if (stop.aborted) return false;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return true;
}

/** Names processes that cannot be ended. */
export function unreachableText(pids: readonly number[]): string {
  const names = pids.map((pid) => `process ${pid} (${commandOf(pid)})`).join(" and ");
  return `${names} cannot be ended: the system does not permit SIGTERM and SIGKILL to another user (EPERM); no other try takes this place before the end`;
}

const LONGEST_COMMAND = 100;

function commandOf(pid: number): string {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").join(" ").trim();
    return words.slice(0, LONGEST_COMMAND);
  } catch {
    return "of an unknown name";
  }
}
