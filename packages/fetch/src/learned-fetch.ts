import { type FetchInit, type FetchInput, FetchRequest } from "./fetch-request.ts";
import { cancelBody, checkUntil, readUntil, type Until } from "./handed-response.ts";
import { type Idle, IdleLimits } from "./idle.ts";
import type { LearnedControls, LearnedOptions, Send } from "./learned-options.ts";
import { LearnedOrigins } from "./learned-origins.ts";

/** The options of `learnedFetch`; none is required. */
export interface FetchOptions extends LearnedOptions<Response> {
  /**
   * When an attempt has succeeded: with the headers, with the first byte of the body (or its end if it is empty), or with the
   * whole body, which is kept in memory until then. Default: `first-byte`.
   */
  readonly until?: Until;
  /**
   * How long, in ms, the body of a returned response may pause while you read it; then it fails with a `StalledBodyError`. `auto`
   * learns this from the gaps between chunks. Default: for ever.
   */
  readonly idle?: Idle;
  /** The longest request stream that is kept in memory to be sent again. A longer one is sent once. Default: 1 MiB. */
  readonly maxBufferBytes?: number;
  /** The function that sends the requests. Default: the global `fetch` at the time of this call. */
  readonly fetch?: typeof globalThis.fetch;
}

/** A function with the signature of `fetch`, and with access to what it has learned. */
export type LearnedFetch = typeof globalThis.fetch & LearnedControls<Response>;

/**
 * Returns a function with the signature of `fetch` that learns how long to wait for a response, and when to send a request
 * again.
 *
 * @example
 * ```ts
 * import { learnedFetch } from "@mulligan/fetch";
 *
 * // Stands in for a server that never answers every fourth request.
 * let requests = 0;
 * const server: typeof fetch = async (_, init) => {
 *   if (++requests % 4 !== 0) return new Response("hello");
 *   return new Promise((_, reject) => init?.signal?.addEventListener("abort", () => reject(init.signal?.reason)));
 * };
 * const get = learnedFetch({ fetch: server, deadline: 60_000 });
 * for (let i = 0; i < 20; i++) await get("https://example.com/");
 * console.log(await (await get("https://example.com/")).text()); // → hello
 * ```
 */
export function learnedFetch(options: FetchOptions = {}): LearnedFetch {
  const {
    until = "first-byte",
    idle,
    maxBufferBytes: maxBytes = 2 ** 20,
    fetch: given,
    ...learned
  } = options;
  checkUntil(until);
  if (!(maxBytes >= 0)) {
    throw new RangeError(`mulligan: maxBufferBytes must be a number of at least 0, got ${maxBytes}`);
  }
  const { deadline: deadlineMs = Infinity } = options;
  const send = given ?? globalThis.fetch;
  const origins = new LearnedOrigins<Response>(learned, {
    status: ({ status }) => status,
    discard: cancelBody,
  });
  const idleLimits = new IdleLimits(idle);
  const call = async (input: FetchInput, init: FetchInit = {}): Promise<Response> => {
    const request = new FetchRequest(input, init, origins.origins?.[0]);
    const { clock } = origins;
    const { signal, url } = request;
    const startedAt = clock.now();
    const name = origins.nameOf(url);
    if (name === undefined) return send(input, init);
    if (origins.loading !== undefined) await origins.loading;
    signal?.throwIfAborted();
    let again = origins.mayRepeat(request);
    const body = again ? await request.body({ maxBytes, signal, deadlineMs, clock }) : undefined;
    again &&= body!.again;
    const key = origins.keyOf(request);
    const attempt: Send<Response> = async (origin, sent, hold) => {
      const controller = new AbortController();
      sent.abort = (reason) => controller.abort(reason);
      const response = await send(...request.to(origin, controller.signal, body?.make()));
      const context = { signal, controller, key: name + key, idle: idleLimits, clock };
      const far = origins.mayMend(response) ? "headers" : until;
      return readUntil(far, response, context, hold);
    };
    return origins.run(name, attempt, { signal, key, again, startedAt });
  };
  return Object.assign(call, origins.learned);
}
