/** @mulligan/fetch: Learned timeouts and retries for fetch, undici and model calls. */

export type { Until } from "./handed-response.ts";
export { type Idle, StalledBodyError } from "./idle.ts";
export type { LanguageModel, ModelParams, StreamPart, StreamResult, UrlPatterns } from "./language-model.ts";
export { type FetchOptions, type LearnedFetch, learnedFetch } from "./learned-fetch.ts";
export type { LearnedControls, LearnedEvents, LearnedOptions } from "./learned-options.ts";
export type { LearnedSnapshot, Persistence } from "./learning-store.ts";
export { type LearnedModel, type ModelMiddleware, model } from "./model.ts";
export type { ModelOperation, ModelOptions, ModelReport, ModelState } from "./model-calls.ts";
export type { OutgoingRequest } from "./requests.ts";
export type { ArmUsage, AttemptUsage, TokenPrice, TokenUsage } from "./token-usage.ts";
export {
  type DispatchedResponse,
  type DispatcherOptions,
  dispatcher,
  type InterceptorOptions,
  interceptor,
  type LearnedDispatcher,
  type LearnedInterceptor,
} from "./undici.ts";
