import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * A control group (cgroup v2, Linux) that this process went into. Whatever it starts from then on stays in it, also
 * who leaves its process group, its session and its environment behind, as `env -i setsid` does.
 */
export interface Cgroup {
  readonly path: string;
  /** All that are in it but this process. */
  members(): number[];
  /** Goes out again, and kills who is left in it. */
  leave(): void;
}

/** The folder of one of that name below our own, which need not be there; undefined where there is no cgroup v2. */
export function cgroupNamed(name: string): string | undefined {
  const own = ownCgroup();
  return own === undefined ? undefined : join(own, name);
}

/**
 * Makes one and goes there; undefined where the system does not allow it. To move a process may take the kernel twenty
 * milliseconds: so it is done once, and not for each program.
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
        // gone already, or not allowed to go back: then nobody but the others is killed
        for (const pid of membersOf(path)) if (pid !== process.pid) killQuietly(pid);
      }
      removeCgroup(path);
    },
  };
}

/** Kills all that are in it, those below it with them. Who calls this must be outside. */
export function killCgroup(path: string): void {
  try {
    writeFileSync(join(path, "cgroup.kill"), "1");
  } catch {
    // before Linux 5.14, or nobody left
    for (const pid of membersOf(path)) killQuietly(pid);
  }
}

/** Whether it is gone; the kernel keeps it until the last who was in it is. */
export function removeCgroup(path: string): boolean {
  try {
    rmdirSync(path);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT";
  }
}

/** Out of it, into the one above: for who was started inside and must not be. */
export function goAbove(path: string): void {
  try {
    writeFileSync(join(dirname(path), "cgroup.procs"), String(process.pid));
  } catch {
    // not allowed, or gone
  }
}

/** The folder of the cgroup in which this process is; undefined where there is no cgroup v2. */
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

function killQuietly(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // gone already
  }
}
