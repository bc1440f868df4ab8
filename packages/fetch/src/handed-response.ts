import type { Clock } from "@mulligan/core";
import { AbortSignals } from "@mulligan/core/runtime";
import type { IdleLimits } from "./idle.ts";

/** The part of a body that was read before the response was returned, and whether the body ended or failed. */
interface ReadSoFar {
  readonly chunks: Uint8Array[];
  readonly done?: boolean;
  readonly failed?: { readonly error: unknown };
}

/** The context in which the rest of a body is read. */
export interface BodyContext {
  /** The caller's signal. */
  readonly signal: AbortSignal | undefined;
  /** Aborts the request. */
  readonly controller: AbortController;
  readonly key: string;
  readonly idle: IdleLimits;
  readonly clock: Clock;
}

/** The point up to which a request counts as an attempt and may be repeated. */
export type Until = "headers" | "first-byte" | "end";

/** Throws if the value is not one of the three. */
export function checkUntil(until: Until): void {
  if (until === "headers" || until === "first-byte" || until === "end") return;
  throw new RangeError(`mulligan: until must be "headers", "first-byte" or "end", got ${String(until)}`);
}

/**
 * Reads the body of a response as far as `until`, and returns a response with the whole body. Rejects if the body fails before
 * that, and then passes the broken response to `hold`. A response that has no body, or cannot be made anew, is returned as it came.
 */
export async function readUntil(
  until: Until,
  response: Response,
  context: BodyContext,
  hold: (broken: Response) => void,
): Promise<Response> {
  // In some implementations of fetch, bodies are not streams.
  if (typeof response.body?.getReader !== "function") return response;
  if (!CAN_BE_MADE.test(`${response.status}${response.statusText}`)) return response;
  if (until === "headers" && context.signal === undefined && context.idle.off) return response;
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  const handed = (read: ReadSoFar) => handOn(response, new RestOfBody(reader, read, context));
  try {
    while (until === "end" || (until === "first-byte" && chunks.length === 0)) {
      const { done, value } = await reader.read();
      if (done) return handed({ chunks, done });
      if (value.byteLength !== 0) chunks.push(value);
    }
  } catch (error) {
    hold(handed({ chunks, failed: { error } }));
    throw error;
  }
  return handed({ chunks });
}

/** Cancels a body that will not be read, and ignores its errors. */
export function cancelBody(response: Response): void {
  response.body?.cancel().catch(() => {});
}

const signals = new AbortSignals();

/**
 * The source of the body of a returned response. The caller's signal has only a weak reference to it, so that an unread body can be
 * collected before the signal.
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
      // A byte stream refuses empty chunks.
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

  /** Ends the stream if no chunk is left and the body has ended or failed. Returns true if it has. */
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
    // Without this, a reader with its own buffer does not learn of the end.
    this.controller!.byobRequest?.respond(0);
  }

  private release(): void {
    if (this.follower === undefined) return;
    dropped?.unregister(this);
    this.follower.stop();
    this.follower = undefined;
  }
}

/** Passes an abort by the caller to a body. */
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
 * Ends the requests of bodies that were collected before their end, as fetch does for unread bodies. Some workers have no
 * FinalizationRegistry.
 */
const dropped =
  typeof FinalizationRegistry === "function"
    ? new FinalizationRegistry<Follower>((follower) => {
        follower.stop();
        follower.abort(new DOMException("the body was dropped", "AbortError"));
      })
    : undefined;

/** Copies a chunk if its buffer has other bytes too, since a byte stream detaches the buffer. */
function ownBytes(chunk: Uint8Array): Uint8Array<ArrayBuffer> {
  return (chunk.byteLength === chunk.buffer.byteLength ? chunk : chunk.slice()) as Uint8Array<ArrayBuffer>;
}

/** A status and text that `Response` takes together with a body. */
const CAN_BE_MADE = /^(?!204|205|304)[2-5]\d\d[\t -~\x80-\xff]*$/;

/**
 * Returns a response with another body that is otherwise like the original, also in its `url`. The status goes through the
 * constructor: a runtime to which a handler returns the response does not read properties.
 */
function handOn(original: Response, source: RestOfBody): Response {
  const Constructor = original.constructor as typeof Response;
  const stream = new ReadableStream(source as UnderlyingByteSource, { highWaterMark: 0 });
  return likeOriginal(new Constructor(stream, original), original);
}

function likeOriginal(response: Response, original: Response): Response {
  const { redirected, type, url } = original;
  const clone = response.clone.bind(response);
  return Object.defineProperties(response, {
    redirected: { value: redirected },
    type: { value: type },
    url: { value: url },
    clone: { value: () => likeOriginal(clone(), original) },
  });
}
