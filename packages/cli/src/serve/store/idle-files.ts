import type { FileHandle } from "node:fs/promises";

/** Files that are open though nobody writes to them just now: a service may have more problems than it may have files. */
const MAX_IDLE = 256;

/** Of all problems of a process, the least recently used first. */
const idle = new Map<object, () => Promise<void>>();

/** `owner` does not write for now; its file may be closed if there are too many. */
export function rest(owner: object, close: () => Promise<void>): void {
  idle.delete(owner);
  idle.set(owner, close);
  if (idle.size <= MAX_IDLE) return;
  const [oldest, closeOldest] = idle.entries().next().value!;
  idle.delete(oldest);
  void closeOldest();
}

/** `owner` writes again, or is done. */
export function wake(owner: object): void {
  idle.delete(owner);
}

/** What a file that fails to close could not tell was told when it was synced. */
export async function closeQuietly(file: FileHandle | undefined): Promise<void> {
  await file?.close().catch(() => {});
}
