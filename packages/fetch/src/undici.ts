// undici is an optional peer. If it is missing, its types are `any` here, and the rest of the package keeps its types.
// biome-ignore lint/suspicious/noTsIgnore: the declaration file keeps this comment; there is nothing to expect here
/** @ts-ignore */
import type { Dispatcher } from "undici";
import { checkUntil, type Until } from "./handed-response.ts";
import { type Idle, IdleLimits } from "./idle.ts";
import type { CallerSignal, LearnedControls, LearnedOptions, Send } from "./learned-options.ts";
import { LearnedOrigins } from "./learned-origins.ts";
import type { OutgoingRequest } from "./requests.ts";
import { Exchange } from "./undici-exchange.ts";
import { type ClientHandler, clientHandler } from "./undici-handler.ts";

/** The answer of an attempt, as events and `cost` get it. */
export interface DispatchedResponse {
  /** The HTTP status. */
  readonly statusCode: number;
  readonly headers: Headers;
}

/** The options of `interceptor`; none is required. */
export interface InterceptorOptions extends LearnedOptions<DispatchedResponse> {
  /** As for `learnedFetch`. */
  readonly until?: Until;
  /** As for `learnedFetch`. */
  readonly idle?: Idle;
}

/** The options of `dispatcher`; none is required. */
export interface DispatcherOptions extends InterceptorOptions {
  /** The dispatcher that makes the connections. Default: the current global dispatcher of undici or Node. */
  readonly dispatcher?: Dispatcher;
}

/** An interceptor for `compose`, with access to what it has learned. */
export type LearnedInterceptor = Dispatcher.DispatcherComposeInterceptor & {
  readonly learned: LearnedControls<DispatchedResponse>;
};

/** A dispatcher, with access to what it has learned. */
export type LearnedDispatcher = Dispatcher & { readonly learned: LearnedControls<DispatchedResponse> };

/**
 * Returns a dispatcher that learns how long to wait for a response, and when to send a request again:
 * `setGlobalDispatcher(dispatcher())`.
 */
export function dispatcher(options: DispatcherOptions = {}): LearnedDispatcher {
  const { dispatcher: given, ...rest } = options;
  const inner = given ?? globalDispatcher();
  const intercept = interceptor(rest);
  const dispatch = intercept(inner.dispatch.bind(inner));
  return new Proxy(inner, {
    get(target, name) {
      if (name === "dispatch") return dispatch;
      return name === "learned" ? intercept.learned : Reflect.get(target, name);
    },
  }) as LearnedDispatcher;
}

/** Returns the global dispatcher. Node creates it at the first use of its `fetch`. */
function globalDispatcher(): Dispatcher {
  const { Response, [GLOBAL]: found } = globalThis as { Response?: unknown; [GLOBAL]?: Dispatcher };
  if (Response !== undefined && found !== undefined) return found;
  throw new TypeError("dispatcher: there is no global dispatcher: the option dispatcher must be given");
}

const GLOBAL = Symbol.for("undici.globalDispatcher.1");

/** Returns the same as an interceptor: `agent.compose(interceptor())`. */
export function interceptor(options: InterceptorOptions = {}): LearnedInterceptor {
  const { until = "first-byte", idle, ...learned } = options;
  checkUntil(until);
  const origins = new LearnedOrigins<Exchange>(learned as LearnedOptions<Exchange>, {
    status: ({ statusCode }) => statusCode,
    discard: (exchange) => exchange.discard(),
  });
  const idleLimits = new IdleLimits(idle);
  const intercept = (dispatch: Dispatcher.Dispatch): Dispatcher.Dispatch => {
    return (given, handler) => {
      const request = new DispatchedRequest(given);
      const name = origins.nameOf(request.url);
      if (name === undefined || given.upgrade || request.method === "CONNECT")
        return dispatch(given, handler);
      const client = clientHandler(handler);
      const key = origins.keyOf(request);
      const { clock } = origins;
      const send: Send<Exchange> = (origin, attempt, hold) =>
        new Promise((resolve, reject) => {
          const mayMend = (exchange: Exchange) => origins.mayMend(exchange);
          const parts = { until, key: name + key, idle: idleLimits, clock, mayMend, resolve, reject, hold };
          const exchange = new Exchange(parts);
          attempt.abort = (reason) => exchange.abort(reason);
          dispatch({ ...given, ...(given.origin === undefined ? {} : { origin }) }, exchange as never);
        });
      const again = request.again && origins.mayRepeat(request);
      void answer(origins, client, { name, key, again, send });
      return true;
    };
  };
  return Object.assign(intercept, { learned: origins.learned as LearnedControls<DispatchedResponse> });
}

interface Dispatched {
  readonly name: string;
  readonly key: string;
  readonly again: boolean;
  readonly send: Send<Exchange>;
}

/** Makes the attempts, and passes the best one to the client. */
async function answer(
  origins: LearnedOrigins<Exchange>,
  client: ClientHandler,
  { name, send, ...request }: Dispatched,
): Promise<void> {
  const signal = new ClientSignal();
  let chosen: Exchange | undefined;
  const startedAt = origins.clock.now();
  try {
    client.onConnect((reason) => (chosen === undefined ? signal.abort(reason) : chosen.abort(reason)));
    if (origins.loading !== undefined) await origins.loading;
    chosen = await origins.run(name, send, { ...request, signal, startedAt });
    if (signal.aborted) throw signal.reason;
    chosen.commit(client);
  } catch (error) {
    if (chosen === undefined) client.onError(error);
    else chosen.fail(error);
  }
}

/** The signal of a client. An `AbortSignal` of Node costs more than the rest of a request here. */
class ClientSignal implements CallerSignal {
  aborted = false;
  reason: unknown;
  private listener: (() => void) | undefined;

  addEventListener(_: string, listener: unknown): void {
    this.listener = listener as () => void;
  }

  removeEventListener(): void {
    this.listener = undefined;
  }

  abort(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    this.listener?.();
  }
}

/** The options of a dispatch as a request. */
class DispatchedRequest implements OutgoingRequest {
  readonly url: URL;
  readonly method: string;
  /** True if its body can be sent a second time. */
  readonly again: boolean;
  private readonly given: Dispatcher.DispatchOptions;

  constructor(given: Dispatcher.DispatchOptions) {
    const { path, origin = "http://localhost", method, body } = given;
    this.given = given;
    this.url = joinUrl(new URL(origin), path);
    this.method = method.toUpperCase();
    this.again = body === undefined || body === null || typeof body === "string" || isKept(body);
  }

  get headers(): Headers {
    const headers = new Headers();
    const given = (this.given.headers ?? {}) as Record<string, string> | Iterable<string | [string, string]>;
    const parts = [...(Symbol.iterator in given ? given : Object.entries(given))].flat();
    for (let i = 0; i + 1 < parts.length; i += 2) headers.append(parts[i], String(parts[i + 1]));
    return headers;
  }
}

/**
 * Joins an origin and a path, as undici does. It does not resolve the path: `//host/` and absolute URLs would lead to another host,
 * to which the headers of the request are not addressed.
 */
function joinUrl({ protocol, host }: URL, path: string): URL {
  return new URL(`${protocol}//${host}${/^\//.test(path) ? "" : "/"}${path}`);
}

/** True for bodies that each attempt can read again. */
function isKept(body: object): boolean {
  return body instanceof Uint8Array || body instanceof Blob || body instanceof FormData;
}
