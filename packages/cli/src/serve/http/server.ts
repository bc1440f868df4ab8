import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { reasonOf } from "../../shell/exit.ts";
import { UsageError } from "../../shell/usage-error.ts";
import { FAULT_TYPE, Fault, type FaultStatus, faultJson } from "./fault.ts";
import { type GuardRules, guard } from "./guard.ts";
import { type AnswerCounts, routes } from "./routes.ts";
import type { Service } from "./service.ts";

/** How long a slow request may keep its connection. */
const TIMES = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
};
const MAX_CONNECTIONS = 10_000;
/** How long requests have to be answered when the service ends. */
const LAST_MS = 1_500;

export interface ServerOptions extends GuardRules {
  readonly port: number;
  defect(error: unknown): void;
}

/** A service that can be reached. */
export interface OpenServer {
  readonly host: string;
  readonly port: number;
  /** Accepts no more requests, answers those that were accepted, and resolves when all is on the disk. */
  close(): Promise<void>;
}

export async function openServer(service: Service, options: ServerOptions): Promise<OpenServer> {
  const answered: AnswerCounts = { "2xx": 0, "3xx": 0, "4xx": 0, "5xx": 0 };
  const app = routes(service, answered, options);
  const answer = getRequestListener(app.fetch, { hostname: options.host });
  const pass = guard(options);
  let closing = false;
  const server = createServer(TIMES, (request, response) => {
    response.on("finish", () => {
      answered[`${Math.floor(response.statusCode / 100)}xx` as keyof AnswerCounts] += 1;
    });
    secure(response);
    // Otherwise a client that sends request after request would keep its connection open.
    if (closing) response.setHeader("connection", "close");
    try {
      pass(request);
    } catch (error) {
      return refuse(request, response, error as Fault);
    }
    return answer(request, response);
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.on("clientError", answerNoRequest);
  server.on("checkExpectation", (request, response) => {
    refuse(request, response, new Fault(417, "The header Expect must be 100-continue or absent"));
  });
  await listening(server, options);
  const { port } = server.address() as AddressInfo;
  return {
    host: options.host,
    port,
    async close() {
      closing = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      service.subscribers.close();
      server.closeIdleConnections();
      const late = setTimeout(() => server.closeAllConnections(), LAST_MS);
      await closed;
      clearTimeout(late);
      await service.close();
    },
  };
}

function listening(server: Server, { host, port }: ServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => {
      reject(new UsageError(`${host}:${port}: cannot be listened at: ${whyNot(error)}`));
    });
    server.listen(port, host, resolve);
  });
}

/** Node says `listen EADDRINUSE: address already in use 127.0.0.1:4600`; its middle is enough. */
function whyNot(error: NodeJS.ErrnoException): string {
  if (error.code === "ENOTFOUND") return "there is no such host";
  return /^listen \w+: (.+?)(?: \S+:\d+)?$/.exec(error.message)?.[1] ?? reasonOf(error);
}

/** Keeps pages of other sites from running, framing, guessing at or reading the answers. */
const SECURE: readonly (readonly [string, string])[] = [
  [
    "content-security-policy",
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  ],
  ["cross-origin-resource-policy", "same-origin"],
  ["referrer-policy", "no-referrer"],
  ["x-content-type-options", "nosniff"],
];

function secure(response: ServerResponse): void {
  for (const [name, value] of SECURE) response.setHeader(name, value);
}

function refuse(request: IncomingMessage, response: ServerResponse, fault: Fault): void {
  request.resume();
  response.writeHead(fault.status, { ...fault.headers, "content-type": FAULT_TYPE });
  response.end(faultJson(fault.status, fault.message));
}

/** Answers what is not HTTP, too long or too slow, as Node does, in our words. */
function answerNoRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const [status, detail] = NO_REQUEST[error.code ?? ""] ?? [400, "The request must be HTTP/1.1"];
  const body = faultJson(status, detail);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-type: ${FAULT_TYPE}\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

const NO_REQUEST: Readonly<Record<string, readonly [FaultStatus, string]>> = {
  HPE_HEADER_OVERFLOW: [431, "The headers, and the address with them, must have at most 16 KiB"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "The request must come within 30 s, its headers within 10 s"],
};
