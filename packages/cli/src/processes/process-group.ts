import { readdirSync, readFileSync } from "node:fs";

/*
 * Every program is the leader of a process group of its own, so that what it started is signalled with it. A group's
 * number stays taken while one member lives, so it names no other group meanwhile.
 */

/** Sends a signal to a process, or to a group if the number is negative. Does nothing if it has ended. */
export function kill(target: number, signal: NodeJS.Signals = "SIGKILL"): void {
  try {
    process.kill(target, signal);
  } catch {
    // gone already, or another user's
  }
}

/**
 * Sends a signal to a group; returns false if it has no member. A zombie counts until it is reaped. If the system refuses the group, the
 * signal goes to the leader, which may pass it on, and then to each member.
 */
export function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-group, signal);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ESRCH") return false;
    if (code !== "EPERM") throw error;
    const all = allProcesses();
    if (signal !== 0) {
      kill(group, signal);
      for (const pid of all ?? []) if (pid !== group && entryOf(pid)?.group === group) kill(pid, signal);
    }
    // Without /proc, a zombie may be refused too, and cannot be distinguished from a process.
    return all !== undefined;
  }
}

const FIRST_PAUSE_MS = 1;
const LONGEST_PAUSE_MS = 20;
/** A look into /proc costs some milliseconds, and most groups are gone before. */
const LOOK_CLOSELY_AFTER_MS = 5;
/** A process that is left so long after SIGKILL is held by the kernel, and will not run another instruction. */
const KILLED_WITHIN_MS = 500;

/**
 * Sends SIGTERM to the group, and SIGKILL to the processes that are left after `graceMs`. Resolves when no member is left. `hurry` ends the
 * grace period at once.
 */
export async function endGroup(group: number, graceMs: number, hurry?: AbortSignal): Promise<void> {
  if (!signalGroup(group, "SIGTERM")) return;
  // A stopped process takes SIGTERM only when it goes on.
  signalGroup(group, "SIGCONT");
  if (await goneWithin(group, graceMs, hurry)) return;
  if (!signalGroup(group, "SIGKILL")) return;
  await goneWithin(group, KILLED_WITHIN_MS);
}

async function goneWithin(group: number, limitMs: number, hurry?: AbortSignal): Promise<boolean> {
  const began = performance.now();
  for (let pause = FIRST_PAUSE_MS; signalGroup(group, 0); pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const passed = performance.now() - began;
    if (passed > LOOK_CLOSELY_AFTER_MS && !hasLivingMember(group)) return true;
    if (passed >= limitMs || hurry?.aborted) return false;
    await new Promise((resolve) => setTimeout(resolve, Math.min(pause, Math.max(1, limitMs - passed))));
  }
  return true;
}

/**
 * True if a member of the group still runs. A member whose parent is gone stays as a zombie until process 1 reaps it,
 * which in a container can take a second or forever; the kernel counts it, we do not. Also true if there is no /proc.
 */
function hasLivingMember(group: number): boolean {
  return allProcesses()?.some((pid) => entryOf(pid)?.group === group) ?? true;
}

/** Returns the numbers of all processes; undefined without /proc. */
export function allProcesses(): number[] | undefined {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return undefined;
  }
}

/** The entry of a process in /proc. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  /** The process group. */
  readonly group: number;
  /** When it started: with the number it identifies the process, since numbers are used again. */
  readonly start: string;
}

/** The place of the start among the fields behind the name, which is in parentheses: the 22nd of all. */
const START_FIELD = 19;

/** Returns the entry of a process; undefined if it has ended or is a zombie. */
export function entryOf(pid: number): ProcessEntry | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const [state, parent, group] = fields;
    if (state === "Z" || state === "X") return undefined;
    return { pid, parent: Number(parent), group: Number(group), start: fields[START_FIELD] };
  } catch {
    return undefined;
  }
}

/** Returns the children of a process, their children, and so on. */
export function descendantsOf(pid: number): ProcessEntry[] {
  const found: ProcessEntry[] = [];
  for (const child of childrenOf(pid)) {
    const entry = entryOf(child);
    if (entry !== undefined) found.push(entry);
    found.push(...descendantsOf(child));
  }
  return found;
}

/** Returns the living children of a process. */
function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, "latin1").split(" ").filter(Boolean).map(Number),
    );
  } catch {
    return []; // gone, or a kernel without this list
  }
}
