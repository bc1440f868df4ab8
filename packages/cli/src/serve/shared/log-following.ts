import type { Redis } from "@mulligan/cluster";
import { firstPosition, lastPosition, readAfter, type SharedLogEntry } from "./log.ts";
import { answered } from "./store-client.ts";

/** What the log is followed for. */
export interface Follower {
  /** Forgets all and begins again with what is saved in Redis. */
  begin(): Promise<void>;
  /**
   * What happened next. `isNew` unless it was applied before, and all was begun again; `isLive` if it happened just now.
   */
  apply(entry: SharedLogEntry, isNew: boolean, isLive: boolean): void;
}

/** How long the log is listened to before it is asked again. */
const BLOCK_MS = 2_000;
/** Before all is begun again. */
const AGAIN_MS = 100;

/**
 * Follows the log, entry by entry, without gaps. Where entries are missing, since the log was cut off or Redis lost some
 * in a crash, and whenever the connection was lost, all is begun again.
 */
export class LogFollowing {
  private readonly commands: Redis;
  private readonly reader: Redis;
  private readonly follower: Follower;
  private readonly waiting = new Set<{ readonly position: number; readonly resolve: () => void }>();
  private last = 0;
  /** The last position that was ever applied; before the first beginning, none. */
  private newest = -1;
  private isSound = false;
  private wasLost = false;
  private closed = false;
  private following: Promise<void> | undefined;

  constructor(commands: Redis, reader: Redis, follower: Follower) {
    this.commands = commands;
    this.reader = reader;
    this.follower = follower;
  }

  /** Of the last entry that is known; undefined while all is begun again. */
  get position(): number | undefined {
    return this.isSound ? this.last : undefined;
  }

  /** Resolves when all is known; fails if Redis cannot be read. */
  async start(): Promise<void> {
    await this.beginAgain();
    // What Redis lost in a crash is never sent again: only a new beginning shows it.
    this.reader.on("close", () => {
      this.wasLost = true;
    });
    this.following = this.followOn();
  }

  /** Resolves when all up to this position is known. */
  async reached(position: number): Promise<void> {
    if (this.last >= position && this.isSound) return;
    let waiter: { readonly position: number; readonly resolve: () => void } | undefined;
    const reaching = new Promise<void>((resolve) => {
      waiter = { position, resolve };
      this.waiting.add(waiter);
    });
    await answered(this.commands, () => reaching).finally(() => this.waiting.delete(waiter!));
  }

  /** Resolves when all is known that is in the log now. */
  async caughtUp(): Promise<void> {
    await this.reached(await answered(this.commands, () => lastPosition(this.commands)));
  }

  /** Ends both connections. What waits for one that was lost is never answered, and not waited for. */
  async close(): Promise<void> {
    this.closed = true;
    const links = [this.reader, this.commands];
    const isThere = links.every(({ status }) => status === "ready");
    for (const link of links) link.disconnect();
    if (isThere) await this.following;
  }

  private async followOn(): Promise<void> {
    while (!this.closed) {
      try {
        if (!this.isSound) await this.beginAgain();
        const entries = await readAfter(this.reader, this.last, BLOCK_MS);
        this.isSound = this.applyAll(entries, true) && !this.wasLost;
        this.newest = Math.max(this.newest, this.last);
        this.wake();
      } catch {
        this.isSound = false;
      }
      // Where somebody wrote an entry of his own, it would be begun again and again.
      if (!this.isSound && !this.closed) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }

  private async beginAgain(): Promise<void> {
    this.wasLost = false;
    do {
      const from = await firstPosition(this.commands);
      await this.follower.begin();
      this.last = from - 1;
    } while (!(await this.readUpTo(await lastPosition(this.commands))));
    this.newest = this.last;
    this.isSound = true;
    this.wake();
  }

  /** False if entries are missing. */
  private async readUpTo(position: number): Promise<boolean> {
    while (this.last < position) {
      const entries = await readAfter(this.commands, this.last, 1);
      if (entries.length === 0 || !this.applyAll(entries, false)) return false;
    }
    return true;
  }

  private applyAll(entries: readonly SharedLogEntry[], isLive: boolean): boolean {
    for (const entry of entries) {
      if (entry.position !== this.last + 1) return false;
      this.last = entry.position;
      this.follower.apply(entry, this.newest >= 0 && this.last > this.newest, isLive);
    }
    return true;
  }

  private wake(): void {
    for (const waiter of this.waiting) {
      if (waiter.position > this.last) continue;
      this.waiting.delete(waiter);
      waiter.resolve();
    }
  }
}
