import { ServiceError, type ServiceEvent } from "mulligan/client";

/** How it stands with a stream of events. */
export type Standing =
  | { readonly kind: "connecting" }
  | { readonly kind: "open" }
  /** Not to be reached, or it answered otherwise than it should; the next try is at that time. */
  | { readonly kind: "lost"; readonly againAt: number; readonly words?: string }
  | { readonly kind: "token" }
  | { readonly kind: "gone" };

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;

/** How long to wait after so many failures in a row: twice as long each time. */
export function pauseAfter(failures: number): number {
  return Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
}

interface Following {
  listen(signal: AbortSignal): AsyncIterable<ServiceEvent>;
  heard(event: ServiceEvent): void;
  stands(standing: Standing): void;
}

export interface Followed {
  /** Does not wait for the end of the pause. */
  tryNow(): void;
  stop(): void;
}

/**
 * Listens, and listens again when the stream breaks off, after pauses that grow. It ends when it is stopped, when the
 * token is refused, and when what it listens to is gone.
 */
export function follow({ listen, heard, stands }: Following): Followed {
  const ending = new AbortController();
  let wake = () => {};
  let failures = 0;

  /** One stream, to its end. */
  async function once(): Promise<void> {
    let open = false;
    for await (const event of listen(ending.signal)) {
      if (ending.signal.aborted) return;
      if (!open) stands({ kind: "open" });
      open = true;
      failures = 0;
      heard(event);
    }
  }

  async function again(): Promise<void> {
    stands({ kind: "connecting" });
    while (!ending.signal.aborted) {
      let words: string | undefined;
      try {
        await once();
      } catch (error) {
        const end = endOf(error);
        if (end !== undefined && !ending.signal.aborted) return stands(end);
        if (error instanceof ServiceError) words = error.message;
      }
      if (ending.signal.aborted) return;
      failures += 1;
      const pause = pauseAfter(failures);
      stands({ kind: "lost", againAt: Date.now() + pause, ...(words === undefined ? {} : { words }) });
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

function endOf(error: unknown): Standing | undefined {
  if (!(error instanceof ServiceError)) return undefined;
  if (error.status === 401) return { kind: "token" };
  return error.status === 404 ? { kind: "gone" } : undefined;
}
