import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { hasBody } from "./read-body.ts";

/** A connection of a server. */
export interface ClientConnection {
  readonly socket: Socket;
  /** The address of its other end, which may be a proxy. */
  readonly peer: string;
  /** The latest request, and the address of its client. */
  latest: IncomingMessage | undefined;
  client: string;
  /** The requests under way. */
  readonly responses: Set<ServerResponse>;
  /** Where it is entered. */
  place?: Set<ClientConnection>;
  /** Takes it out of the connections of its address. */
  leave(): void;
}

/** The connections of an address. In each set the one that is there for the longest time is first. */
interface Address {
  /** Those that wait for the rest of a request, or for their first one. */
  readonly incomplete: Set<ClientConnection>;
  /** Those between two requests. */
  readonly idle: Set<ClientConnection>;
  /** Those that wait for an answer. */
  readonly busy: Set<ClientConnection>;
}

/** The connections by address. */
export interface Addresses {
  /**
   * Enters a connection where it belongs by now, as the latest there if it was elsewhere before: under the client's address
   * as long as a request is under way, and otherwise under its own.
   */
  enter(connection: ClientConnection): void;
  /** Returns the connection to close first: of the most crowded address the longest incomplete one, or else the longest idle one. */
  spare(): ClientConnection | undefined;
}

/** Opens the connections by address. An address with more than `share` is crowded. */
export function openAddresses(share: number): Addresses {
  const addresses = new Map<string, Address>();
  // There are few, so that a search for the largest costs nothing while thousands of connections come in.
  const crowded = new Set<Address>();
  return {
    enter(connection) {
      const { peer, client, latest, responses } = connection;
      const name = responses.size > 0 ? client : peer;
      const address = addresses.get(name) ?? { incomplete: new Set(), idle: new Set(), busy: new Set() };
      const isReceived = latest !== undefined && (latest.complete || !hasBody(latest));
      const received = responses.size > 0 ? address.busy : address.idle;
      const place = isReceived ? received : address.incomplete;
      if (place === connection.place) return;
      connection.leave();
      const count = () => {
        if (sizeOf(address) > share) crowded.add(address);
        else crowded.delete(address);
        if (sizeOf(address) === 0) addresses.delete(name);
      };
      addresses.set(name, address);
      place.add(connection);
      count();
      connection.place = place;
      connection.leave = () => {
        place.delete(connection);
        count();
      };
    },
    spare() {
      for (const { incomplete, idle } of [...crowded].sort((a, b) => sizeOf(b) - sizeOf(a))) {
        const [longest] = incomplete.size > 0 ? incomplete : idle;
        if (longest !== undefined) return longest;
      }
      return undefined;
    },
  };
}

function sizeOf({ incomplete, idle, busy }: Address): number {
  return incomplete.size + idle.size + busy.size;
}
