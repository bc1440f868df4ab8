import { commonUrls, type LanguageModel, type ModelParams } from "./language-model.ts";
import { ModelCalls, type ModelOptions, type ModelState } from "./model-calls.ts";

/** Middleware for `wrapLanguageModel`. The type `never` fits every version of the AI SDK; only the SDK calls these functions. */
export interface ModelMiddleware {
  readonly specificationVersion: never;
  /** Called by the AI SDK for a whole answer. */
  wrapGenerate(call: { readonly params: ModelParams; readonly model: LanguageModel }): Promise<never>;
  /** Called by the AI SDK for a stream. */
  wrapStream(call: { readonly params: ModelParams; readonly model: LanguageModel }): Promise<never>;
}

/** A language model that chooses among others. As middleware, it replaces the wrapped model. */
export type LearnedModel<Name extends string, Model extends LanguageModel> = Pick<
  Model,
  keyof LanguageModel
> &
  Omit<ModelMiddleware, "specificationVersion"> &
  ModelState<Name>;

/**
 * Learns how long to wait for the first content of a model's answer, when to ask again, and which of several models to ask.
 * Before the first content (text or a tool call), other attempts may start. After it, the stream is passed on as it comes, and
 * nothing is cut or retried. If a whole answer is wanted, an attempt lasts until the answer is complete.
 *
 * Returns a language model if `arms` are given, otherwise middleware for `wrapLanguageModel`.
 *
 * @example
 * ```ts
 * import { model } from "@mulligan/fetch";
 * import { generateText } from "ai";
 * import { MockLanguageModelV3 } from "ai/test";
 *
 * const mini = new MockLanguageModelV3({
 *   doGenerate: {
 *     content: [{ type: "text", text: "hello" }],
 *     finishReason: { unified: "stop", raw: undefined },
 *     usage: {
 *       inputTokens: { total: 3, noCache: 3, cacheRead: undefined, cacheWrite: undefined },
 *       outputTokens: { total: 2, text: 2, reasoning: undefined },
 *     },
 *     warnings: [],
 *   },
 * });
 * const learned = model({ arms: { mini }, prices: { mini: { input: 0.25, output: 2 } } });
 * const { text } = await generateText({ model: learned, prompt: "Hi", maxRetries: 0 });
 * console.log(text, learned.stats().usage.mini.reported.outputTokens); // → hello 2
 * ```
 */
export function model<const Name extends string, Model extends LanguageModel>(
  options: ModelOptions<Name, Model> & { readonly arms: Readonly<Record<Name, Model>> },
): LearnedModel<Name, Model>;
export function model(options?: Omit<ModelOptions<"model">, "arms">): ModelMiddleware & ModelState<"model">;
export function model(options: ModelOptions = {}): unknown {
  const calls = new ModelCalls(options);
  const state = {
    ...calls.state,
    wrapGenerate: ({ params, model }: WrappedCall) => calls.generate(params, model),
    wrapStream: ({ params, model }: WrappedCall) => calls.stream(params, model),
  };
  if (options.arms === undefined) return state;
  const models = Object.values(options.arms);
  const [{ specificationVersion, provider, modelId }] = models;
  const several = models.length > 1;
  return {
    ...state,
    specificationVersion,
    provider: several ? "mulligan" : provider,
    modelId: several ? Object.keys(options.arms).join("+") : modelId,
    get supportedUrls() {
      return several ? commonUrls(models) : models[0].supportedUrls;
    },
    doGenerate: (params: ModelParams) => calls.generate(params, undefined),
    doStream: (params: ModelParams) => calls.stream(params, undefined),
  };
}

type WrappedCall = Parameters<ModelMiddleware["wrapStream"]>[0];
