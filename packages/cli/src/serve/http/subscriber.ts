import type { ServerResponse } from "node:http";
import { type NextPart, openPacedWriter } from "./paced-writer.ts";

/** The most bytes of events that may wait for a subscriber before its stream is ended. */
export const MAX_BEHIND = 2 ** 20;
/** After this many checks in a row in which a subscriber took nothing that waits for it, it is stalled. */
export const CHECKS_UNTIL_STALLED = 10;

/** `summary` is sent only to subscribers that ask for it. */
export const EVENTS = ["state", "summary", "decision", "outcome", "removed"] as const;
export type EventName = (typeof EVENTS)[number];

/** The events that a subscriber gets, and the problem; all problems if that is undefined. */
export interface Filter {
  readonly problem: string | undefined;
  readonly events: ReadonlySet<EventName>;
}

/** The fields that identify an event. */
export interface EventIdentity {
  readonly event: EventName;
  readonly problem: string;
  readonly sequence: number;
}

/** The state with which a stream begins. */
export interface FirstState {
  /** The text of the state. Each part is made when the one before it was read. */
  readonly nextPart: NextPart;
  /** True if the state has, or will have, what this event tells. */
  covers(event: EventIdentity): boolean;
}

/** An event stream. */
export interface Subscriber {
  readonly filter: Filter;
  /** The address for which streams are counted. */
  readonly address: string;
  /** All bytes that wait for it. */
  readonly waitingBytes: number;
  /** True if more events wait for it than may. */
  readonly isBehind: boolean;
  /** Sends an event after the first state, unless that covers it. Until then it is held back. */
  send(event: EventIdentity, bytes: Buffer): void;
  /** Sends the first state, and then what was held back. */
  begin(first: FirstState): void;
  /**
   * Called again and again: true if it is stalled. It counts checks and not milliseconds, since after the service itself
   * was stopped for a minute every subscriber would look as if it had not read for a minute.
   */
  check(): boolean;
  /** Sends an empty comment if nothing else is on its way. */
  beat(): void;
  /** Ends the stream when all that waits was sent. */
  end(): void;
  destroy(): void;
}

/** Opens a subscriber. `gone` is called when the connection is closed, or the first state cannot be made. */
export function openSubscriber(
  response: ServerResponse,
  address: string,
  filter: Filter,
  gone: () => void,
): Subscriber {
  const writer = openPacedWriter(response, gone);
  /** Until it is known what the first state covers. */
  let held: { readonly event: EventIdentity; readonly bytes: Buffer }[] | undefined = [];
  let heldBytes = 0;
  /** Until it is written. */
  let first: FirstState | undefined;
  let [stalledChecks, writes] = [0, 0];
  response.on("close", gone);
  response.on("error", gone);

  function send(event: EventIdentity, bytes: Buffer): void {
    if (held !== undefined) {
      held.push({ event, bytes });
      heldBytes += bytes.length;
    } else if (!first?.covers(event)) writer.push(bytes);
  }

  return {
    filter,
    address,
    get waitingBytes() {
      return writer.waitingBytes + heldBytes;
    },
    get isBehind() {
      return writer.queuedBytes + heldBytes > MAX_BEHIND;
    },
    send,
    begin(state) {
      const before = held ?? [];
      first = state;
      held = undefined;
      heldBytes = 0;
      for (const { event, bytes } of before) send(event, bytes);
      response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
      void writer.start(state.nextPart).then(() => {
        first = undefined;
      });
    },
    check() {
      const isStalled = writer.isWriting && writer.writes === writes;
      stalledChecks = isStalled ? stalledChecks + 1 : 0;
      writes = writer.writes;
      return stalledChecks > CHECKS_UNTIL_STALLED;
    },
    beat() {
      if (held === undefined && writer.waitingBytes === 0) writer.push(BEAT);
    },
    end: () => writer.end(),
    destroy: () => void response.destroy(),
  };
}

const BEAT = Buffer.from(":\n\n");
