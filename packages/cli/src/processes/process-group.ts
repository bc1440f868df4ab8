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
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
    if ((error as NodeJS.ErrnoException).code === "EPERM") return false;
    throw error;
  }
}

const LOOK_AGAIN_MS = 1;
const LOOK_AGAIN_MOST_MS = 20;
/** After SIGKILL only a zombie that nobody reaps is left; it runs nothing, and is not waited for. */
const REAPED_WITHIN_MS = 500;

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
  await goneWithin(group, REAPED_WITHIN_MS);
}

async function goneWithin(group: number, limitMs: number, hurry?: AbortSignal): Promise<boolean> {
  const deadline = performance.now() + limitMs;
  for (let pause = LOOK_AGAIN_MS; signalGroup(group, 0); pause = Math.min(2 * pause, LOOK_AGAIN_MOST_MS)) {
    const left = deadline - performance.now();
    if (left <= 0 || hurry?.aborted) return false;
    await new Promise((resolve) => setTimeout(resolve, Math.min(pause, Math.max(1, left))));
  }
  return true;
}
