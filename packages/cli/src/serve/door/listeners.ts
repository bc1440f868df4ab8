import type { ServerResponse } from "node:http";
import { Fault } from "./fault.ts";

/** Who may listen to events at once. */
export const MAX_LISTENERS = 100;
/** Bytes that a listener may lag behind before it is let go. */
const MAX_BEHIND = 2 ** 20;
/** A word now and then, so that whoever is gone is noticed, and no proxy takes the silence for the end. */
const BEAT_MS = 15_000;

/** What can be listened to; `summary` is said to those only who ask for it. */
export const EVENTS = ["state", "summary", "decision", "outcome", "removed"] as const;
export type EventName = (typeof EVENTS)[number];

/** Which events, and of which problem; of all, if that is undefined. */
interface Wish {
  readonly problem: string | undefined;
  readonly events: ReadonlySet<EventName>;
}

/** Something that happened, as listeners hear it. */
export interface Happening {
  readonly event: EventName;
  /** The problem that it happened to. */
  readonly problem: string;
  readonly sequence: number;
  /** Its JSON text; made only if somebody listens. */
  data(): string;
}

/** Who listens, to one problem or to all. */
export interface Listeners {
  readonly size: number;
  /** Whether anybody would hear of this problem, and of this kind of event if one is named. */
  hear(problem: string, event?: EventName): boolean;
  /**
   * Sends what `begin` gives, and then all that happens from now on. What happens until `begin` is done is held back,
   * so that nothing is missed and nothing stands before the state it follows.
   */
  add(response: ServerResponse, wish: Wish, begin: () => Promise<string>): Promise<void>;
  tell(happening: Happening): void;
  /** Ends the streams of a problem that is gone. */
  end(problem: string): void;
  close(): void;
}

interface Listener {
  readonly response: ServerResponse;
  readonly wish: Wish;
  /** Until it has begun. */
  held: string[] | undefined;
  heldLength: number;
  allowed: number;
}

export function openListeners(): Listeners {
  const listeners = new Set<Listener>();
  let beat: NodeJS.Timeout | undefined;

  function drop(listener: Listener): void {
    listeners.delete(listener);
    listener.response.destroy();
    if (listeners.size === 0) clearInterval(beat);
  }

  function send(listener: Listener, text: string): void {
    const { held, response, allowed } = listener;
    if (held !== undefined) {
      held.push(text);
      if ((listener.heldLength += text.length) > MAX_BEHIND) drop(listener);
    } else {
      response.write(text);
      if (response.writableLength > allowed) drop(listener);
    }
  }

  return {
    get size() {
      return listeners.size;
    },
    hear: (problem, event) => {
      for (const { wish } of listeners) if (wants(wish, problem, event)) return true;
      return false;
    },
    async add(response, wish, begin) {
      if (listeners.size >= MAX_LISTENERS) {
        throw new Fault(429, `At most ${MAX_LISTENERS} may listen at once`, { "retry-after": "10" });
      }
      const listener: Listener = { response, wish, held: [], heldLength: 0, allowed: MAX_BEHIND };
      listeners.add(listener);
      response.on("close", () => drop(listener));
      if (listeners.size === 1) {
        beat = setInterval(() => {
          for (const one of listeners) send(one, ":\n\n");
        }, BEAT_MS).unref();
      }
      try {
        const first = await begin();
        if (!listeners.has(listener)) return;
        response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
        response.write([first, ...listener.held!].join(""));
        listener.held = undefined;
        listener.allowed += response.writableLength;
      } catch (error) {
        listeners.delete(listener);
        throw error;
      }
    },
    tell({ event, problem, sequence, data }) {
      let text: string | undefined;
      for (const listener of listeners) {
        if (!wants(listener.wish, problem, event)) continue;
        text ??= eventText(event, sequence, data());
        send(listener, text);
      }
    },
    end(problem) {
      for (const { wish, response } of listeners) if (wish.problem === problem) response.end();
    },
    close() {
      clearInterval(beat);
      for (const { response } of listeners) response.end();
    },
  };
}

function wants({ problem, events }: Wish, of: string, event: EventName | undefined): boolean {
  return (problem === undefined || problem === of) && (event === undefined || events.has(event));
}

export function eventText(event: string, sequence: number, data: string): string {
  return `event: ${event}\nid: ${sequence}\ndata: ${data}\n\n`;
}
