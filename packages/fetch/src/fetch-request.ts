import type { Clock } from "@mulligan/core/runtime";
import { type OutgoingRequest, readUrl, timeoutError } from "./requests.ts";

type Fetch = typeof globalThis.fetch;
export type FetchInput = Parameters<Fetch>[0];
export type FetchInit = NonNullable<Parameters<Fetch>[1]>;
type FetchBody = NonNullable<FetchInit["body"]>;

/** The arguments of one `fetch`. It makes the arguments of each attempt. */
export class FetchRequest implements OutgoingRequest {
  readonly method: string;
  readonly url: URL;
  /** The caller's signal. */
  readonly signal: AbortSignal | undefined;
  private readonly input: FetchInput;
  private readonly init: FetchInit;
  private readonly request: Request | undefined;
  /** The origin for relative paths; undefined if each request goes to the origin of its URL. */
  private readonly base: string | undefined;

  constructor(input: FetchInput, init: FetchInit, base: string | undefined) {
    const request = isRequest(input) ? input : undefined;
    this.input = input;
    this.init = init;
    this.request = request;
    this.base = base;
    this.url = readUrl(request?.url ?? String(input), base);
    this.method = (init.method ?? request?.method ?? "GET").toUpperCase();
    const { signal = request?.signal } = init;
    this.signal = signal ?? undefined;
  }

  get headers(): Headers {
    return new Headers(this.init.headers ?? this.request?.headers);
  }

  /** Returns the body in a form that can be sent by each attempt. */
  body(limit: BufferLimits): SendableBody | Promise<SendableBody> {
    const { init, request } = this;
    if (init.body !== undefined && init.body !== null) return sendableBody(init.body, limit);
    // Some browsers do not expose the body of a request.
    const hidden = request !== undefined && !("body" in request) && !/^(GET|HEAD)$/.test(this.method);
    return hidden ? { again: false, make: () => undefined } : sendableBody(request?.body, limit);
  }

  /** Returns the arguments of `fetch` for an attempt at an origin. */
  to(origin: string, signal: AbortSignal, body: FetchBody | undefined): [FetchInput, FetchInit] {
    const { request, url } = this;
    const init: FetchInit & { duplex?: string } = { ...this.init, signal };
    if (body !== undefined) init.body = body;
    if (body instanceof ReadableStream) init.duplex = "half";
    if (this.base === undefined) return [this.input, init];
    const target = origin + url.pathname + url.search;
    if (request === undefined) return [target, init];
    const own = Object.fromEntries(REQUEST_FIELDS.map((name) => [name, request[name]]));
    if (request.body && init.body == null) Object.assign(own, { body: request.body, duplex: "half" });
    return [target, { ...own, ...init }];
  }
}

/** True also for a `Request` of another implementation. */
function isRequest(input: FetchInput): input is Request {
  return typeof input === "object" && "url" in input;
}

const REQUEST_FIELDS = [
  "method",
  "headers",
  "mode",
  "credentials",
  "cache",
  "redirect",
  "referrer",
  "referrerPolicy",
  "integrity",
  "keepalive",
] as const;

/** The limits for reading a stream before the first attempt. */
export interface BufferLimits {
  readonly maxBytes: number;
  readonly signal: AbortSignal | undefined;
  readonly deadlineMs: number;
  readonly clock: Clock;
}

/** Makes a body for each attempt. `again` is false if the body can be sent only once. */
export interface SendableBody {
  readonly again: boolean;
  /** Returns the body to send; undefined means the body of the request itself. */
  make(): FetchBody | undefined;
}

/**
 * Copies a body, as fetch does, since the caller may change it between attempts. Reads a stream up to `maxBytes`. A longer stream
 * is sent once, beginning with the bytes that were read.
 */
function sendableBody(body: unknown, limits: BufferLimits): SendableBody | Promise<SendableBody> {
  if (body === undefined || body === null) return { again: true, make: () => undefined };
  if (typeof body === "string") return { again: true, make: () => body };
  if (body instanceof ReadableStream) return readStream(body, limits);
  const kept = copyOf(body);
  return { again: kept !== undefined, make: () => (kept ?? body) as FetchBody };
}

/** Returns a copy, or undefined for a body that can be read only once, such as an async generator. */
function copyOf(body: unknown): FetchBody | undefined {
  if (body instanceof Blob) return body;
  if (body instanceof ArrayBuffer) return body.slice(0);
  if (body instanceof URLSearchParams) return new URLSearchParams(body);
  if (ArrayBuffer.isView(body)) {
    return new Uint8Array(body.buffer, body.byteOffset, body.byteLength).slice();
  }
  if (!(body instanceof FormData)) return undefined;
  const copy = new FormData();
  for (const [name, value] of body) copy.append(name, value);
  return copy;
}

async function readStream(
  stream: ReadableStream<Uint8Array>,
  { maxBytes, signal, deadlineMs, clock }: BufferLimits,
): Promise<SendableBody> {
  const reader = stream.getReader();
  let stopped: { reason: unknown } | undefined;
  const stop = (reason: unknown) => {
    stopped = { reason };
    reader.cancel(reason).catch(() => {});
  };
  const abort = () => stop(signal!.reason);
  const late = () => stop(timeoutError());
  const timer = deadlineMs < Infinity ? clock.setTimer(late, deadlineMs) : undefined;
  signal?.addEventListener("abort", abort);
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    while (length <= maxBytes) {
      const { done, value } = await reader.read();
      if (stopped !== undefined) throw stopped.reason;
      if (done) {
        const bytes = await new Blob(chunks as BlobPart[]).arrayBuffer();
        return { again: true, make: () => bytes.slice(0) };
      }
      chunks.push(value);
      length += value.byteLength;
    }
  } finally {
    if (timer !== undefined) clock.clearTimer(timer);
    signal?.removeEventListener("abort", abort);
  }
  const rest = new ReadableStream({
    async pull(controller) {
      const chunk = chunks.shift();
      if (chunk !== undefined) return controller.enqueue(chunk);
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return { again: false, make: () => rest };
}
