import { createHash, randomBytes } from "node:crypto";
import type { Redis } from "ioredis";
import type { Names } from "../messages/keys.ts";
import type { BlobReference } from "../messages/log-entry.ts";

/** Of one blob: a formula, a model, an output. Redis itself takes half a gigabyte. */
export const MAX_BLOB_BYTES = 64 * 2 ** 20;
/** A blob that nobody asks for any more is forgotten after a day. */
const KEPT_SECONDS = 24 * 3_600;
/** Blobs that are kept in memory, by those who read the same ones again and again. */
const MAX_KEPT_BYTES = 256 * 2 ** 20;

/** By which equal bytes that are sent apart have names of their own. */
const SALT_BYTES = 16;

/** Bytes that travel once, under the hash of their content. */
export class Blobs {
  private readonly redis: Redis;
  private readonly names: Names;
  private readonly kept = new Map<string, Buffer>();
  private keptBytes = 0;

  constructor(redis: Redis, names: Names) {
    this.redis = redis;
    this.names = names;
  }

  /** Puts it there, if it is not there yet. */
  async put(bytes: Uint8Array): Promise<BlobReference> {
    if (bytes.length > MAX_BLOB_BYTES) {
      throw new RangeError(`must have at most ${MAX_BLOB_BYTES / 2 ** 20} MiB, got ${bytes.length} bytes`);
    }
    const hash = hashOf(bytes);
    const key = this.names.blob(hash);
    if ((await this.redis.expire(key, KEPT_SECONDS)) === 0) {
      await this.redis.set(
        key,
        Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
        "EX",
        KEPT_SECONDS,
      );
    }
    return { hash, size: bytes.length };
  }

  /** Undefined if it is not there, too long, or not what its name says. */
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

  /** Bytes for one reader, who forgets them: they have a name of their own, though others may be the same. */
  async send(bytes: Uint8Array): Promise<BlobReference> {
    return this.put(Buffer.concat([randomBytes(SALT_BYTES), bytes]));
  }

  /** What was sent so. */
  async receive(hash: string): Promise<Buffer | undefined> {
    const bytes = await this.fetch(hash);
    return bytes?.subarray(SALT_BYTES);
  }

  /** When nobody needs it any more. Who does all the same says so, and it is put there again. */
  async forget(hash: string): Promise<void> {
    await this.redis.del(this.names.blob(hash));
  }

  private async fetch(hash: string): Promise<Buffer | undefined> {
    const key = this.names.blob(hash);
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

export function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
