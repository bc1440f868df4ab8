import { useEffect, useRef, useState } from "preact/hooks";
import { openWorker, type PageWorker } from "../browser/workers.ts";
import type { AnalyzeOptions } from "./analyze-options.ts";
import type { ReadLog } from "./log-reading.ts";
import type { AnalysisProgress, AnalysisReply, AnalysisRequest, Answer, Log } from "./messages.ts";

/** What is known of the current log. */
export interface Analysis {
  readonly log: Log;
  /** Present while the worker computes. */
  readonly progress?: AnalysisProgress;
  readonly read?: ReadLog;
  /** The last answer about this log, until there is another. */
  readonly answer?: Answer;
  /** The options for which it is the answer. */
  readonly answered?: AnalyzeOptions;
  readonly problem?: string;
}

interface Running {
  readonly worker: PageWorker<AnalysisRequest>;
  /** The request that the worker computes. */
  busy: AnalysisRequest | undefined;
}

let requests = 0;

/** So long after the last key an option that is typed takes effect. */
const TYPING_MS = 250;

/**
 * Sends the log to a worker at once, and again a moment after the options change. A busy worker receives no messages, so
 * it is closed, and another one started.
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
      return undefined;
    }
    const isNew = analysis?.log !== log;
    setAnalysis((before) => begun(before, log));
    const timer = setTimeout(() => send({ number: ++requests, log, options }), isNew ? 0 : TYPING_MS);
    return () => clearTimeout(timer);
  }, [log, JSON.stringify(options)]);

  function send(request: AnalysisRequest): void {
    if (current.current?.busy !== undefined) close();
    current.current ??= open();
    current.current.busy = request;
    current.current.worker.send(request);
  }

  function open(): Running {
    const update = (change: (before: Analysis) => Analysis) =>
      setAnalysis((before) => (before === undefined ? before : change(before)));
    const worker = openWorker<AnalysisRequest, AnalysisReply>("analyze", {
      onReply(reply) {
        const { busy } = running;
        if (busy === undefined || reply.request !== busy.number) return;
        if (reply.kind === "answer" || reply.kind === "problem") running.busy = undefined;
        update((before) => after(before, reply, busy.options));
      },
      onFailure(message, hasStarted) {
        const problem = hasStarted
          ? `The computation has stopped: ${message || "the browser has no memory left"}`
          : message;
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
  const of = log.files.reduce((sum, { content }) => sum + content.size, 0);
  const progress: AnalysisProgress = { step: "reading", done: 0, of };
  return before?.log !== log ? { log, progress } : { ...before, progress };
}

function ended({ progress: _, problem: __, ...rest }: Analysis): Analysis {
  return rest;
}

function after(before: Analysis, reply: AnalysisReply, options: AnalyzeOptions): Analysis {
  switch (reply.kind) {
    case "progress":
      return { ...before, progress: reply.progress };
    case "read":
      return { ...before, read: reply.read };
    case "answer":
      return { ...ended(before), answer: reply.answer, answered: options };
    case "problem":
      // The last answer stays, greyed, while the reader corrects what is wrong.
      return { ...ended(before), problem: reply.message };
  }
}
