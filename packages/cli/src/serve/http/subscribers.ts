import type { ServerResponse } from "node:http";
import { Fault } from "./fault.ts";

/** The most event streams at once. */
export const MAX_LISTENERS = 100;
/** Bytes that a subscriber may lag behind before its stream is ended. */
const MAX_BEHIND = 2 ** 20;
/** An empty comment is sent so often, to notice closed connections and to keep proxies from closing idle ones. */
const BEAT_MS = 15_000;

/** `summary` is sent only to subscribers that ask for it. */
export const EVENTS = ["state", "summary", "decision", "outcome", "removed"] as const;
export type EventName = (typeof EVENTS)[number];

/** Which events, and of which problem; of all, if that is undefined. */
interface Filter {
  readonly problem: string | undefined;
  readonly events: ReadonlySet<EventName>;
}

/** A server-sent event. */
export interface ProblemEvent {
  readonly event: EventName;
  readonly problem: string;
  readonly sequence: number;
  /** Its JSON text; made only if there is a subscriber. */
  data(): string;
}

/** The open event streams, of one problem or of all. */
export interface Subscribers {
  readonly size: number;
  /** Whether any stream has events of this problem, and of this kind if one is named. */
  hasAny(problem: string, event?: EventName): boolean;
  /**
   * Sends what `begin` resolves to, and then all events from now on. Events until `begin` is done are held back, so
   * that none is missed and none stands before the state it follows.
   */
  add(response: ServerResponse, filter: Filter, begin: () => Promise<string>): Promise<void>;
  publish(event: ProblemEvent): void;
  /** Ends the streams of a problem that was deleted. */
  end(problem: string): void;
  /** Ends all streams, since events were missed; whoever connects again begins with the state. */
  endAll(): void;
  close(): void;
}

interface Subscriber {
  readonly response: ServerResponse;
  readonly filter: Filter;
  /** Events until it has begun. */
  held: string[] | undefined;
  heldLength: number;
  allowed: number;
}

export function openSubscribers(): Subscribers {
  const subscribers = new Set<Subscriber>();
  let beat: NodeJS.Timeout | undefined;

  function drop(subscriber: Subscriber): void {
    subscribers.delete(subscriber);
    subscriber.response.destroy();
    if (subscribers.size === 0) clearInterval(beat);
  }

  function send(subscriber: Subscriber, text: string): void {
    const { held, response, allowed } = subscriber;
    if (held !== undefined) {
      held.push(text);
      if ((subscriber.heldLength += text.length) > MAX_BEHIND) drop(subscriber);
    } else {
      response.write(text);
      if (response.writableLength > allowed) drop(subscriber);
    }
  }

  return {
    get size() {
      return subscribers.size;
    },
    hasAny: (problem, event) => {
      for (const { filter } of subscribers) if (matches(filter, problem, event)) return true;
      return false;
    },
    async add(response, filter, begin) {
      if (subscribers.size >= MAX_LISTENERS) {
        throw new Fault(429, `At most ${MAX_LISTENERS} may listen at once`, { "retry-after": "10" });
      }
      const subscriber: Subscriber = { response, filter, held: [], heldLength: 0, allowed: MAX_BEHIND };
      subscribers.add(subscriber);
      response.on("close", () => drop(subscriber));
      if (subscribers.size === 1) {
        beat = setInterval(() => {
          for (const one of subscribers) send(one, ":\n\n");
        }, BEAT_MS).unref();
      }
      try {
        const first = await begin();
        if (!subscribers.has(subscriber)) return;
        response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
        response.write([first, ...subscriber.held!].join(""));
        subscriber.held = undefined;
        subscriber.allowed += response.writableLength;
      } catch (error) {
        subscribers.delete(subscriber);
        throw error;
      }
    },
    publish({ event, problem, sequence, data }) {
      let text: string | undefined;
      for (const subscriber of subscribers) {
        if (!matches(subscriber.filter, problem, event)) continue;
        text ??= eventText(event, sequence, data());
        send(subscriber, text);
      }
    },
    end(problem) {
      for (const { filter, response } of subscribers) if (filter.problem === problem) response.end();
    },
    endAll() {
      for (const { response } of subscribers) response.end();
    },
    close() {
      clearInterval(beat);
      for (const { response } of subscribers) response.end();
    },
  };
}

function matches({ problem, events }: Filter, of: string, event: EventName | undefined): boolean {
  return (problem === undefined || problem === of) && (event === undefined || events.has(event));
}

export function eventText(event: string, sequence: number, data: string): string {
  return `event: ${event}\nid: ${sequence}\ndata: ${data}\n\n`;
}
