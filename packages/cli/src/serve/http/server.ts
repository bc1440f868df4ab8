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
import { allowedConnections } from "../../shell/open-files.ts";
import { UsageError } from "../../shell/usage-error.ts";
import { MAX_CONNECTIONS, openConnections } from "./connections.ts";
import { FAULT_TYPE, Fault, type FaultStatus, faultJson, faultOf } from "./fault.ts";
import { type GuardRules, guard } from "./guard.ts";
import { type AnswerCounts, routes } from "./routes.ts";
import type { Service } from "./service.ts";

/** How long a slow client may keep its connection, in milliseconds; shorter in tests. */
export const TIMES = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  /** An answer of which nothing is read for so long is given up. */
  unreadTimeout: 10_000,
  /** How long a client has to read why its connection ends. */
  refusedTimeout: 1_000,
};
/** The most bytes of the headers, with the address. */
export const MAX_HEADER_BYTES = 2 ** 14;
/** How long requests have to be answered when the service ends. */
const LAST_MS = 1_500;

export interface ServerOptions extends GuardRules {
  readonly port: number;
  readonly times?: typeof TIMES | undefined;
  /** Fewer in tests. */
  readonly maxConnections?: number | undefined;
  /** Whether requests come through a proxy, whose X-Forwarded-For names the client. */
  readonly trustProxy?: boolean | undefined;
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
  const { times = TIMES, maxConnections = allowedConnections(MAX_CONNECTIONS), trustProxy } = options;
  const answer = getRequestListener(app.fetch, {
    hostname: options.host,
    errorHandler: (error) => unreadable(error, options.defect),
  });
  const pass = guard(options);
  const connections = openConnections(maxConnections, trustProxy);
  let closing = false;
  // A missing Host is refused by the guard: Node's own refusal has no body.
  const limits = { ...times, maxHeaderSize: MAX_HEADER_BYTES, requireHostHeader: false };
  const server = createServer(limits, (request, response) => {
    response.on("finish", () => {
      answered[`${Math.floor(response.statusCode / 100)}xx` as keyof AnswerCounts] += 1;
    });
    secure(response);
    // Otherwise a client that sends request after request would keep its connection open.
    if (closing) response.setHeader("connection", "close");
    try {
      connections.begin(response);
      pass(request);
    } catch (error) {
      return refuse(request, response, error as Fault);
    }
    return answer(request, response);
  });
  server.maxConnections = maxConnections;
  // Their bytes are limited. Beyond a number of them Node would leave out the rest, such as a second Host.
  server.maxHeadersCount = 0;
  server.on("connection", (socket) => connections.add(socket));
  server.setTimeout(times.unreadTimeout, (socket) => {
    // An answer that is still computed, and a stream without events, have nothing to write.
    if (connections.isBusy(socket) ? socket.writableLength > 0 : socket.bytesWritten > 0) socket.destroy();
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    const isAnswered = error.code === "ECONNRESET" || connections.isAnswering(socket) || !socket.writable;
    if (isAnswered) socket.destroy();
    else endWith(NO_REQUEST[error.code ?? ""] ?? [400, "The request must be HTTP/1.1"], socket);
  });
  server.on("connect", (_request, socket: Socket) => {
    endWith([405, "The method must not be CONNECT: this is no proxy"], socket);
  });
  server.on("checkExpectation", (request, response) => {
    refuse(request, response, new Fault(417, "The header Expect must be 100-continue or absent"));
  });
  /** Answers what is no request, and closes the connection shortly after, also if the client keeps its side open. */
  function endWith(fault: readonly [FaultStatus, string], socket: Socket): void {
    answerNoRequest(socket, fault);
    const late = setTimeout(() => socket.destroy(), times.refusedTimeout).unref();
    socket.on("close", () => clearTimeout(late));
  }

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
      connections.close();
      await service.close();
    },
  };
}

function listening(server: Server, { host, port }: ServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => {
      reject(new UsageError(`${host}:${port}: cannot listen there: ${whyNot(error)}`));
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
  const body = faultJson(fault.status, fault.message);
  const length = { "content-length": String(Buffer.byteLength(body)) };
  response.writeHead(fault.status, { ...fault.headers, ...length, "content-type": FAULT_TYPE });
  response.end(body);
}

/** Answers a request of which no URL can be made; anything else that fails here is a defect. */
function unreadable(error: unknown, defect: (error: unknown) => void): Response {
  const isRequest = error instanceof Error && error.name === "RequestError";
  const { status, message } = isRequest
    ? new Fault(400, "The Host and the path must make a URL")
    : faultOf(error, defect);
  return new Response(faultJson(status, message), { status, headers: { "content-type": FAULT_TYPE } });
}

/** Answers an invalid request as Node would, in our words. */
function answerNoRequest(socket: Socket, [status, detail]: readonly [FaultStatus, string]): void {
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
