import { startWorker, workersWanted } from "../computing/start-worker.ts";
import type { FromWorker, ToWorker } from "./messages.ts";

/** The workers of the page. */
export interface Crew {
  readonly size: number;
  /** To all, or to one. */
  send(message: ToWorker, worker?: number): void;
  close(): void;
}

interface Ears {
  hear(worker: number, answer: FromWorker): void;
  /** A worker could not be started, or came to an end. */
  lost(problem: string): void;
}

export function openCrew({ hear, lost }: Ears): Crew {
  let closed = false;
  const workers = Array.from({ length: workersWanted() }, async (_, place) => {
    const worker = await startWorker("race");
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => hear(place, data);
    worker.onerror = ({ message }) => lost(message);
    if (closed) worker.terminate();
    return worker;
  });
  function each(use: (worker: Worker) => void, only?: number): void {
    workers.forEach((started, place) => {
      if (only !== undefined && only !== place) return;
      started.then(use, (error) => closed || lost(String(error?.message ?? error)));
    });
  }
  return {
    size: workers.length,
    send: (message, worker) => each((thread) => thread.postMessage(message), worker),
    close() {
      closed = true;
      each((worker) => worker.terminate());
    },
  };
}
