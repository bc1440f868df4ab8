import { useEffect, useRef, useState } from "preact/hooks";
import { openWorker, type PageWorker } from "../browser/workers.ts";
import type { AnalyzeOptions } from "./analyze-options.ts";
import type { AnalysisProgress, AnalysisReply, AnalysisRequest, Answer, Log } from "./messages.ts";
import type { TablePreview } from "./table-preview.ts";

/** What is known of the current log. */
export interface Analysis {
  readonly log: Log;
  /** Present while the worker computes. */
  readonly progress?: AnalysisProgress;
  readonly preview?: TablePreview;
  /** The last answer about this log, until there is another. */
  readonly answer?: Answer;
  readonly problem?: string;
}

interface Running {
  readonly worker: PageWorker<AnalysisRequest>;
  /** The number of the request that the worker computes. */
  busy: number | undefined;
}

let requests = 0;

/**
 * Sends the log to a worker whenever the log or the options change. A busy worker receives no messages, so it is closed,
 * and another one started.
 */
export function useAnalysis(log: Log | undefined, options: AnalyzeOptions): Analysis | undefined {
  const [analysis, setAnalysis] = useState<Analysis | undefined>();
  const current = useRef<Running | undefined>(undefined);
  const close = () => {
    current.current?.worker.close();
    current.current = undefined;
  };

  useEffect(() => {
    if (log === undefined) {
      close();
      setAnalysis(undefined);
      return;
    }
    setAnalysis((before) => begun(before, log));
    if (current.current?.busy !== undefined) close();
    current.current ??= open();
    const number = ++requests;
    current.current.busy = number;
    current.current.worker.send({ number, log, options });
  }, [log, JSON.stringify(options)]);

  function open(): Running {
    const update = (change: (before: Analysis) => Analysis) =>
      setAnalysis((before) => (before === undefined ? before : change(before)));
    const worker = openWorker<AnalysisRequest, AnalysisReply>("analyze", {
      onReply(reply) {
        if (reply.request !== running.busy) return;
        if (reply.kind === "answer" || reply.kind === "problem") running.busy = undefined;
        update((before) => after(before, reply));
      },
      onFailure(message, hasStarted) {
        const problem = hasStarted ? `The worker has stopped: ${message || "out of memory"}` : message;
        update((before) => ({ ...ended(before), problem }));
        if (hasStarted) close();
      },
    });
    const running: Running = { worker, busy: undefined };
    return running;
  }

  useEffect(() => close, []);
  return analysis;
}

/** An answer about another log goes at once; one about this log stays until there is another. */
function begun(before: Analysis | undefined, log: Log): Analysis {
  const progress: AnalysisProgress = { step: "reading", done: 0, of: log.content.size };
  return before?.log !== log ? { log, progress } : { ...ended(before), progress };
}

function ended({ progress: _, problem: __, ...rest }: Analysis): Analysis {
  return rest;
}

function after(before: Analysis, reply: AnalysisReply): Analysis {
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
