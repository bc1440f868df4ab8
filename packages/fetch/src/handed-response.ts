import type { Clock } from "@mulligan/core";
import { AbortSignals } from "@mulligan/core/runtime";
import type { IdleLimits } from "./idle.ts";

/** What was read of a body before the response was handed on, and how that ended. */
interface ReadSoFar {
  readonly chunks: Uint8Array[];
  readonly done?: boolean;
  readonly failed?: { readonly error: unknown };
}

/** What the rest of a body depends on. */
export interface BodyContext {
  /** The caller's signal. */
  readonly signal: AbortSignal | undefined;
  /** Aborts the request. */
  readonly controller: AbortController;
  readonly key: string;
  readonly idle: IdleLimits;
  readonly clock: Clock;
}

/** Until when a request is an attempt, which may be made again. */
export type Until = "headers" | "first-byte" | "end";

/** Refuses another word. */
export function checkUntil(until: Until): void {
  if (until === "headers" || until === "first-byte" || until === "end") return;
  throw new RangeError(`mulligan: until must be "headers", "first-byte" or "end", got ${String(until)}`);
}

/**
 * Reads the body of a response as far as `until`, and returns a response with all of it. Rejects if the body fails before; `hold` is
 * given the broken response then.
 */
export async function readUntil(
  until: Until,
  response: Response,
  context: BodyContext,
  hold: (broken: Response) => void,
): Promise<Response> {
  // Some implementations of fetch have other bodies than streams.
  if (typeof response.body?.getReader !== "function") return response;
  if (until === "headers" && context.signal === undefined && context.idle.off) return response;
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  try {
    while (until === "end" || (until === "first-byte" && chunks.length === 0)) {
      const { done, value } = await reader.read();
      if (done) return handOn(response, new RestOfBody(reader, { chunks, done }, context));
      if (value.byteLength !== 0) chunks.push(value);
    }
  } catch (error) {
    hold(handOn(response, new RestOfBody(reader, { chunks, failed: { error } }, context)));
    throw error;
  }
  return handOn(response, new RestOfBody(reader, { chunks }, context));
}

/** Cancels a body that will not be read. An error of it does not matter any more. */
export function cancelBody(response: Response): void {
  response.body?.cancel().catch(() => {});
}

const signals = new AbortSignals();

/**
 * The source of a handed body. The caller's signal knows it by a weak reference only: a body that is dropped unread must not live for
 * as long as the signal.
 */
class RestOfBody {
  readonly type = "bytes";
  private readonly reader: ReadableStreamDefaultReader<Uint8Array>;
  private readonly read: ReadSoFar;
  private readonly context: BodyContext;
  private controller: ReadableByteStreamController | undefined;
  private follower: Follower | undefined;

  constructor(reader: ReadableStreamDefaultReader<Uint8Array>, read: ReadSoFar, context: BodyContext) {
    this.reader = reader;
    this.read = read;
    this.context = context;
  }

  start(controller: ReadableByteStreamController): void {
    this.controller = controller;
    const { signal, controller: request } = this.context;
    if (this.finish()) return;
    if (signal?.aborted) {
      this.abort(signal.reason);
      return;
    }
    this.follower = new Follower(this, signal, request);
    dropped?.register(this, this.follower, this);
  }

  async pull(): Promise<void> {
    const { reader, context, controller } = this;
    const chunk = this.read.chunks.shift();
    if (chunk !== undefined) {
      controller!.enqueue(ownBytes(chunk));
      this.finish();
      return;
    }
    const end = context.idle.watch(context.key, context.clock, (error) => {
      context.controller.abort(error);
      this.abort(error);
    });
    try {
      let part = await reader.read();
      // An empty chunk cannot be handed on, and says nothing.
      while (!part.done && part.value.byteLength === 0) part = await reader.read();
      end?.(true);
      if (part.done) this.close();
      else controller!.enqueue(ownBytes(part.value));
    } catch (error) {
      end?.(false);
      this.abort(error);
    }
  }

  cancel(reason: unknown): Promise<void> {
    this.release();
    return this.reader.cancel(reason);
  }

  abort(reason: unknown): void {
    this.release();
    this.controller!.error(reason);
  }

  /** True if nothing is to be read after the chunks that are there. */
  private finish(): boolean {
    const { chunks, done, failed } = this.read;
    if (chunks.length > 0) return false;
    if (done) this.close();
    else if (failed !== undefined) this.abort(failed.error);
    return done === true || failed !== undefined;
  }

  private close(): void {
    this.release();
    this.controller!.close();
    // A reader of the caller's own buffer is told of the end only so.
    this.controller!.byobRequest?.respond(0);
  }

  private release(): void {
    if (this.follower === undefined) return;
    dropped?.unregister(this);
    this.follower.stop();
    this.follower = undefined;
  }
}

/** Passes an abort of the caller's on to a body. */
class Follower {
  private readonly body: { deref(): RestOfBody | undefined };
  private readonly signal: AbortSignal | undefined;
  private readonly request: AbortController;

  constructor(body: RestOfBody, signal: AbortSignal | undefined, request: AbortController) {
    this.body = typeof WeakRef === "function" ? new WeakRef(body) : { deref: () => body };
    this.signal = signal;
    this.request = request;
    if (signal !== undefined) signals.add(signal, this);
  }

  abort(reason: unknown): void {
    this.request.abort(reason);
    this.body.deref()?.abort(reason);
  }

  stop(): void {
    if (this.signal !== undefined) signals.remove(this.signal, this);
  }
}

/**
 * Ends the requests of bodies that were dropped before their end, as fetch does for those that nothing was read of. Not all
 * workers have it.
 */
const dropped =
  typeof FinalizationRegistry === "function"
    ? new FinalizationRegistry<Follower>((follower) => {
        follower.stop();
        follower.abort(new DOMException("the body was dropped", "AbortError"));
      })
    : undefined;

/** A stream of bytes takes the buffer of a chunk away: one that has other bytes too is copied. */
function ownBytes(chunk: Uint8Array): Uint8Array<ArrayBuffer> {
  return (chunk.byteLength === chunk.buffer.byteLength ? chunk : chunk.slice()) as Uint8Array<ArrayBuffer>;
}

/** A response with another body, which is otherwise like the original: a constructor would lose the `url`. */
function handOn(original: Response, source: RestOfBody): Response {
  const Constructor = original.constructor as typeof Response;
  const stream = new ReadableStream(source as UnderlyingByteSource, { highWaterMark: 0 });
  return likeOriginal(new Constructor(stream, { headers: original.headers }), original);
}

function likeOriginal(response: Response, original: Response): Response {
  const clone = response.clone.bind(response);
  return Object.defineProperties(response, {
    ...Object.fromEntries(KEPT.map((name) => [name, { value: original[name] }])),
    clone: { value: () => likeOriginal(clone(), original) },
  });
}

const KEPT = ["headers", "ok", "redirected", "status", "statusText", "type", "url"] as const;
