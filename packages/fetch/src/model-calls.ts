import {
  type Arms,
  type AttemptContext,
  type ExecuteOptions,
  type Mulligan,
  type MulliganOptions,
  mulligan,
  platformClock,
  type RuntimeStats,
} from "@mulligan/core/runtime";
import { handOn, type StartedStream, startStream } from "./first-content.ts";
import {
  effortOf,
  hasFailed,
  type LanguageModel,
  type ModelParams,
  type PartFields,
  type StreamResult,
} from "./language-model.ts";
import { mayMend, providerBackoffMs, shownError } from "./model-errors.ts";
import {
  ArmTokens,
  type ArmUsage,
  AttemptTokens,
  type AttemptUsage,
  type TokenPrice,
  type TokenUsage,
  textLength,
} from "./token-usage.ts";

/** Whether a whole answer is wanted, or a stream of parts. The two take different times. */
export type ModelOperation = "generate" | "stream";

type LearnedOptions = Omit<MulliganOptions<Arms>, "arms" | "reward" | "discard" | "cost" | "resetting">;

/** The options of `model`. The options of `mulligan` have the same meaning as there. */
export interface ModelOptions<Name extends string = string, Model extends LanguageModel = LanguageModel>
  extends LearnedOptions {
  /** The models to choose from, by name. Default: the wrapped model. */
  readonly arms?: Readonly<Record<Name, Model>>;
  /** The price of a million tokens of each arm. Costs are counted. With `msPerCost` they also influence the choice. */
  readonly prices?: Readonly<Partial<Record<Name, TokenPrice>>>;
  /**
   * True if thinking counts as content. Then it is passed on as it comes, and its first part makes the choice final. Default:
   * false, so that a model that thinks for ever is noticed. Thinking is then passed on once the answer begins.
   */
  readonly thinkingCounts?: boolean;
  /**
   * True if the first attempt goes on when another one starts, so that a call succeeds whenever a plain call would. Default: true.
   * With false, a slow attempt is cut, which saves the rest of its cost.
   */
  readonly keepFirst?: boolean;
  /** Returns the class of a call. Default: the operation, the effort, and the name of a wrapped model. */
  readonly key?: (
    params: ModelParams,
    context: { readonly operation: ModelOperation; readonly modelId: string | undefined },
  ) => string;
}

/** The report on a call in `providerMetadata.mulligan`. */
export interface ModelReport {
  /** The arm that answered. */
  readonly arm: string;
  /** All attempts, in the order of their start. */
  readonly attempts: readonly AttemptUsage[];
  /** The sum over all attempts, estimates included. */
  readonly total: TokenUsage;
}

/** Access to what was learned, and to the tokens used. */
export interface ModelState<Name extends string>
  extends Pick<Mulligan<Name, unknown>, "on" | "explain" | "snapshot"> {
  /** Returns the counts so far, with the tokens of each arm. */
  stats(): RuntimeStats<Name> & { readonly usage: Readonly<Record<Name, ArmUsage>> };
}

/** One call: the input of all its attempts. */
interface ModelCall {
  readonly operation: ModelOperation;
  readonly params: ModelParams;
  readonly wrapped: LanguageModel | undefined;
  /** The length of the prompt. */
  readonly characters: number;
  readonly attempts: AttemptTokens[];
}

/** The result of an attempt: a whole answer, or a stream with its first content. */
interface ModelAnswer {
  readonly tokens: AttemptTokens;
  readonly whole?: PartFields;
  readonly started?: StartedStream;
}

/** Makes the calls of one `model` by means of one `mulligan`. */
export class ModelCalls {
  private readonly options: ModelOptions;
  private readonly tokens: Readonly<Record<string, ArmTokens>>;
  private readonly calls: Mulligan<string, ModelAnswer, ModelCall>;
  private readonly now: () => number;
  /** The last aborted attempt. The runtime aborts an attempt just before it asks for its cost. */
  private cancelled: AttemptTokens | undefined;

  constructor(options: ModelOptions) {
    const { arms, prices, thinkingCounts, key, ...learned } = options;
    if (arms !== undefined) checkModels(arms);
    const names = Object.keys(arms ?? { model: undefined });
    checkPrices(prices ?? {}, names);
    this.options = options;
    const { clock = platformClock } = options;
    this.now = () => clock.now();
    this.tokens = Object.fromEntries(names.map((name) => [name, new ArmTokens(name, prices?.[name])]));
    this.calls = mulligan({
      keepFirst: true,
      maxCutoffMs: LONGEST_MS,
      shouldRetry: (error) => mayMend(error, names.length),
      backoff: ({ error }) => providerBackoffMs(error),
      ...learned,
      msPerCost: options.msPerCost ?? 0,
      cost: ({ outcome, value }) => this.costOf(outcome.kind === "censored", value),
      discard: ({ tokens, started }: ModelAnswer) => {
        tokens.cancel();
        started?.cancel(new DOMException("model: another answer was first", "AbortError"));
      },
      arms: Object.fromEntries(
        names.map((name) => [name, (context: AttemptContext<ModelCall>) => this.attempt(name, context)]),
      ),
    });
  }

