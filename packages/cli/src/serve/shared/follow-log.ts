import type { Redis } from "@mulligan/cluster";
import { firstPosition, type LogEntry, lastPosition, readAfter } from "./log.ts";
import { answered } from "./store-client.ts";

/** What the log is followed for. */
export interface Follower {
  /** Forgets all and begins again with what is saved in Redis; `from` is the first entry that will be applied then. */
  begin(from: number): Promise<void>;
  /**
   * What happened next. `isNew` unless it was applied before, and all was begun again; `isLive` if it happened just now.
   */
  apply(entry: LogEntry, isNew: boolean, isLive: boolean): void;
}

/** How long the log is listened to before it is asked again. */
const BLOCK_MS = 2_000;
/** Before all is begun again. */
const AGAIN_MS = 100;

/**
 * Follows the log, entry by entry, without gaps. Where entries are missing, since the log was cut off or Redis lost some
 * in a crash, and whenever the connection was lost, all is begun again.
 */
export function followLog(commands: Redis, reader: Redis, follower: Follower) {
  const waiting = new Set<{ readonly position: number; readonly resolve: () => void }>();
  let [position, newest] = [0, -1];
  let [closed, sound, lost] = [false, false, false];

  function wake(): void {
    for (const waiter of waiting) {
      if (waiter.position > position) continue;
      waiting.delete(waiter);
      waiter.resolve();
    }
  }

  /** False if entries are missing. */
  function applyAll(entries: readonly LogEntry[], isLive: boolean): boolean {
    for (const entry of entries) {
      if (entry.position !== position + 1) return false;
      position = entry.position;
      follower.apply(entry, newest >= 0 && position > newest, isLive);
    }
    return true;
  }

  async function beginAgain(): Promise<void> {
    lost = false;
    for (;;) {
      const from = await firstPosition(commands);
      await follower.begin(from);
      position = from - 1;
      const last = await lastPosition(commands);
      if (await readUpTo(last)) break;
    }
    newest = position;
    sound = true;
    wake();
  }

  async function readUpTo(last: number): Promise<boolean> {
    while (position < last) {
      const entries = await readAfter(commands, position, 1);
      if (entries.length === 0 || !applyAll(entries, false)) return false;
    }
    return true;
  }

  async function followOn(): Promise<void> {
    while (!closed) {
      try {
        if (!sound) await beginAgain();
        const entries = await readAfter(reader, position, BLOCK_MS);
        sound = applyAll(entries, true) && !lost;
        newest = Math.max(newest, position);
        wake();
        // Where somebody wrote an entry of his own, it would be begun again and again.
        if (!sound) await pause();
      } catch {
        sound = false;
        await pause();
      }
    }
  }

  const pause = () => (closed ? undefined : new Promise((resolve) => setTimeout(resolve, AGAIN_MS)));

  async function reached(wanted: number): Promise<void> {
    if (position >= wanted && sound) return;
    let waiter: Parameters<typeof waiting.delete>[0] | undefined;
    const reaching = new Promise<void>((resolve) => waiting.add((waiter = { position: wanted, resolve })));
    await answered(commands, () => reaching).finally(() => waiting.delete(waiter!));
  }

  let following: Promise<void> | undefined;
  return {
    /** Undefined while all is begun again. */
    position: () => (sound ? position : undefined),
    reached,
    async caughtUp(): Promise<void> {
      await reached(await answered(commands, () => lastPosition(commands)));
    },
    /** Resolves when all is known; fails if Redis cannot be read. */
    async start(): Promise<void> {
      await beginAgain();
      // What Redis lost in a crash is never sent again: only a new beginning shows it.
      reader.on("close", () => {
        lost = true;
      });
      following = followOn();
    },
    async close(): Promise<void> {
      closed = true;
      reader.disconnect();
      await following;
    },
  };
}
