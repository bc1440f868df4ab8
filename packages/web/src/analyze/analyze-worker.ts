import "./without-eval.ts";
import { parseResetting } from "@mulligan/core/distributions";
import { joinLogs, type NamedLog, parseLog, previewLog, UsageError } from "mulligan/readers";
import { resettingText } from "./analyze-options.ts";
import { answerTo } from "./answer.ts";
import { readLogOf } from "./log-reading.ts";
import type { AnalysisProgress, AnalysisReply, AnalysisRequest, AnalysisResult, Log } from "./messages.ts";
import { pageWords } from "./page-words.ts";
import { readLogFile } from "./read-log.ts";

interface File {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The last log, so that it is not read again for another option. */
let read: { readonly log: number; readonly files: readonly File[] } | undefined;
let parsed:
  | { readonly log: number; readonly columns: string; readonly logs: readonly NamedLog[] }
  | undefined;

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
  if (read?.log !== log.number) read = { log: log.number, files: await readFiles(log, report) };
  const { files } = read;
  const preview = previewLog(files[0].bytes, options.columns);
  reply({ kind: "read", read: readLogOf(preview) });
  const columns = JSON.stringify(options.columns);
  if (parsed?.log !== log.number || parsed.columns !== columns) {
    report({ step: "parsing", done: 0, of: files.reduce((sum, { bytes }) => sum + bytes.length, 0) });
    const logs = files.map(({ name, bytes }) => ({ ...parseLog(name, bytes, options.columns), file: name }));
    parsed = { log: log.number, columns, logs };
  }
  const { logs } = parsed;
  reply({ kind: "read", read: readLogOf(preview, logs) });
  const shownUnit = options.unit === "" ? undefined : options.unit;
  const { rows, unit = "", warnings } = joinLogs(logs, options.columns, shownUnit);
  const resetting = resettingText(options.cost, unit);
  const given = { file: files[0].name, rows, unit, warnings, resetting };
  reply({ kind: "answer", answer: answerTo(given, options, parseResetting(resetting), report) });
}

async function readFiles(log: Log, report: (progress: AnalysisProgress) => void): Promise<File[]> {
  const of = log.files.reduce((sum, { content }) => sum + content.size, 0);
  const files: File[] = [];
  let before = 0;
  for (const { name, content } of log.files) {
    const bytes = await readLogFile(name, content, (done) =>
      report({ step: "reading", done: Math.min(of, before + done), of }),
    );
    files.push({ name, bytes });
    before += content.size;
  }
  return files;
}

/** A mistake in the log has the message of the command; anything else is a bug. */
function problemText(error: unknown): string {
  if (error instanceof UsageError) return pageWords(error.message);
  const message = error instanceof Error ? error.message : String(error);
  const memory = error instanceof RangeError && /memory|allocation|length/i.test(message);
  return memory
    ? `There is not enough memory here for so many runs: ${message}. The command “mulligan analyze” can read more.`
    : `This is a bug in Mulligan. Please report it: ${message}`;
}
