/**
 * The parts of the AI SDK's interface that `model` reads. They are the same in LanguageModelV2, V3 and V4 (versions 5 to 7 of `ai`), so
 * no version is imported. What is not named here is passed on as it is.
 */

/** The parameters of a call. */
export interface ModelParams {
  readonly prompt: unknown;
  readonly abortSignal?: AbortSignal | undefined;
  readonly maxOutputTokens?: number | undefined;
  /** Version 4 has the effort here, earlier versions in the provider's options. */
  readonly reasoning?: string | undefined;
  readonly providerOptions?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined;
}

/** A part of a streamed answer. */
export interface StreamPart {
  readonly type: string;
}

/** The result of `doStream`. */
export interface StreamResult {
  readonly stream: ReadableStream<StreamPart>;
}

/** Patterns of URLs by media type. */
export type UrlPatterns = Record<string, RegExp[]>;

/** A language model of the AI SDK, version 5 or later. */
export interface LanguageModel {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
  readonly supportedUrls: PromiseLike<UrlPatterns> | UrlPatterns;
  /** Returns a whole answer. */
  doGenerate(params: ModelParams): PromiseLike<object>;
  /** Returns an answer in parts. */
  doStream(params: ModelParams): PromiseLike<StreamResult>;
}

/** The fields that some parts have. */
export interface PartFields extends StreamPart {
  readonly delta?: string;
  readonly error?: unknown;
  readonly usage?: unknown;
  readonly finishReason?: unknown;
  readonly providerMetadata?: object;
}

/**
 * True if the part is content, which makes the choice of the attempt final. Announcements and empty deltas are not content. Parts
 * of an unknown type are, since the caller may act on them.
 */
export function isContent({ type, delta }: PartFields, thinkingCounts: boolean): boolean {
  if (NO_CONTENT.has(type)) return false;
  if (type.startsWith("reasoning")) return thinkingCounts && type === "reasoning-delta" && delta !== "";
  return delta !== "";
}

const NO_CONTENT = new Set(["stream-start", "response-metadata", "raw", "ping", "text-start", "text-end"]);

/** The number of characters that a part adds to the answer. */
export function lengthOf({ type, delta }: PartFields): number {
  return type.endsWith("-delta") && typeof delta === "string" ? delta.length : 0;
}

/** True if a result or a last part reports a failure. */
export function hasFailed({ finishReason }: Pick<PartFields, "finishReason">): boolean {
  const reason = (finishReason as { unified?: unknown } | undefined)?.unified ?? finishReason;
  return reason === "error";
}

/** Returns the effort that the call asks for, from any of the options for it; undefined if there is none. */
export function effortOf({ reasoning, providerOptions }: ModelParams): string | undefined {
  if (reasoning !== undefined && reasoning !== "provider-default") return reasoning;
  for (const options of Object.values(providerOptions ?? {})) {
    const { thinking, thinkingConfig } = options as Record<string, Record<string, unknown> | undefined>;
    const effort =
      options.reasoningEffort ??
      options.effort ??
      thinking?.budgetTokens ??
      thinkingConfig?.thinkingLevel ??
      thinkingConfig?.thinkingBudget;
    if (typeof effort === "string" || typeof effort === "number") return String(effort);
  }
  return undefined;
}

/** Returns the URLs that every model fetches by itself. The AI SDK downloads all others. */
export async function commonUrls(models: readonly LanguageModel[]): Promise<UrlPatterns> {
  const [first, ...others] = await Promise.all(models.map(({ supportedUrls }) => supportedUrls));
  const common = Object.entries(first).map(([media, patterns]) => {
    const shared = patterns.filter((pattern) =>
      others.every((urls) => urls[media]?.some((other) => String(other) === String(pattern))),
    );
    return [media, shared] as const;
  });
  return Object.fromEntries(common.filter(([, patterns]) => patterns.length > 0));
}
