import { onTestFinished } from "vitest";
import { openServer, type ServerOptions } from "../../dist/serve/http/server.js";
import { openService, type ServiceOptions } from "../../dist/serve/http/service.js";

/** What was answered: the status, the headers, and the body as JSON where it is some. */
export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: what it holds is what the tests are about
  readonly body: any;
}

interface Decided {
  readonly id: string;
  readonly arm: string;
  readonly cutoff: number | "inf";
  readonly attempt?: number;
}

/** A service on a free port of this process, gone when the test is over, and a way to ask it. */
export async function served(options: Partial<ServiceOptions & ServerOptions> = {}) {
  const notices: string[] = [];
  const defects: unknown[] = [];
  const { host = "127.0.0.1", names = [], token, times, maxConnections, trustProxy, ...rest } = options;
  const service = await openService({
    forgetAfterMs: 3_600_000,
    notice: (text) => notices.push(text),
    ...rest,
  });
  const rules = { host, names, token, port: 0, times, maxConnections, trustProxy };
  const server = await openServer(service, { ...rules, defect: (error) => defects.push(error) });
  let closed: Promise<void> | undefined;
  const close = () => (closed ??= server.close());
  onTestFinished(close);
  const url = `http://127.0.0.1:${server.port}`;
  const ask = asking(url);
  return { url, port: server.port, service, notices, defects, close, ask, ...shorthands(ask) };
}

/** The requests that most tests send, as what is answered if all is well. */
function shorthands(ask: ReturnType<typeof asking>) {
  const place = (name: string) => `/v1/problems/${name}`;
  return {
    create: (name: string, more?: object) => ask("POST", "/v1/problems", newProblem(name, more)),
    decide: async (name: string, body?: object): Promise<Decided[]> =>
      (await ask("POST", `${place(name)}/decisions`, body)).body.decisions,
    observe: async (name: string, observations: readonly object[]) =>
      (await ask("POST", `${place(name)}/observations`, { observations })).body,
    state: async (name: string) => (await ask("GET", place(name))).body,
  };
}

export function asking(url: string) {
  return async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const type = response.headers.get("content-type") ?? "";
    const text = await response.text();
    const isJson = /\bjson\b/.test(type) && text !== "";
    return {
      status: response.status,
      type,
      headers: response.headers,
      body: isJson ? JSON.parse(text) : text,
    };
  };
}

/** Two arms, unless told otherwise. */
export const newProblem = (name: string, more: object = {}) => ({
  name,
  arms: [{ name: "east" }, { name: "west" }],
  ...more,
});
