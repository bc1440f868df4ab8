import { createHash, randomBytes } from "node:crypto";
import type { Redis } from "ioredis";
import { DAY_S, keys } from "./documents.ts";

/** The largest blob: a formula, a model, an output. Redis itself takes half a gigabyte. */
export const MAX_BLOB_BYTES = 256 * 2 ** 20;
/** The memory for blobs that are read again and again. */
const MAX_KEPT_BYTES = 256 * 2 ** 20;

const SMALL_BYTES = 64 * 1_024;

/** The length of the prefix that makes equal bytes for different readers different blobs. */
const SALT_BYTES = 16;

/** Bytes in Redis, stored once under the hash of their content. */
export class Blobs {
  private readonly redis: Redis;
  private readonly kept = new Map<string, Buffer>();
  private keptBytes = 0;

  constructor(redis: Redis) {
    this.redis = redis;
  }

  /** Stores the bytes for a day, unless they are there already. Resolves to their name. */
  async put(bytes: Uint8Array): Promise<string> {
    if (bytes.length > MAX_BLOB_BYTES) {
      throw new RangeError(`must have at most ${MAX_BLOB_BYTES / 2 ** 20} MiB, got ${bytes.length} bytes`);
    }
    const hash = hashOf(bytes);
    const key = keys.blob(hash);
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    // A small one is sent without asking.
    if (bytes.length <= SMALL_BYTES || (await this.redis.expire(key, DAY_S)) === 0) {
      await this.redis.set(key, content, "EX", DAY_S);
    }
    return hash;
  }

  /** Returns the bytes; undefined if they are missing, too long, or do not match their name. */
  async get(hash: string): Promise<Buffer | undefined> {
    const known = this.kept.get(hash);
    if (known !== undefined) {
      this.kept.delete(hash);
      this.kept.set(hash, known);
      return known;
    }
    const bytes = await this.fetch(hash);
    if (bytes !== undefined) this.remember(hash, bytes);
    return bytes;
  }

  /** Stores bytes for one reader, which deletes them: equal bytes for another reader are another blob. */
  async send(bytes: Uint8Array): Promise<string> {
    return this.put(Buffer.concat([randomBytes(SALT_BYTES), bytes]));
  }

  /** Reads bytes that were stored by `send`. */
  async receive(hash: string): Promise<Buffer | undefined> {
    const bytes = await this.fetch(hash);
    return bytes?.subarray(SALT_BYTES);
  }

  /** Deletes the blob. A worker that still needs it reports it missing, and it is sent again. */
  async forget(hash: string): Promise<void> {
    await this.redis.del(keys.blob(hash));
  }

  private async fetch(hash: string): Promise<Buffer | undefined> {
    const key = keys.blob(hash);
    if ((await this.redis.strlen(key)) > MAX_BLOB_BYTES) return undefined;
    const bytes = await this.redis.getBuffer(key);
    return bytes === null || hashOf(bytes) !== hash ? undefined : bytes;
  }

  private remember(hash: string, bytes: Buffer): void {
    this.kept.set(hash, bytes);
    this.keptBytes += bytes.length;
    for (const [oldest, { length }] of this.kept) {
      if (this.keptBytes <= MAX_KEPT_BYTES || oldest === hash) break;
      this.kept.delete(oldest);
      this.keptBytes -= length;
    }
  }
}

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
