import "./without-eval.ts";
import { parseResetting } from "@mulligan/core/distributions";
import { asUsage, inUnit, logKind, type ParsedLog, parseLog, UsageError } from "mulligan/readers";
import { answerTo } from "./answer.ts";
import type { Progress, Question, Reply, ReplyPart } from "./messages.ts";
import { readBlob } from "./read-blob.ts";
import { previewOf } from "./table-preview.ts";

/** The log that was asked of last: who asks for another unit need not wait until it is read again. */
let known: { readonly log: number; readonly bytes: Uint8Array } | undefined;
let parsed: { readonly log: number; readonly columns: string; readonly found: ParsedLog } | undefined;

self.onmessage = async ({ data }: MessageEvent<Question>) => {
  const reply = (part: ReplyPart) => self.postMessage({ question: data.number, ...part } satisfies Reply);
  try {
    await answer(data, reply);
  } catch (error) {
    reply({ kind: "problem", message: problemText(error) });
  }
};

async function answer({ log, wishes }: Question, reply: (part: ReplyPart) => void): Promise<void> {
  const tell = (progress: Progress) => reply({ kind: "progress", progress });
  if (known?.log !== log.number) {
    const bytes = await readBlob(log.name, log.content, (done, of) => tell({ step: "reading", done, of }));
    known = { log: log.number, bytes };
  }
  const { bytes } = known;
  const kind = logKind(bytes);
  const preview = kind === "table" ? previewOf(bytes, wishes.columns) : undefined;
  if (preview !== undefined) reply({ kind: "preview", preview });
  const columns = JSON.stringify(wishes.columns);
  if (parsed?.log !== log.number || parsed.columns !== columns) {
    tell({ step: "parsing", done: 0, of: bytes.length });
    parsed = { log: log.number, columns, found: parseLog(log.name, bytes, wishes.columns) };
  }
  const { found } = parsed;
  const resetting = asUsage(() => parseResetting(wishes.resetting));
  const { rows, unit = "" } = inUnit(log.name, found, wishes.unit === "" ? undefined : wishes.unit);
  const notices =
    found.saysCompleted === false
      ? [
          `${log.name} has no column completed: all ${rows.length.toLocaleString("en")} runs are taken to have ended by themselves.`,
        ]
      : [];
  const result = answerTo({ file: log.name, kind, rows, unit, notices }, wishes, resetting, tell);
  reply({ kind: "answer", answer: result });
}

/** A mistake in the log is said as the command says it; anything else is ours. */
function problemText(error: unknown): string {
  if (error instanceof UsageError) return error.message;
  const message = error instanceof Error ? error.message : String(error);
  const memory = error instanceof RangeError && /memory|allocation|length/i.test(message);
  return memory
    ? `There is not enough memory here for so many runs: ${message}. The command mulligan analyze takes more.`
    : `A defect of ours, please report it: ${message}`;
}