  get state(): ModelState<string> {
    const { on, explain, snapshot, stats } = this.calls;
    const usage = () => Object.entries(this.tokens).map(([name, { total }]) => [name, total] as const);
    return {
      on,
      explain,
      snapshot,
      stats: () => ({ ...stats(), usage: Object.fromEntries(usage()) }),
    };
  }

  async generate(params: ModelParams, wrapped: LanguageModel | undefined): Promise<never> {
    const call = this.callOf("generate", params, wrapped);
    const { tokens, whole } = await this.execute(call);
    return withReport(whole!, reportOf(call, tokens)) as never;
  }

  async stream(params: ModelParams, wrapped: LanguageModel | undefined): Promise<never> {
    const call = this.callOf("stream", params, wrapped);
    const { tokens, started } = await this.execute(call);
    const stream = handOn(started!, params.abortSignal, {
      count: (characters) => tokens.write(characters),
      pass(part) {
        if (part.type !== "finish") return part;
        tokens.succeed(part);
        return withReport(part, reportOf(call, tokens));
      },
      end: () => tokens.cancel(),
    });
    return { ...started!.result, stream } satisfies StreamResult as never;
  }

  private callOf(
    operation: ModelOperation,
    params: ModelParams,
    wrapped: LanguageModel | undefined,
  ): ModelCall {
    return { operation, params, wrapped, characters: textLength(params.prompt), attempts: [] };
  }

  private async execute(call: ModelCall): Promise<ModelAnswer> {
    const { params, operation, wrapped } = call;
    const { key = defaultKey, arms } = this.options;
    const own: ExecuteOptions | undefined = params.providerOptions?.mulligan;
    const modelId = arms === undefined ? wrapped?.modelId : undefined;
    const signal = params.abortSignal;
    try {
      return await this.calls.execute({
        key: key(params, { operation, modelId }),
        ...own,
        ...(signal && { signal }),
        input: call,
      });
    } catch (error) {
      throw shownError(error);
    }
  }

  private async attempt(name: string, { signal, input }: AttemptContext<ModelCall>): Promise<ModelAnswer> {
    if (signal.aborted) throw signal.reason;
    const { operation, params, wrapped, characters, attempts } = input;
    const chosen = this.options.arms?.[name] ?? wrapped!;
    const { thinkingCounts = false } = this.options;
    const tokens = new AttemptTokens(this.tokens[name], characters, operation === "stream", this.now);
    attempts.push(tokens);
    const cancel = () => {
      tokens.cancel();
      this.cancelled = tokens;
    };
    signal.addEventListener("abort", cancel, { once: true });
    try {
      if (operation === "stream") {
        const count = (written: number) => tokens.write(written);
        const started = await startStream(chosen, params, signal, { thinkingCounts, count });
        return { tokens, started };
      }
      const whole = (await chosen.doGenerate({ ...params, abortSignal: signal })) as PartFields;
      if (hasFailed(whole)) throw new Error("model: the answer failed");
      tokens.succeed(whole);
      return { tokens, whole };
    } catch (error) {
      tokens.fail();
      throw error;
    }
  }

  private costOf(censored: boolean, answer: ModelAnswer | undefined): number {
    const tokens = censored ? this.cancelled : answer?.tokens;
    this.cancelled = undefined;
    return tokens?.cost ?? 0;
  }
}

const defaultKey: NonNullable<ModelOptions["key"]> = (params, { operation, modelId }) =>
  [operation, modelId, effortOf(params)].filter((part) => part !== undefined).join(" ");

function reportOf({ attempts }: ModelCall, tokens: AttemptTokens): ModelReport {
  const used = attempts.map(({ usage }) => usage);
  const { arm, cost } = tokens.usage;
  const sum = (of: (each: AttemptUsage) => number) => used.reduce((total, each) => total + of(each), 0);
  const total = {
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    ...(cost !== undefined && { cost: sum((each) => each.cost ?? 0) }),
  };
  return { arm, attempts: used, total };
}

function withReport(part: PartFields, report: ModelReport): PartFields {
  return { ...part, providerMetadata: { ...part.providerMetadata, mulligan: report } };
}

function checkModels(arms: Readonly<Record<string, LanguageModel>>): void {
  for (const [name, given] of Object.entries(arms)) {
    if (typeof given?.doStream === "function" && typeof given.doGenerate === "function") continue;
    throw new TypeError(`model: arm "${name}" must be a model of the AI SDK 5 or later, got ${typeof given}`);
  }
  const versions = [...new Set(Object.values(arms).map(({ specificationVersion }) => specificationVersion))];
  if (versions.length <= 1) return;
  throw new TypeError(`model: all arms must have one specificationVersion, got ${versions.join(" and ")}`);
}

function checkPrices(
  prices: Readonly<Record<string, TokenPrice | undefined>>,
  names: readonly string[],
): void {
  for (const [name, price] of Object.entries(prices)) {
    if (!names.includes(name)) {
      throw new TypeError(`model: prices must name arms (${names.join(", ")}), got ${JSON.stringify(name)}`);
    }
    const { input, output } = price ?? {};
    if (!(input! >= 0 && output! >= 0 && input! + output! < Infinity)) {
      throw new RangeError(
        `model: the price of ${name} must have input and output of at least 0, got ${JSON.stringify(price)}`,
      );
    }
  }
}

/** Ten minutes, the timeout of most providers' clients. Some models think for minutes. */
const LONGEST_MS = 600_000;
