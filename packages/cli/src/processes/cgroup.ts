import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { kill } from "./process-group.ts";

/**
 * A control group (cgroup v2, Linux) that this process entered. All processes that it starts from then on stay in it, also
 * those that leave their process group, session and environment, as `env -i setsid` does.
 */
export interface Cgroup {
  readonly path: string;
  /** All processes in it but this one. */
  members(): number[];
  /** Leaves it, and kills the processes that are left in it. */
  leave(): void;
}

/** Returns the folder of a cgroup of this name below our own, which need not exist; undefined without cgroup v2. */
export function cgroupNamed(name: string): string | undefined {
  const own = ownCgroup();
  return own === undefined ? undefined : join(own, name);
}

/**
 * Creates a cgroup and moves this process into it; undefined if the system does not allow it. A move may take twenty milliseconds, so it is
 * done once and not for each program.
 */
export async function enterCgroup(path: string): Promise<Cgroup | undefined> {
  const own = dirname(path);
  try {
    mkdirSync(path);
  } catch {
    return undefined;
  }
  try {
    await writeFile(join(path, "cgroup.procs"), String(process.pid));
  } catch {
    removeCgroup(path);
    return undefined;
  }
  return {
    path,
    members: () => membersOf(path).filter((pid) => pid !== process.pid),
    leave() {
      try {
        writeFileSync(join(own, "cgroup.procs"), String(process.pid));
        killCgroup(path);
      } catch {
        // gone already, or not allowed to go back: only the other processes are killed
        for (const pid of membersOf(path)) if (pid !== process.pid) kill(pid);
      }
      removeCgroup(path);
    },
  };
}

/** Kills all processes in a cgroup and below it. The caller must be outside. */
export function killCgroup(path: string): void {
  try {
    writeFileSync(join(path, "cgroup.kill"), "1");
  } catch {
    // before Linux 5.14, or no process left
    for (const pid of membersOf(path)) kill(pid);
  }
}

/** Removes a cgroup. Returns false if the kernel still keeps it, since a process in it has not ended yet. */
export function removeCgroup(path: string): boolean {
  try {
    rmdirSync(path);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT";
  }
}

/** Moves this process from a cgroup into the one above. */
export function leaveCgroup(path: string): void {
  try {
    writeFileSync(join(dirname(path), "cgroup.procs"), String(process.pid));
  } catch {
    // not allowed, or gone
  }
}

/** The folder of the cgroup of this process; undefined without cgroup v2. */
function ownCgroup(): string | undefined {
  try {
    const mount = readFileSync("/proc/self/mounts", "utf8")
      .split("\n")
      .map((line) => line.split(" "))
      .find(([, , type]) => type === "cgroup2")?.[1];
    const path = /^0::(\/.*)$/m.exec(readFileSync("/proc/self/cgroup", "utf8"))?.[1];
    return mount === undefined || path === undefined ? undefined : join(mount, path);
  } catch {
    return undefined;
  }
}

function membersOf(path: string): number[] {
  try {
    return readFileSync(join(path, "cgroup.procs"), "utf8").split("\n").filter(Boolean).map(Number);
  } catch {
    return [];
  }
}
