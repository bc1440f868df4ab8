import "./without-eval.ts";
import { parseResetting } from "@mulligan/core/distributions";
import { movedNotice } from "@mulligan/core/problem";
import { asUsage, inUnit, logKind, type ParsedLog, parseLog, UsageError } from "mulligan/readers";
import { answerTo } from "./answer.ts";
import type { AnalysisProgress, AnalysisReply, AnalysisRequest, AnalysisResult } from "./messages.ts";
import { readLogFile } from "./read-log.ts";
import { previewOf } from "./table-preview.ts";

/** The last log, so that it is not read again for another unit. */
let read: { readonly log: number; readonly bytes: Uint8Array } | undefined;
let parsed: { readonly log: number; readonly columns: string; readonly found: ParsedLog } | undefined;

self.onmessage = async ({ data }: MessageEvent<AnalysisRequest>) => {
  const reply = (result: AnalysisResult) =>
    self.postMessage({ request: data.number, ...result } satisfies AnalysisReply);
  try {
    await answer(data, reply);
  } catch (error) {
    reply({ kind: "problem", message: problemText(error) });
  }
};

async function answer({ log, options }: AnalysisRequest, reply: (result: AnalysisResult) => void) {
  const report = (progress: AnalysisProgress) => reply({ kind: "progress", progress });
  if (read?.log !== log.number) {
    const bytes = await readLogFile(log.name, log.content, (done, of) =>
      report({ step: "reading", done, of }),
    );
    read = { log: log.number, bytes };
  }
  const { bytes } = read;
  const kind = logKind(bytes);
  const preview = kind === "table" ? previewOf(bytes, options.columns) : undefined;
  if (preview !== undefined) reply({ kind: "preview", preview });
  const columns = JSON.stringify(options.columns);
  if (parsed?.log !== log.number || parsed.columns !== columns) {
    report({ step: "parsing", done: 0, of: bytes.length });
    parsed = { log: log.number, columns, found: parseLog(log.name, bytes, options.columns) };
  }
  const { found } = parsed;
  const resetting = asUsage(() => parseResetting(options.resetting));
  const { rows, unit = "" } = inUnit(log.name, found, options.unit === "" ? undefined : options.unit);
  const notices = [
    ...(found.notice === undefined ? [] : [`${log.name}: ${found.notice}.`]),
    ...(found.moved ? [`${movedNotice(log.name)}.`] : []),
  ];
  const result = answerTo({ file: log.name, kind, rows, unit, notices }, options, resetting, report);
  reply({ kind: "answer", answer: result });
}

/** A mistake in the log has the message of the command; anything else is a defect. */
function problemText(error: unknown): string {
  if (error instanceof UsageError) return error.message;
  const message = error instanceof Error ? error.message : String(error);
  const memory = error instanceof RangeError && /memory|allocation|length/i.test(message);
  return memory
    ? `There is not enough memory here for so many runs: ${message}. The command mulligan analyze takes more.`
    : `A defect of ours, please report it: ${message}`;
}
