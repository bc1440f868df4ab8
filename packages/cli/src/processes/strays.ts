import { readFileSync } from "node:fs";
import { descendantsOf, entryOf, type ProcessEntry } from "./process-table.ts";

/** Looks after processes that left the group of the program that started them, as daemons do. */
export interface Strays {
  began(group: number): void;
  /** Those that can be seen to belong to a group. To be asked before it is ended: afterwards nobody knows. */
  of(group: number): readonly ProcessEntry[];
  /** The group is gone: so are these, and all others that can only be of programs that have ended. */
  ended(group: number, known: readonly ProcessEntry[]): void;
}

/**
 * `members` lists all processes of the run, where it has a cgroup. Without one only those are found whose parent lives
 * still, and `onStray` is called when there are some: there may be others. One whose parent is gone may be of any program that was running when it was seen first: it is ended when
 * all of these are.
 */
export function watchStrays(members: () => readonly number[] | undefined, onStray?: () => void): Strays {
  const groups = new Set<number>();
  /** By number and start, the groups it may be of. */
  const suspects = new Map<string, Set<number>>();

  /** Those outside all groups that run, each with the group that it comes from; undefined if that is not to be seen. */
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
      .filter((entry) => !groups.has(entry.group) && !isGuardian(entry.pid))
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
      if (possible.size === 0) kill(entry);
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
      if (known.length > 0) onStray?.();
      return known;
    },
    ended(group, known) {
      groups.delete(group);
      for (const entry of known) kill(entry);
      for (const possible of suspects.values()) possible.delete(group);
      killSuspects();
    },
  };
}

function nameOf({ pid, start }: ProcessEntry): string {
  return `${pid} ${start}`;
}

function kill(entry: ProcessEntry): void {
  // Its number may be another's by now.
  if (entryOf(entry.pid)?.start !== entry.start) return;
  try {
    process.kill(entry.pid, "SIGKILL");
  } catch {
    // gone already
  }
}

/** The guardian of a run inside this one has work to do when that run is gone, and goes by itself. */
function isGuardian(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "latin1").includes("/guardian-main.js\0MULLIGAN_RUN=");
  } catch {
    return false;
  }
}
