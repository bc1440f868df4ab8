// biome-ignore lint/suspicious/noTsIgnore: as in undici.ts
/** @ts-ignore */
import type { Dispatcher } from "undici";

/** Names and values, alternating. */
export type RawHeaders = readonly (Uint8Array | string | readonly (Uint8Array | string)[])[];

type Abort = (reason: unknown) => void;

/** The client's side of a request, for both forms of handlers. */
export interface ClientHandler {
  onConnect(abort: Abort): void;
  /** Adds the dispatcher's data about the request to the context that the client got at the start. */
  addContext(context: object | undefined): void;
  onResponseStarted(): void;
  /** `onHeaders` and `onData` return false if the client wants a pause. */
  onHeaders(status: number, raw: RawHeaders, resume: () => void, text: string): boolean;
  onData(chunk: Uint8Array): boolean;
  onComplete(trailers: RawHeaders): void;
  onError(error: unknown): void;
}

/** The handlers of undici 6, which undici 7 and the `fetch` of Node use too. */
interface OldHandler {
  onConnect(abort: Abort, context: object): void;
  onResponseStarted?(): void;
  onHeaders(status: number, raw: RawHeaders, resume: () => void, text: string): unknown;
  onData(chunk: Uint8Array): unknown;
  onComplete(trailers: RawHeaders): void;
  onError(error: unknown): void;
}

/** Adapts both forms of handlers to one interface. */
export function clientHandler(handler: Dispatcher.DispatchHandler): ClientHandler {
  return typeof handler.onHeaders === "function"
    ? oldHandler(handler as unknown as OldHandler)
    : newHandler(handler);
}

function oldHandler(handler: OldHandler): ClientHandler {
  const context = {};
  return {
    onConnect: (abort) => handler.onConnect(abort, context),
    addContext: (more) => Object.assign(context, more),
    onResponseStarted: () => handler.onResponseStarted?.(),
    onHeaders: (status, raw, resume, text) => handler.onHeaders(status, raw, resume, text) !== false,
    onData: (chunk) => handler.onData(chunk) !== false,
    onComplete: (trailers) => handler.onComplete(trailers),
    onError: (error) => handler.onError(error),
  };
}

/** The handlers of undici 7 pause through a controller, and get headers as an object. */
function newHandler(handler: Dispatcher.DispatchHandler): ClientHandler {
  const context = {};
  let resumeNow: () => void = () => {};
  let abortNow: Abort = () => {};
  const controller = {
    paused: false,
    aborted: false,
    reason: null as Error | null,
    rawHeaders: null as Buffer[] | null,
    rawTrailers: null as Buffer[] | null,
    pause() {
      this.paused = true;
    },
    resume() {
      if (!this.paused) return;
      this.paused = false;
      resumeNow();
    },
    abort(reason: Error) {
      if (this.aborted) return;
      this.aborted = true;
      this.reason = reason;
      abortNow(reason);
    },
  };
  return {
    onConnect(abort) {
      abortNow = abort;
      handler.onRequestStart?.(controller, context);
    },
    addContext: (more) => Object.assign(context, more),
    onResponseStarted() {},
    onHeaders(status, raw, resume, text) {
      resumeNow = resume;
      controller.rawHeaders = raw as Buffer[];
      handler.onResponseStart?.(controller, status, headerObject(raw), text);
      return !controller.paused;
    },
    onData(chunk) {
      handler.onResponseData?.(controller, chunk as Buffer);
      return !controller.paused;
    },
    onComplete(trailers) {
      controller.rawTrailers = trailers as Buffer[];
      handler.onResponseEnd?.(controller, headerObject(trailers));
    },
    onError: (error) => handler.onResponseError?.(controller, error as Error),
  };
}

/** Returns headers by lower-case name; a repeated name has a list of values. */
function headerObject(raw: RawHeaders): Record<string, string | string[]> {
  const headers = new Map<string, string | string[]>();
  for (const [name, value] of headerPairs(raw)) {
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : [before, value].flat());
  }
  return Object.fromEntries(headers);
}

/** Returns the names, in lower case, with their values. */
export function headerPairs(raw: RawHeaders): [string, string][] {
  const pairs: [string, string][] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = text(raw[i] as Uint8Array).toLowerCase();
    for (const value of [raw[i + 1]].flat()) pairs.push([name, text(value)]);
  }
  return pairs;
}

/** Decodes a header value: each byte is the character with its number. */
function text(given: Uint8Array | string): string {
  return typeof given === "string" ? given : String.fromCharCode(...given);
}
