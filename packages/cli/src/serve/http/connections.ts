import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { addressGroup, clientAddress } from "./client-address.ts";
import { type ClientConnection, openAddresses } from "./crowded-addresses.ts";
import { Fault } from "./fault.ts";

/** The most connections at once, if enough open files are allowed. */
export const MAX_CONNECTIONS = 10_000;
/** Up to this share of all connections none is closed. */
export const UNCROWDED = 0.8;
/** Beyond, an address with more than this share of all loses some. */
export const SHARE_OF_ADDRESS = 0.2;
/** The most requests of a connection that wait for their answers. */
export const MAX_PIPELINED = 32;
/** Bytes of answers that may wait for their readers; beyond it the connections with the most are closed. */
export const MAX_UNREAD_BYTES = 2 ** 26;
const CHECK_MS = 1_000;

/** The connections of a server. */
export interface ClientConnections {
  /** Enters a new connection. If there are many, a crowded address loses one. */
  add(socket: Socket): void;
  /** Enters a request. Fails with a `Fault` if too many of its connection are under way. */
  begin(response: ServerResponse): void;
  /** Whether the connection has requests under way. */
  isBusy(socket: Socket): boolean;
  /** Whether an answer is on its way, so that no other may be written to the connection. */
  isAnswering(socket: Socket): boolean;
  close(): void;
}

/** Opens the connections of a server that may have `most`. With `trustProxy` a request counts for the client that the proxy names. */
export function openConnections(most: number, trustProxy?: boolean): ClientConnections {
  const connections = new Map<Socket, ClientConnection>();
  const addresses = openAddresses(SHARE_OF_ADDRESS * most);

  function forget(connection: ClientConnection): void {
    if (connections.delete(connection.socket)) connection.leave();
  }

  function update(connection: ClientConnection): void {
    if (connections.has(connection.socket)) addresses.enter(connection);
  }

  const timer = setInterval(() => keepWithinMemory(connections.values()), CHECK_MS).unref();
  return {
    add(socket) {
      const peer = addressGroup(socket.remoteAddress);
      const connection: ClientConnection = {
        socket,
        peer,
        client: peer,
        latest: undefined,
        responses: new Set(),
        leave() {},
      };
      connections.set(socket, connection);
      addresses.enter(connection);
      socket.on("close", () => forget(connection));
      if (connections.size <= UNCROWDED * most) return;
      const spare = addresses.spare();
      if (spare === undefined) return;
      // It may take a while to close, in which others come.
      forget(spare);
      spare.socket.destroy();
    },
    begin(response) {
      const { req: request } = response;
      const connection = connections.get(request.socket);
      if (connection === undefined) return;
      const { responses } = connection;
      responses.add(response);
      connection.latest = request;
      if (trustProxy) connection.client = clientAddress(request, trustProxy);
      update(connection);
      request.on("end", () => update(connection));
      response.on("close", () => {
        responses.delete(response);
        update(connection);
      });
      if (responses.size <= MAX_PIPELINED) return;
      throw new Fault(429, `At most ${MAX_PIPELINED} requests of a connection may wait for their answers`, {
        connection: "close",
      });
    },
    isBusy: (socket) => (connections.get(socket)?.responses.size ?? 0) > 0,
    isAnswering(socket) {
      for (const { headersSent } of connections.get(socket)?.responses ?? []) if (headersSent) return true;
      return false;
    },
    close: () => clearInterval(timer),
  };
}

/** Closes the connections for which the most waits until the rest is little enough. */
function keepWithinMemory(connections: Iterable<ClientConnection>): void {
  const waiting = Array.from(connections, ({ socket, responses }) => ({
    socket,
    bytes: unreadBytes(responses),
  })).filter(({ bytes }) => bytes > 0);
  let excess = waiting.reduce((sum, { bytes }) => sum + bytes, 0) - MAX_UNREAD_BYTES;
  if (excess <= 0) return;
  for (const { socket, bytes } of waiting.sort((a, b) => b.bytes - a.bytes)) {
    if (excess <= 0) return;
    excess -= bytes;
    socket.destroy();
  }
}

function unreadBytes(responses: ReadonlySet<ServerResponse>): number {
  let sum = 0;
  for (const { writableLength } of responses) sum += writableLength;
  return sum;
}
