import type { PartFields } from "./language-model.ts";

/** The price of a million tokens, in the currency of your choice. */
export interface TokenPrice {
  /** The price of a million tokens of the prompt. */
  readonly input: number;
  /** The price of a million tokens of the answer. */
  readonly output: number;
}

/** Tokens, and their cost if the price is known. */
export interface TokenUsage {
  /** The tokens of the prompt. */
  readonly inputTokens: number;
  /** The tokens of the answer. */
  readonly outputTokens: number;
  /** The cost, if the arm has a price. */
  readonly cost?: number;
}

/** The tokens of one attempt, as `providerMetadata.mulligan.attempts` lists them. */
export interface AttemptUsage extends TokenUsage {
  /** The name of the arm. */
  readonly arm: string;
  /** `cancelled` if it was cut, slower than another, or stopped by the caller. A `failed` attempt has no tokens. */
  readonly ended: "succeeded" | "failed" | "cancelled";
  /** True if the provider did not report the tokens, as for every cancelled attempt. */
  readonly estimated: boolean;
}

/** The tokens of one arm so far: reported by the provider, and estimated for attempts without a report. */
export interface ArmUsage {
  readonly reported: TokenUsage;
  readonly estimated: TokenUsage;
}

/** Reads the tokens of a result or of a last part; undefined if the provider did not count them. */
function readUsage(usage: unknown): { input: number; output: number } | undefined {
  const { inputTokens, outputTokens } = (usage ?? {}) as Record<string, number | { total?: number }>;
  // Version 2 has numbers, later versions objects with a total.
  const [input, output] = [inputTokens, outputTokens].map((count) =>
    typeof count === "object" ? count?.total : count,
  );
  return isCount(input) && isCount(output) ? { input, output } : undefined;
}

function isCount(count: unknown): count is number {
  return typeof count === "number" && count >= 0 && count < Infinity;
}

/** Returns the number of characters in all texts of a prompt. Files are left out, since their number of tokens is unknown. */
export function textLength(prompt: unknown): number {
  if (typeof prompt === "string") return prompt.length;
  if (Array.isArray(prompt)) return prompt.reduce((sum, each) => sum + textLength(each), 0);
  if (prompt === null || typeof prompt !== "object" || ArrayBuffer.isView(prompt)) return 0;
  let sum = 0;
  for (const [name, value] of Object.entries(prompt)) if (!NO_TEXT.has(name)) sum += textLength(value);
  return sum;
}

const NO_TEXT = new Set(["role", "type", "data", "mediaType", "toolCallId", "providerOptions"]);

/** Estimates the tokens of one arm's prompts and answers, and sums those used so far. */
export class ArmTokens {
  readonly name: string;
  private readonly price: TokenPrice | undefined;
  private promptCharacters = 0;
  private promptTokens = 0;
  private answers = 0;
  private answerTokens = 0;
  private wholeTokens = 0;
  private wholeMs = 0;
  private readonly reported = { input: 0, output: 0 };
  private readonly estimated = { input: 0, output: 0 };

  constructor(name: string, price: TokenPrice | undefined) {
    this.name = name;
    this.price = price;
  }

  /** Estimates the tokens of a prompt: at first four characters a token, then the ratio of this arm. */
  promptOf(characters: number): number {
    const ratio = (this.promptTokens + BELIEF) / (this.promptCharacters + BELIEF * CHARACTERS_PER_TOKEN);
    return Math.round(ratio * characters);
  }

  /** The mean number of tokens of an answer. */
  get meanAnswer(): number {
    return this.answers === 0 ? 0 : this.answerTokens / this.answers;
  }

  /** Estimates the tokens generated in a time, from whole answers. */
  answerIn(ms: number): number {
    return this.wholeMs === 0 ? 0 : Math.round((ms * this.wholeTokens) / this.wholeMs);
  }

  /** Learns from a report. `wholeMs` is the time of a whole answer; the time of a stream depends on its reader. */
  learn(
    characters: number,
    { input, output }: { input: number; output: number },
    wholeMs: number | undefined,
  ): void {
    this.promptCharacters += characters;
    this.promptTokens += input;
    this.answers += 1;
    this.answerTokens += output;
    if (wholeMs === undefined) return;
    this.wholeTokens += output;
    this.wholeMs += wholeMs;
  }

  add({ inputTokens, outputTokens, estimated }: AttemptUsage): void {
    const sums = estimated ? this.estimated : this.reported;
    sums.input += inputTokens;
    sums.output += outputTokens;
  }

  usage(input: number, output: number): TokenUsage {
    const tokens = { inputTokens: input, outputTokens: output };
    if (this.price === undefined) return tokens;
    return { ...tokens, cost: (input * this.price.input + output * this.price.output) / MILLION };
  }

  get total(): ArmUsage {
    const { reported, estimated } = this;
    return {
      reported: this.usage(reported.input, reported.output),
      estimated: this.usage(estimated.input, estimated.output),
    };
  }
}

/** The tokens of one attempt. */
export class AttemptTokens {
  private readonly arm: ArmTokens;
  /** The length of the prompt. */
  private readonly characters: number;
  private readonly startedAt: number;
  private readonly now: () => number;
  private readonly streams: boolean;
  /** Characters of the answer so far. */
  private written = 0;
  private done: AttemptUsage | undefined;

  constructor(arm: ArmTokens, characters: number, streams: boolean, now: () => number) {
    this.arm = arm;
    this.characters = characters;
    this.streams = streams;
    this.now = now;
    this.startedAt = now();
  }

  write(characters: number): void {
    this.written += characters;
  }

  /** Records a success, with the provider's count if there is one. */
  succeed({ usage }: Pick<PartFields, "usage">): void {
    const counted = readUsage(usage);
    if (counted === undefined) {
      this.end("succeeded", this.soFar());
      return;
    }
    this.arm.learn(this.characters, counted, this.streams ? undefined : this.now() - this.startedAt);
    this.end("succeeded", this.arm.usage(counted.input, counted.output), false);
  }

  /** Records an end without a report. The tokens generated until then may be billed. */
  cancel(): void {
    this.end("cancelled", this.soFar());
  }

  /** Records an error before any content, which providers do not bill. */
  fail(): void {
    this.end("failed", this.arm.usage(0, 0));
  }

  /** The cost of the attempt, or an estimate while it runs. */
  get cost(): number {
    const output = Math.max(this.arm.meanAnswer, this.written / CHARACTERS_PER_TOKEN);
    const usage = this.done ?? this.arm.usage(this.arm.promptOf(this.characters), output);
    return usage.cost ?? 0;
  }

  /** The tokens of the attempt, or an estimate while it runs. */
  get usage(): AttemptUsage {
    return this.done ?? { arm: this.arm.name, ended: "succeeded", ...this.soFar(), estimated: true };
  }

  private soFar(): TokenUsage {
    const { arm, written, streams } = this;
    const hidden = streams ? 0 : arm.answerIn(this.now() - this.startedAt);
    return arm.usage(
      arm.promptOf(this.characters),
      Math.max(hidden, Math.round(written / CHARACTERS_PER_TOKEN)),
    );
  }

  private end(ended: AttemptUsage["ended"], usage: TokenUsage, estimated = true): void {
    if (this.done !== undefined) return;
    this.done = { arm: this.arm.name, ended, ...usage, estimated };
    this.arm.add(this.done);
  }
}

/** For English text and the usual tokenizers. */
const CHARACTERS_PER_TOKEN = 4;
/** The weight of this first ratio, in tokens. */
const BELIEF = 100;
const MILLION = 1e6;
