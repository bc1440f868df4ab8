import { readFileSync } from "node:fs";
import { descendantsOf, entryOf, kill, type ProcessEntry } from "./process-group.ts";

/** Finds and kills processes that left the group of their program, as daemons do. */
export interface Daemons {
  began(group: number): void;
  /** The daemons of a group. Must be called before the group is ended, since afterwards their origin does not show. */
  of(group: number): readonly ProcessEntry[];
  /** Kills the daemons `known` of a group that has ended, and all others that can only be of ended programs. */
  ended(group: number, known: readonly ProcessEntry[]): void;
}

/**
 * Starts watching for daemons. `members` lists all processes of the run, if it has a cgroup. Without a cgroup, only processes with a living
 * parent are found, and `onDaemon` is called if there are any, since there may be others. A daemon whose parent has ended may belong to any
 * program that was running when the daemon was first found, so it is killed when all of these have ended.
 */
export function watchDaemons(members: () => readonly number[] | undefined, onDaemon?: () => void): Daemons {
  const groups = new Set<number>();
  /** The groups that a daemon without a parent may be of, by number and start. */
  const suspects = new Map<string, Set<number>>();

  /** The processes outside all groups, each with the group that it comes from, if its parents show it. */
  function outside(): { readonly entry: ProcessEntry; readonly from: number | undefined }[] {
    const entries = new Map<number, ProcessEntry>();
    for (const pid of members() ?? []) {
      const entry = entryOf(pid);
      if (entry !== undefined) entries.set(pid, entry);
    }
    const originOf = (entry: ProcessEntry): number | undefined => {
      const seen = new Set<number>();
      for (let at: ProcessEntry | undefined = entry; at !== undefined && !seen.has(at.pid); ) {
        if (groups.has(at.group)) return at.group;
        seen.add(at.pid);
        at = entries.get(at.parent);
      }
      return undefined;
    };
    return [...entries.values()]
      .filter((entry) => !groups.has(entry.group) && !isWatchdog(entry.pid))
      .map((entry) => ({ entry, from: originOf(entry) }));
  }

  function killSuspects(): void {
    const living = new Set<string>();
    for (const { entry, from } of outside()) {
      if (from !== undefined) continue;
      const name = nameOf(entry);
      living.add(name);
      const possible = suspects.get(name) ?? new Set(groups);
      suspects.set(name, possible);
      if (possible.size === 0) killEntry(entry);
    }
    for (const name of suspects.keys()) if (!living.has(name)) suspects.delete(name);
  }

  return {
    began: (group) => void groups.add(group),
    of(group) {
      if (members() !== undefined) {
        return outside()
          .filter(({ from }) => from === group)
          .map(({ entry }) => entry);
      }
      const known = descendantsOf(group).filter((entry) => entry.group !== group);
      if (known.length > 0) onDaemon?.();
      return known;
    },
    ended(group, known) {
      groups.delete(group);
      for (const entry of known) killEntry(entry);
      for (const possible of suspects.values()) possible.delete(group);
      killSuspects();
    },
  };
}

function nameOf({ pid, start }: ProcessEntry): string {
  return `${pid} ${start}`;
}

function killEntry(entry: ProcessEntry): void {
  // Another process may have its number now.
  if (entryOf(entry.pid)?.start === entry.start) kill(entry.pid);
}

/** The watchdog of a run inside this one has work to do when that run is gone, and ends by itself. */
function isWatchdog(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "latin1").includes("/watchdog-main.js\0MULLIGAN_RUN=");
  } catch {
    return false;
  }
}
