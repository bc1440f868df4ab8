import { AbortSignals } from "@mulligan/core/runtime";
import {
  hasFailed,
  isContent,
  type LanguageModel,
  lengthOf,
  type ModelParams,
  type PartFields,
  type StreamPart,
  type StreamResult,
} from "./language-model.ts";
import { errorOfPart } from "./model-errors.ts";

/** A stream that has brought its first content. */
export interface StartedStream {
  readonly result: StreamResult;
  /** All parts so far; the last one is the content. */
  readonly parts: PartFields[];
  readonly reader: ReadableStreamDefaultReader<StreamPart>;
  /** Ends the call of the provider. */
  cancel(reason: unknown): void;
}

/**
 * Calls the model and waits for the first content. Throws the error that the provider reports before that. Calls `count` with the
 * number of characters of each part, since a cancelled attempt may be billed for its thinking.
 */
export async function startStream(
  model: LanguageModel,
  params: ModelParams,
  signal: AbortSignal,
  { thinkingCounts, count }: { readonly thinkingCounts: boolean; count(characters: number): void },
): Promise<StartedStream> {
  // Its own controller, since the signal of an attempt is never aborted once it has succeeded, but its stream may be.
  const controller = new AbortController();
  let reader: ReadableStreamDefaultReader<StreamPart> | undefined;
  const cancel = (reason: unknown) => {
    controller.abort(reason);
    reader?.cancel(reason).catch(ignore);
  };
  signal.addEventListener("abort", () => cancel(signal.reason), { once: true });
  const result = await model.doStream({ ...params, abortSignal: controller.signal });
  if (signal.aborted) {
    result.stream.cancel(signal.reason).catch(ignore);
    throw signal.reason;
  }
  reader = result.stream.getReader();
  const parts: PartFields[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (signal.aborted) throw signal.reason;
    if (done) throw new Error("model: the stream ended before any content");
    const part: PartFields = value;
    parts.push(part);
    count(lengthOf(part));
    if (part.type === "error" || (part.type === "finish" && hasFailed(part))) {
      const error = errorOfPart(part.error ?? "model: the answer failed before any content");
      cancel(error);
      throw error;
    }
    // An answer may be empty. Then its end counts as content.
    if (isContent(part, thinkingCounts)) return { result, parts, reader, cancel };
  }
}

interface StreamListener {
  /** Called with each part. Its result is passed to the reader. */
  pass(part: PartFields): PartFields;
  /** Called with the number of characters of each part after the first content. */
  count(characters: number): void;
  /** Called once when the stream ends, for whatever reason. */
  end(): void;
}

/**
 * Passes a started stream to the caller, part by part. It reads from the provider only when the reader asks. It passes on the
 * provider's errors. If the caller cancels the stream or aborts, it ends the call of the provider.
 */
export function handOn(
  { parts, reader, cancel }: StartedStream,
  signal: AbortSignal | undefined,
  { pass, count, end }: StreamListener,
): ReadableStream<StreamPart> {
  const heads = parts.values();
  let over = false;
  const caller = { abort(_: unknown) {} };
  const finish = () => {
    if (over) return;
    over = true;
    if (signal !== undefined) signals.remove(signal, caller);
    end();
  };
  return new ReadableStream<StreamPart>(
    {
      start(controller) {
        caller.abort = (reason) => {
          finish();
          cancel(reason);
          controller.error(reason);
        };
        if (signal?.aborted) caller.abort(signal.reason);
        else if (signal !== undefined) signals.add(signal, caller);
      },
      async pull(controller) {
        const head = heads.next();
        if (!head.done) return controller.enqueue(pass(head.value));
        try {
          const { done, value } = await reader.read();
          if (over) return;
          if (!done) {
            count(lengthOf(value));
            return controller.enqueue(pass(value));
          }
          finish();
          controller.close();
        } catch (error) {
          if (over) return;
          finish();
          throw error;
        }
      },
      cancel(reason) {
        finish();
        cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

/** The callers' signals, with the streams that each of them ends. */
const signals = new AbortSignals();

function ignore(): void {}
