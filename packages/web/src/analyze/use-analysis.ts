import { useEffect, useRef, useState } from "preact/hooks";
import { startWorker } from "../computing/start-worker.ts";
import type { Answer, Log, Progress, Question, Reply, Wishes } from "./messages.ts";
import type { TablePreview } from "./table-preview.ts";

/** What is known of the log that was given. */
export interface Analysis {
  readonly log: Log;
  /** While something is under way. */
  readonly progress?: Progress;
  readonly preview?: TablePreview;
  /** The last one of this log, until there is another. */
  readonly answer?: Answer;
  readonly problem?: string;
}

interface Asking {
  readonly worker: Promise<Worker>;
  /** The number of the question that it works on. */
  busy?: number;
}

let questions = 0;

/**
 * Asks a worker about the log whenever it or what is wished for changes. A worker that is busy with an earlier question
 * hears nothing, so it is ended, and another asked.
 */
export function useAnalysis(log: Log | undefined, wishes: Wishes): Analysis | undefined {
  const [analysis, setAnalysis] = useState<Analysis | undefined>();
  const asking = useRef<Asking | undefined>(undefined);
  const words = JSON.stringify(wishes);

  useEffect(() => {
    if (log === undefined) {
      endWorker(asking);
      setAnalysis(undefined);
      return;
    }
    const number = ++questions;
    setAnalysis((before) => begun(before, log));
    if (asking.current?.busy !== undefined) endWorker(asking);
    asking.current ??= { worker: startWorker("analyze") };
    const current = asking.current;
    current.busy = number;
    const change = (next: (before: Analysis) => Analysis) =>
      setAnalysis((before) => (before === undefined || asking.current !== current ? before : next(before)));
    current.worker.then(
      (worker) => {
        worker.onmessage = ({ data }: MessageEvent<Reply>) => {
          if (data.question !== current.busy) return;
          if (data.kind === "answer" || data.kind === "problem") delete current.busy;
          change((before) => after(before, data));
        };
        worker.onerror = (event) => {
          event.preventDefault();
          change((before) => ({
            ...ended(before),
            problem: `The worker has stopped: ${event.message || "out of memory"}`,
          }));
          endWorker(asking);
        };
        worker.postMessage({ number, log, wishes } satisfies Question);
      },
      (error: Error) => change((before) => ({ ...ended(before), problem: error.message })),
    );
  }, [log, words]);

  useEffect(() => () => endWorker(asking), []);
  return analysis;
}

function endWorker(asking: { current: Asking | undefined }): void {
  // One that did not start was told of already.
  asking.current?.worker.then(
    (worker) => worker.terminate(),
    () => {},
  );
  asking.current = undefined;
}

/** An answer about another log is gone at once; one about this log stands until there is another. */
function begun(before: Analysis | undefined, log: Log): Analysis {
  const progress: Progress = { step: "reading", done: 0, of: log.content.size };
  return before?.log !== log ? { log, progress } : { ...ended(before), progress };
}

function ended({ log, preview, answer }: Analysis): Analysis {
  return { log, ...(preview === undefined ? {} : { preview }), ...(answer === undefined ? {} : { answer }) };
}

function after(before: Analysis, reply: Reply): Analysis {
  switch (reply.kind) {
    case "progress":
      return { ...before, progress: reply.progress };
    case "preview":
      return { ...before, preview: reply.preview };
    case "answer":
      return { ...ended(before), answer: reply.answer };
    case "problem": {
      const { answer: _, ...rest } = ended(before);
      return { ...rest, problem: reply.message };
    }
  }
}
