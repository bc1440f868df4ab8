import type { Clock } from "@mulligan/core/runtime";
import type { Until } from "./handed-response.ts";
import type { IdleLimits } from "./idle.ts";
import { type ClientHandler, headerPairs, type RawHeaders } from "./undici-handler.ts";

/** The context of an exchange. */
interface ExchangeContext {
  readonly until: Until;
  readonly key: string;
  readonly idle: IdleLimits;
  readonly clock: Clock;
  mayMend(exchange: Exchange): boolean;
  /** Called when the attempt has succeeded, or failed. */
  resolve(exchange: Exchange): void;
  reject(error: unknown): void;
  /** Called before `reject` if there is a part of a response. */
  hold(exchange: Exchange): void;
}

/**
 * One attempt: a handler that stores what the dispatcher sends, until the attempt is chosen (`commit`). After that it passes
 * everything to the client's handler, and pauses when the client does.
 */
export class Exchange {
  /** 0 before the headers. */
  statusCode = 0;
  private readonly context: ExchangeContext;
  private client: ClientHandler | undefined;
  private rawHeaders: RawHeaders = [];
  private statusText = "";
  private readonly informational: [number, RawHeaders, string][] = [];
  private readonly chunks: Uint8Array[] = [];
  private kept = 0;
  private trailers: { readonly raw: RawHeaders } | undefined;
  private failure: { readonly error: unknown } | undefined;
  private clientContext: object | undefined;
  /** True if the client takes chunks, and true if the dispatcher was told to wait. */
  private open = true;
  private waits = false;
  /** True if the client got the end. */
  private over = false;
  private resumeDispatcher: () => void = () => {};
  private abortRequest: ((reason: unknown) => void) | undefined;
  private aborted: { readonly reason: unknown } | undefined;
  private endWatch: ((arrived: boolean) => void) | undefined;

  constructor(context: ExchangeContext) {
    this.context = context;
  }

  /** For `retryAfterMs`, events and `cost`. */
  get headers(): Headers {
    return new Headers(headerPairs(this.rawHeaders));
  }

  abort(reason: unknown): void {
    this.aborted ??= { reason };
    this.abortRequest?.(reason);
  }

  /** Ends an exchange that is not needed. If it is complete, its connection can be used again. */
  discard(): void {
    if (this.trailers === undefined) this.abort(new DOMException("another was first", "AbortError"));
  }

  /** Passes the response to the client, which has none yet. */
  commit(client: ClientHandler): void {
    const { failure } = this;
    if (failure !== undefined) {
      // The fetch of undici waits for ever if a response fails in the same turn of the event loop in which it came.
      this.failure = undefined;
      this.waits = false;
      this.context.clock.setTimer(() => this.onError(failure.error), 0);
    }
    this.client = client;
    client.addContext(this.clientContext);
    for (const [status, headers, text] of this.informational) {
      client.onHeaders(status, headers, this.resume, text);
    }
    client.onResponseStarted();
    this.open = client.onHeaders(this.statusCode, this.rawHeaders, this.resume, this.statusText);
    if (this.open) this.resume();
  }

  /** Ends a request because the client's handler failed. */
  fail(error: unknown): void {
    this.onError(error);
    this.abort(error);
  }

  onConnect(abort: (reason: unknown) => void, context?: object): void {
    this.abortRequest = abort;
    this.clientContext = context;
    if (this.aborted !== undefined) abort(this.aborted.reason);
  }

  onHeaders(statusCode: number, rawHeaders: RawHeaders, resume: () => void, statusText: string): boolean {
    this.resumeDispatcher = resume;
    if (statusCode < 200) {
      this.informational.push([statusCode, rawHeaders, statusText]);
      return true;
    }
    this.statusCode = statusCode;
    this.rawHeaders = rawHeaders;
    this.statusText = statusText;
    const { until, mayMend, resolve } = this.context;
    if (until === "headers" || mayMend(this)) resolve(this);
    return true;
  }

  onData(chunk: Uint8Array): boolean {
    this.endWatch?.(true);
    this.endWatch = undefined;
    if (this.client !== undefined && this.chunks.length === 0 && this.open) {
      this.open = this.client.onData(chunk);
      this.watch();
      this.waits = !this.open;
      return this.open;
    }
    this.chunks.push(chunk);
    this.kept += chunk.byteLength;
    const { until, resolve } = this.context;
    if (until === "first-byte") resolve(this);
    this.waits = this.client !== undefined || (until !== "end" && this.kept > MOST_KEPT);
    return !this.waits;
  }

  onComplete(raw: RawHeaders): void {
    this.stopWatch();
    this.trailers = { raw: raw ?? [] };
    if (this.client === undefined) this.context.resolve(this);
    else this.flush();
  }

  onError(error: unknown): void {
    this.stopWatch();
    this.failure ??= { error };
    if (this.client !== undefined) {
      this.chunks.length = 0;
      this.open = true;
      this.flush();
      return;
    }
    if (this.statusCode > 0 && this.aborted === undefined) this.context.hold(this);
    this.context.reject(error);
  }

  private readonly resume = (): void => {
    this.open = true;
    this.flush();
    if (!this.open || this.over) return;
    this.watch();
    if (!this.waits) return;
    this.waits = false;
    this.resumeDispatcher();
  };

  private flush(): void {
    const client = this.client!;
    while (this.open && this.chunks.length > 0) this.open = client.onData(this.chunks.shift()!);
    const { failure, trailers } = this;
    if (this.chunks.length > 0 || this.over || (failure ?? trailers) === undefined) return;
    this.over = true;
    if (failure !== undefined) client.onError(failure.error);
    else client.onComplete(trailers!.raw);
  }

  private watch(): void {
    const { idle, key, clock } = this.context;
    if (this.open && this.endWatch === undefined) {
      this.endWatch = idle.watch(key, clock, (error) => this.abort(error));
    }
  }

  private stopWatch(): void {
    this.endWatch?.(false);
    this.endWatch = undefined;
  }
}

/** The number of bytes stored of an answer while another attempt runs. After that its connection waits. */
const MOST_KEPT = 65_536;
