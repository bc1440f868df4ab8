import type { ServerResponse } from "node:http";
import { isIPv6, type Socket } from "node:net";
import { Fault } from "./fault.ts";

/** The most connections at once. */
export const MAX_CONNECTIONS = 10_000;
/** The most connections of one address. Beyond it the longest idle one is closed. */
export const MAX_CONNECTIONS_PER_ADDRESS = 2_000;
/** The most requests of a connection that wait for their answers. */
export const MAX_PIPELINED = 32;
/** Bytes of answers that may wait for their readers; beyond it the connections with the most are closed. */
export const MAX_UNREAD_BYTES = 2 ** 26;
const CHECK_MS = 1_000;

/** The connections of a server. */
export interface ClientConnections {
  /** Enters a new connection, and closes an idle one of its address if there are too many. */
  add(socket: Socket): void;
  /** Enters a request. Fails with a `Fault` if too many of its connection are under way. */
  begin(response: ServerResponse): void;
  /** Whether the connection has requests under way. */
  isBusy(socket: Socket): boolean;
  /** Whether an answer is on its way, so that no other may be written to the connection. */
  isAnswering(socket: Socket): boolean;
  close(): void;
}

export function openConnections(): ClientConnections {
  /** The connections by address, the longest idle first. */
  const byAddress = new Map<string, Set<Socket>>();
  const underWay = new Map<Socket, Set<ServerResponse>>();

  function closeIdle(sockets: ReadonlySet<Socket>, newest: Socket): void {
    for (const socket of sockets) {
      if (underWay.has(socket)) continue;
      socket.destroy();
      return;
    }
    newest.destroy();
  }

  /** Closes the connections for which the most waits until the rest is little enough. */
  function keepWithinMemory(): void {
    const waiting = Array.from(underWay, ([socket, responses]) => ({
      socket,
      bytes: unreadBytes(responses),
    }));
    let excess = waiting.reduce((sum, { bytes }) => sum + bytes, 0) - MAX_UNREAD_BYTES;
    if (excess <= 0) return;
    for (const { socket, bytes } of waiting.sort((a, b) => b.bytes - a.bytes)) {
      if (excess <= 0) return;
      excess -= bytes;
      socket.destroy();
    }
  }

  const timer = setInterval(keepWithinMemory, CHECK_MS).unref();
  return {
    add(socket) {
      const address = addressGroup(socket.remoteAddress);
      const sockets = byAddress.get(address) ?? new Set();
      byAddress.set(address, sockets.add(socket));
      socket.on("close", () => {
        sockets.delete(socket);
        if (sockets.size === 0 && byAddress.get(address) === sockets) byAddress.delete(address);
      });
      if (sockets.size > MAX_CONNECTIONS_PER_ADDRESS) closeIdle(sockets, socket);
    },
    begin(response) {
      const { socket } = response.req;
      const responses = underWay.get(socket) ?? new Set();
      underWay.set(socket, responses.add(response));
      response.on("close", () => {
        responses.delete(response);
        if (responses.size > 0) return;
        underWay.delete(socket);
        moveToEnd(byAddress.get(addressGroup(socket.remoteAddress)), socket);
      });
      if (responses.size <= MAX_PIPELINED) return;
      throw new Fault(429, `At most ${MAX_PIPELINED} requests of a connection may wait for their answers`, {
        connection: "close",
      });
    },
    isBusy: (socket) => underWay.has(socket),
    isAnswering(socket) {
      for (const { headersSent } of underWay.get(socket) ?? []) if (headersSent) return true;
      return false;
    },
    close: () => clearInterval(timer),
  };
}

function unreadBytes(responses: ReadonlySet<ServerResponse>): number {
  let sum = 0;
  for (const { writableLength } of responses) sum += writableLength;
  return sum;
}

function moveToEnd(sockets: Set<Socket> | undefined, socket: Socket): void {
  if (sockets?.delete(socket)) sockets.add(socket);
}

/** Returns the address by which limits count: for IPv6 its network of 64 bits, since one machine may have all addresses in it. */
export function addressGroup(address = ""): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped !== null) return mapped[1];
  if (!isIPv6(address)) return address;
  const [head, tail] = address.split("%")[0].split("::");
  const groups = head.split(":");
  if (tail !== undefined) {
    const after = tail === "" ? [] : tail.split(":");
    if (head === "") groups.length = 0;
    groups.push(...Array(8 - groups.length - after.length).fill("0"), ...after);
  }
  return groups.slice(0, 4).join(":");
}
