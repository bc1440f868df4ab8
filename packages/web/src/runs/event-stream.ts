import { ServiceError, type ServiceEvent } from "mulligan/client";
import { prefersReducedMotion } from "../browser/hooks.ts";

/** The state of a stream of events. */
export type StreamState =
  | { readonly kind: "connecting" }
  | { readonly kind: "open" }
  /** The service cannot be reached or answers with an error; the next attempt is at that time. */
  | { readonly kind: "lost"; readonly againAt: number; readonly problem?: string }
  | { readonly kind: "token" }
  | { readonly kind: "gone" };

const FIRST_PAUSE_MS = 1_000;
/** A server that does not answer may be starting again. To ask it costs little, and a hidden tab does not ask. */
const SILENT_PAUSE_MS = 2_000;
/** A server that answers with an error may have too much to do. */
const MAX_PAUSE_MS = 30_000;
/** The answers of a proxy when the server behind it does not answer. */
const SILENT = [502, 504];

/** The pause after so many failures in a row, which doubles each time. `status` is that of the last answer, if there was one. */
export function pauseAfter(failures: number, status?: number): number {
  const most = status === undefined || SILENT.includes(status) ? SILENT_PAUSE_MS : MAX_PAUSE_MS;
  return Math.min(most, FIRST_PAUSE_MS * 2 ** (failures - 1));
}

interface StreamOptions {
  open(signal: AbortSignal): AsyncIterable<ServiceEvent>;
  onEvent(event: ServiceEvent): void;
  onState(state: StreamState): void;
}

export interface EventStream {
  /** Ends the current pause. */
  tryNow(): void;
  stop(): void;
}

/**
 * Receives events, and opens the stream again after growing pauses when it breaks off. It ends when it is stopped, when
 * the token is refused, and when the problem is gone.
 */
export function followEvents({ open, onEvent, onState }: StreamOptions): EventStream {
  const ending = new AbortController();
  let wake = () => {};
  let failures = 0;

  /** Receives one stream to its end. */
  async function once(): Promise<void> {
    let isOpen = false;
    for await (const event of open(ending.signal)) {
      if (ending.signal.aborted) return;
      if (!isOpen) onState({ kind: "open" });
      isOpen = true;
      failures = 0;
      onEvent(event);
    }
  }

  async function again(): Promise<void> {
    onState({ kind: "connecting" });
    while (!ending.signal.aborted) {
      let refusal: ServiceError | undefined;
      try {
        await once();
      } catch (error) {
        const end = endOf(error);
        if (end !== undefined && !ending.signal.aborted) return onState(end);
        if (error instanceof ServiceError) refusal = error;
      }
      if (ending.signal.aborted) return;
      failures += 1;
      const pause = pauseAfter(failures, refusal?.status);
      const againAt = Date.now() + pause;
      onState({ kind: "lost", againAt, ...(refusal === undefined ? {} : { problem: refusal.message }) });
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, pause);
      });
    }
  }

  void again();
  return {
    tryNow: () => wake(),
    stop() {
      ending.abort();
      wake();
    },
  };
}

function endOf(error: unknown): StreamState | undefined {
  if (!(error instanceof ServiceError)) return undefined;
  if (error.status === 401) return { kind: "token" };
  return error.status === 404 ? { kind: "gone" } : undefined;
}

const STEP_MS = 200;
/** For readers who want less movement. */
const CALM_STEP_MS = 2_000;

/** Runs the last requested action, at once if there was none before, and then at most once a step. */
export function throttle(): { request(act: () => void): void; stop(): void } {
  let waiting: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function step(): void {
    const act = waiting;
    waiting = undefined;
    timer = act === undefined ? undefined : setTimeout(step, prefersReducedMotion() ? CALM_STEP_MS : STEP_MS);
    act?.();
  }

  return {
    request(act) {
      waiting = act;
      if (timer === undefined) step();
    },
    stop: () => clearTimeout(timer),
  };
}
