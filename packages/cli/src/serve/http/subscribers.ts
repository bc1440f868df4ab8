import type { ServerResponse } from "node:http";
import { Fault } from "./fault.ts";
import {
  CHECKS_UNTIL_STALLED,
  type EventIdentity,
  type EventName,
  type Filter,
  type FirstState,
  openSubscriber,
  type Subscriber,
} from "./subscriber.ts";

/** The most event streams at once. */
export const MAX_LISTENERS = 200;
/** The most event streams of one address, so that one client cannot keep others from listening. */
export const MAX_LISTENERS_PER_ADDRESS = 100;
/**
 * Bytes that may wait for all subscribers together. The objects that hold them need about as much again, and 64 MB are
 * meant for all listeners.
 */
export const MAX_WAITING_BYTES = 2 ** 25;
/** After this long a subscriber that takes nothing that waits for it is dropped. */
export const STALLED_MS = 10_000;
/**
 * An empty comment is sent after so many checks, which is every 15 seconds, to notice closed connections and to keep
 * proxies from closing idle ones.
 */
const CHECKS_UNTIL_BEAT = 15;

/** A server-sent event. */
export interface ProblemEvent extends EventIdentity {
  /** The JSON text, made only if there is a subscriber. */
  data(): string;
}

/** The open event streams, of one problem or of all. */
export interface Subscribers {
  readonly size: number;
  /** The bytes that wait for all of them. */
  readonly waitingBytes: number;
  /** Whether any stream has events of this problem, and of this kind if one is named. */
  hasAny(problem: string, event?: EventName): boolean;
  /**
   * Sends the first state, and then all events from now on that it does not cover, no faster than they are read. Events are held back until
   * the state is written, so that none is missed and none comes before its state.
   */
  add(
    response: ServerResponse,
    address: string,
    filter: Filter,
    makeFirst: () => Promise<FirstState>,
  ): Promise<void>;
  publish(event: ProblemEvent): void;
  /** Ends the streams of a problem that was deleted. */
  end(problem: string): void;
  close(): void;
}

/** Opens the event streams. `stalledMs` is shorter in tests. */
export function openSubscribers(stalledMs = STALLED_MS): Subscribers {
  const subscribers = new Set<Subscriber>();
  let timer: NodeJS.Timeout | undefined;
  let checks = 0;

  function drop(subscriber: Subscriber): void {
    subscribers.delete(subscriber);
    subscriber.destroy();
    if (subscribers.size === 0) clearInterval(timer);
  }

  function check(): void {
    checks += 1;
    for (const subscriber of subscribers) {
      if (subscriber.check()) drop(subscriber);
      else if (checks % CHECKS_UNTIL_BEAT === 0) subscriber.beat();
    }
    dropLargest(subscribers, drop);
  }

  return {
    get size() {
      return subscribers.size;
    },
    get waitingBytes() {
      return waitingBytesOf(subscribers);
    },
    hasAny: (problem, event) => {
      for (const { filter } of subscribers) if (matches(filter, problem, event)) return true;
      return false;
    },
    async add(response, address, filter, makeFirst) {
      const subscriber = openSubscriber(response, address, filter, () => drop(subscriber));
      checkRoom(subscribers, address);
      subscribers.add(subscriber);
      if (subscribers.size === 1) timer = setInterval(check, stalledMs / CHECKS_UNTIL_STALLED).unref();
      try {
        const first = await makeFirst();
        if (subscribers.has(subscriber)) subscriber.begin(first);
      } catch (error) {
        subscribers.delete(subscriber);
        throw error;
      }
    },
    publish({ event, problem, sequence, data }) {
      let bytes: Buffer | undefined;
      for (const subscriber of subscribers) {
        if (!matches(subscriber.filter, problem, event)) continue;
        bytes ??= Buffer.from(eventText(event, sequence, data()));
        subscriber.send({ event, problem, sequence }, bytes);
        if (subscriber.isBehind) drop(subscriber);
      }
      if (bytes !== undefined) dropLargest(subscribers, drop);
    },
    end(problem) {
      for (const subscriber of subscribers) if (subscriber.filter.problem === problem) subscriber.end();
    },
    close() {
      clearInterval(timer);
      for (const subscriber of subscribers) subscriber.end();
    },
  };
}

function waitingBytesOf(subscribers: ReadonlySet<Subscriber>): number {
  let sum = 0;
  for (const { waitingBytes } of subscribers) sum += waitingBytes;
  return sum;
}

/** Drops the subscribers for which the most waits, until little enough waits for the others. */
function dropLargest(subscribers: ReadonlySet<Subscriber>, drop: (subscriber: Subscriber) => void): void {
  let excess = waitingBytesOf(subscribers) - MAX_WAITING_BYTES;
  if (excess <= 0) return;
  for (const subscriber of [...subscribers].sort((a, b) => b.waitingBytes - a.waitingBytes)) {
    if (excess <= 0) return;
    excess -= subscriber.waitingBytes;
    drop(subscriber);
  }
}

function checkRoom(subscribers: ReadonlySet<Subscriber>, address: string): void {
  const later = { "retry-after": "10" };
  if (subscribers.size >= MAX_LISTENERS) {
    throw new Fault(429, `At most ${MAX_LISTENERS} may listen at once`, later);
  }
  const own = [...subscribers].filter((one) => one.address === address).length;
  if (own < MAX_LISTENERS_PER_ADDRESS) return;
  throw new Fault(429, `At most ${MAX_LISTENERS_PER_ADDRESS} of one address may listen at once`, later);
}

function matches({ problem, events }: Filter, of: string, event: EventName | undefined): boolean {
  return (problem === undefined || problem === of) && (event === undefined || events.has(event));
}

export function eventText(event: string, sequence: number, data: string): string {
  return `event: ${event}\nid: ${sequence}\ndata: ${data}\n\n`;
}
