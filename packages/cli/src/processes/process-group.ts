import { hasLivingMember } from "./group-members.ts";

/*
 * Every program is the leader of a process group of its own, so that what it started is signalled with
 * it. A group's number stays taken while one member lives, so it names no stranger meanwhile.
 */

/** Whether there was anybody to signal. A zombie counts until it is reaped. */
export function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-group, signal);
    return true;
  } catch (error) {
    // EPERM: somebody is there who changed his user; nothing can be done about him.
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ESRCH" || code === "EPERM") return false;
    throw error;
  }
}

const LOOK_AGAIN_MS = 1;
const LOOK_AGAIN_MOST_MS = 20;
/** A look into /proc costs some milliseconds, and most groups are gone before. */
const LOOK_CLOSELY_AFTER_MS = 5;
/** Who is left so long after SIGKILL is held by the kernel, and will not run another instruction. */
const KILLED_WITHIN_MS = 500;

/**
 * SIGTERM to all of the group, SIGKILL to who is left after `graceMs`; resolves when nobody is left.
 * `hurry` ends the grace at once.
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
  for (let pause = LOOK_AGAIN_MS; signalGroup(group, 0); pause = Math.min(2 * pause, LOOK_AGAIN_MOST_MS)) {
    const passed = performance.now() - began;
    if (passed > LOOK_CLOSELY_AFTER_MS && !hasLivingMember(group)) return true;
    if (passed >= limitMs || hurry?.aborted) return false;
    await new Promise((resolve) => setTimeout(resolve, Math.min(pause, Math.max(1, limitMs - passed))));
  }
  return true;
}
