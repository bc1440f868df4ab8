import { MockLanguageModelV3 } from "ai/test";
import type { VirtualClock } from "../../core/test/situations/situation.ts";

type Call = MockLanguageModelV3["doStream"];
type CallOptions = Parameters<Call>[0];
type Part = Awaited<ReturnType<Call>>["stream"] extends ReadableStream<infer Each> ? Each : never;

/** What a provider does in turn: wait so many ms, send a part, or break. */
export type Step = number | Part | Error;

const usageOf = (input: number, output: number) => ({
  inputTokens: { total: input, noCache: input, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: output, text: output, reasoning: undefined },
});

export const start: Part[] = [
  { type: "stream-start", warnings: [] },
  { type: "response-metadata", id: "1" },
  { type: "text-start", id: "t" },
];
export const text = (delta: string): Part => ({ type: "text-delta", id: "t", delta });
export const thought = (delta: string): Part => ({ type: "reasoning-delta", id: "r", delta });
export const finish = (input = 10, output = 20): Part => ({
  type: "finish",
  usage: usageOf(input, output),
  finishReason: { unified: "stop", raw: undefined },
});
/** A whole answer that begins after so many ms. */
export const answer = (ms: number, words = "hello"): Step[] => [
  ...start,
  ms,
  text(words),
  { type: "text-end", id: "t" },
  finish(),
];
export const hang: Step[] = [...start, Infinity];

interface ScriptedCall {
  readonly options: CallOptions;
  /** Why the stream was cancelled, if it was. */
  cancelled: unknown;
  /** How many parts were sent. */
  sent: number;
}

/** A model whose n-th call does what `script` says; time passes by the clock. A wait ends early when the call is aborted. */
export function scripted(
  clock: VirtualClock,
  script: (call: number) => Step[] | Error,
  modelId = "scripted",
) {
  const calls: ScriptedCall[] = [];
  const wait = (ms: number, signal: AbortSignal | undefined) =>
    ms === Infinity
      ? new Promise<void>((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)))
      : clock.sleep(ms, signal);
  const model: MockLanguageModelV3 = new MockLanguageModelV3({
    modelId,
    async doGenerate(options) {
      const { stream } = await model.doStream(options);
      return {
        content: [{ type: "text", text: textOf(await readAll(stream)) }],
        finishReason: { unified: "stop", raw: undefined },
        usage: usageOf(10, 20),
        warnings: [],
      };
    },
    async doStream(options) {
      const steps = script(calls.length);
      const call: ScriptedCall = { options, cancelled: undefined, sent: 0 };
      calls.push(call);
      if (steps instanceof Error) throw steps;
      const left = [...steps];
      const stream = new ReadableStream<Part>(
        {
          async pull(controller) {
            for (;;) {
              const step = left.shift();
              if (step === undefined) return controller.close();
              if (step instanceof Error) throw step;
              if (typeof step === "number") await wait(step, options.abortSignal);
              else {
                call.sent += 1;
                return controller.enqueue(step);
              }
            }
          },
          cancel: (reason) => void (call.cancelled = reason),
        },
        { highWaterMark: 0 },
      );
      return { stream };
    },
  });
  return { model, calls };
}

export const prompt: CallOptions = {
  prompt: [{ role: "user", content: [{ type: "text", text: "x".repeat(400) }] }],
};

/** Reads a stream to its end. */
export async function readAll(stream: ReadableStream<Part>): Promise<Part[]> {
  const parts: Part[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

export const textOf = (parts: readonly Part[]): string =>
  parts.map((part) => (part.type === "text-delta" ? part.delta : "")).join("");
